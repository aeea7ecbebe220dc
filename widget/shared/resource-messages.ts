/**
 * Everything that cards and lists of resources say in one language. `{}` stands for a number. A tuple, since each language
 * is a file of its own that ought to be small.
 */
export type ResourceMessages = readonly [
  downloads: string,
  likes: string,
  updated: string,
  created: string,
  size: string,
  tags: string,
  verified: string,
  featured: string,
  loading: string,
  missing: string,
  empty: string,
  failed: string,
  offline: string,
  notSetUp: string,
  tryAgain: string,
  previous: string,
  next: string,
  pageOf: string,
];

export const ENGLISH_RESOURCES: ResourceMessages = [
  'Downloads',
  'Likes',
  'Updated',
  'Created',
  'Size',
  'Tags',
  'Verified',
  'Featured',
  'Loading',
  'Not found',
  'Nothing here yet',
  'Could not load',
  'You are offline',
  'Not set up here',
  'Try again',
  'Previous',
  'Next',
  'Page {} of {}',
];
