import { minify } from 'terser';
import type { Plugin } from 'vite';

/**
 * Members that only these sources know, neither in the answers of the service nor at the elements: the browser files call
 * each by a letter. What is not listed keeps its name, which costs a few bytes and nothing else.
 */
export const OWN_MEMBERS: readonly string[] = [
  ...['answer', 'ballot', 'choose', 'english', 'hasActed', 'hasJumped', 'hear', 'heard', 'isAsking'],
  ...['isEmpty', 'isOnline', 'isOpen', 'isOwn', 'lists', 'look', 'lookAgain', 'moveFocus', 'nextVoteAtMs', 'ownVotes'],
  ...['press', 'problem', 'question', 'records', 'renderContent', 'report', 'requestUpdate', 'secondsLeft', 'selector'],
  ...['tell', 'ticker', 'voteWord', 'waitMs', 'whole', 'wish'],
];
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A second minifier finds what the first one leaves: four bytes of a hundred, on every page that embeds an element. */
export function squeeze(): Plugin {
  return {
    name: 'squeeze',
    async generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const { code } = await minify(chunk.code, {
          module: true,
          compress: { passes: 3, ecma: 2020 },
          mangle: { properties: { regex: RegExp(`^(${OWN_MEMBERS.join('|')})$`) } },
          nameCache: { props: { props: shortNames() } },
        });
        chunk.code = code ?? chunk.code;
      }
    },
  };
}

/** The same names each time, as the same sources have to give the same bytes. */
function shortNames(): Record<string, string> {
  return Object.fromEntries(OWN_MEMBERS.map((name, index) => [`$${name}`, LETTERS[index] ?? name]));
}
