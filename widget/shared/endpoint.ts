import { serviceOrigin } from './script.ts';

/** Address of the proxy that an element talks to, without a slash at its end; nothing where it is not set up. */
export function endpointOf(element: Element): string | null {
  const site = element.getAttribute('site');
  return element.getAttribute('endpoint') ?? (site && serviceOrigin && `${serviceOrigin}/sites/${site}`);
}
