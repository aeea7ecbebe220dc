/** All that the element listens to. */
export const ATTRIBUTES: readonly string[] =
  'lang site endpoint server server-id server-name theme size variant countdown hide-count loading username ask-username'.split(
    ' ',
  );

/** The attributes of `<server-vote>` as frameworks write them. What each does is said at the element. */
export interface ServerVoteAttributes {
  site?: string | undefined;
  endpoint?: string | undefined;
  server?: string | undefined;
  'server-id'?: string | undefined;
  'server-name'?: string | undefined;
  lang?: string | undefined;
  theme?: 'auto' | 'light' | 'dark' | undefined;
  size?: 'medium' | 'large' | undefined;
  variant?: 'button' | 'card' | 'compact' | undefined;
  countdown?: 'clock' | 'text' | 'none' | undefined;
  'hide-count'?: boolean | '' | undefined;
  loading?: 'eager' | 'lazy' | undefined;
  username?: string | undefined;
  'ask-username'?: boolean | '' | undefined;
}
