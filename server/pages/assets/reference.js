// Runs in the browser on /docs. Swagger UI draws the reference; this page's own style sheet gives it the look of the others.
const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
followScheme();
dark.addEventListener('change', followScheme);

globalThis.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  showExtensions: false,
  // The validator would send the document to a host elsewhere.
  validatorUrl: null,
  // A key that somebody types in is gone with the page.
  persistAuthorization: false,
});
