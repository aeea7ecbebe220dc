import { PROBLEMS, type ProblemCode } from '../../contract/problems.ts';
import { escapeHtml, renderPage } from '../pages/layout.ts';
import { describeSeconds } from './hosted-words.ts';

/** What a visitor is told in place of a page, and what helps. */
interface Words {
  readonly title: string;
  readonly text: string;
}

const GONE = 'The address may have a typing error, or the server may have moved. Ask whoever gave you the link.';
const WORDS: Partial<Record<ProblemCode, Words>> = {
  site_not_found: { title: 'There is no such page', text: GONE },
  server_not_found: { title: 'There is no such server', text: GONE },
  invalid_request: { title: 'There is no such page', text: GONE },
  origin_not_allowed: {
    title: 'This vote came from another website',
    text: 'It was not counted. Open this page itself and vote here.',
  },
  payload_too_large: { title: 'That was too much', text: 'Your vote was not counted. Use a shorter name.' },
  too_many_requests: { title: 'Too many tries', text: 'Your network has sent many requests in the last minute.' },
};
const AWAY: Words = {
  title: 'Votes cannot be counted right now',
  text: 'No vote was lost. This is a fault of the voting service, not yours.',
};

/** A page in plain words for a request that was refused or failed. */
export function renderHostedFault(code: ProblemCode, path: string, retryAfter: number | undefined): string {
  const { title, text } = WORDS[code] ?? AWAY;
  const wait = retryAfter === undefined ? '' : ` Try again in ${describeSeconds(retryAfter)}.`;
  const isMissing = PROBLEMS[code].status === 404 || code === 'invalid_request';
  const again = isMissing ? '' : `\n<p><a class="action" href="${escapeHtml(path)}">Try again</a></p>`;
  return renderPage({
    title,
    path,
    isPlain: true,
    head: '<meta name="robots" content="noindex">\n<link rel="stylesheet" href="/docs/assets/controls.css">\n<link rel="stylesheet" href="/docs/assets/vote-page.css">',
    main: `<main class="vote-page">
<article class="ballot">
<h1>${title}</h1>
<p class="about">${text}${wait}</p>${again}
</article>
</main>`,
  });
}
