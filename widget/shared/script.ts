/**
 * Origin of the service that the page has loaded the widget from. A bundle knows none, so that its pages name an endpoint.
 * The browser files are built with script.browser.ts in place of this file.
 */
export const serviceOrigin: string = '';
