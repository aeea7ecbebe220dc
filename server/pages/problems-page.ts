import { STATUS_CODES } from 'node:http';
import { PROBLEMS } from '../../contract/problems.ts';
import { escapeHtml, renderPage } from './layout.ts';

type ProblemEntry = readonly [
  code: string,
  problem: { readonly status: number; readonly title: string; readonly cure: string },
];

const SAMPLE_CODE = 'server_required';

/** The page that the `type` of every problem points to: each code with its meaning and its cure. */
export function renderProblemsPage(): string {
  const problems: ProblemEntry[] = Object.entries(PROBLEMS);
  const statuses = [...new Set(problems.map(([, problem]) => problem.status))].sort((a, b) => a - b);
  const sections = statuses.map((status) =>
    renderStatus(
      status,
      problems.filter(([, problem]) => problem.status === status),
    ),
  );
  return renderPage({
    title: 'Problems',
    path: '/docs/problems',
    head: '<link rel="stylesheet" href="/docs/assets/code-block.css"><link rel="stylesheet" href="/docs/assets/problems.css">',
    main: `<main class="column">
<h1>Problems</h1>
<p class="lead">Every error of this service is a problem document (RFC 9457), sent as <code>application/problem+json</code>.
Decide by its <code>code</code>, which never changes; show people its <code>detail</code>; give the <code>requestId</code> to the operator.</p>
<pre class="sample" tabindex="0" aria-label="A problem document">${escapeHtml(JSON.stringify(sample(), null, 2))}</pre>
${sections.join('\n')}
</main>`,
  });
}

function renderStatus(status: number, problems: readonly ProblemEntry[]): string {
  return `<section aria-labelledby="status-${status}">
<h2 id="status-${status}">${status} ${STATUS_CODES[status] ?? ''}</h2>
${problems.map(renderProblem).join('\n')}
</section>`;
}

function renderProblem([code, { title, cure }]: ProblemEntry): string {
  return `<article class="problem" id="${code}">
<a class="code" href="#${code}"><code>${code}</code></a>
<h3>${escapeHtml(title)}</h3>
<p>${escapeHtml(cure)}</p>
</article>`;
}

function sample() {
  const { cure, status, title } = PROBLEMS[SAMPLE_CODE];
  return {
    type: `/docs/problems#${SAMPLE_CODE}`,
    title,
    status,
    detail: cure,
    instance: '/vote',
    code: SAMPLE_CODE,
    requestId: 'Jq3fXb0T-1a2',
  };
}
