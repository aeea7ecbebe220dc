import { renderPage } from './layout.ts';

/** The API reference: a shell that Swagger UI fills in the browser from /openapi.json. */
export function renderReferencePage(): string {
  return renderPage({
    title: 'API reference',
    path: '/docs',
    head: `<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<link rel="stylesheet" href="/docs/assets/reference.css">
<script src="/docs/assets/swagger-ui-bundle.js" defer></script>
<script src="/docs/assets/reference.js" defer></script>`,
    main: `<main id="reference"></main>
<noscript><p class="column">The reference is drawn by script. The same facts are in <a href="/openapi.json">the OpenAPI document</a>.</p></noscript>`,
  });
}
