/** The word after a number of votes, for each plural form that the language has. */
export type VoteWord = { readonly [form in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/**
 * Everything that the widget says in one language. `{}` stands for a length of time. A tuple, since each language is a
 * file of its own that ought to be small.
 */
export type Messages = readonly [
  vote: string,
  voting: string,
  thanks: string,
  voted: string,
  networkVoted: string,
  again: string,
  busy: string,
  retrying: string,
  offline: string,
  sentLater: string,
  failed: string,
  pressAgain: string,
  notSetUp: string,
  name: string,
  nameRule: string,
  votes: VoteWord,
  /**
   * `#` hours, minutes and seconds in words, then short, then narrow: nine parts between `;`, each with what the browser would
   * write in the plural forms of `votes`, between `|` and in their order. The last form stands for those that are left out.
   */
  lengths: string,
];

export const ENGLISH: Messages = [
  'Vote',
  'Voting',
  'Thanks for voting',
  'You have voted',
  'Your network has voted',
  'again in {}',
  'Busy right now',
  'trying again in {}',
  'You are offline',
  'votes when you are back',
  'Could not vote',
  'press to try again',
  'Voting is not set up here',
  'Name in the game',
  '1 to 64 characters',
  { one: 'vote', other: 'votes' },
  '# hour|# hours;# minute|# minutes;# second|# seconds;# hr;# min;# sec;#h;#m;#s',
];
