/** All that the list listens to. */
export const ATTRIBUTES: readonly string[] =
  'lang site endpoint game category limit page href heading theme loading'.split(' ');

/** The attributes of `<resource-list>` as frameworks write them. What each does is said at the element. */
export interface ResourceListAttributes {
  site?: string | undefined;
  endpoint?: string | undefined;
  game?: string | undefined;
  category?: string | undefined;
  limit?: string | number | undefined;
  page?: string | number | undefined;
  href?: string | undefined;
  heading?: string | number | undefined;
  lang?: string | undefined;
  theme?: 'auto' | 'light' | 'dark' | undefined;
  loading?: 'lazy' | 'eager' | undefined;
}
