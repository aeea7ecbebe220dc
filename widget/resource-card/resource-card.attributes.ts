/** All that the card listens to. */
export const ATTRIBUTES: readonly string[] =
  'lang site endpoint resource resource-id game href heading theme loading'.split(' ');

/** The attributes of `<resource-card>` as frameworks write them. What each does is said at the element. */
export interface ResourceCardAttributes {
  site?: string | undefined;
  endpoint?: string | undefined;
  resource?: string | undefined;
  'resource-id'?: string | undefined;
  game?: string | undefined;
  href?: string | undefined;
  heading?: string | number | undefined;
  lang?: string | undefined;
  theme?: 'auto' | 'light' | 'dark' | undefined;
  loading?: 'lazy' | 'eager' | undefined;
}
