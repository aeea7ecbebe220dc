import { serviceOrigin } from './script.ts';

/** Of the web, or relative, which has no colon; whatever else an address could do, it must not do on this page. */
const WEB = /^(https?:\/\/|[^:]+$)/;

export function isWebAddress(address: string): boolean {
  return WEB.test(address);
}

/** Address of a picture, where it may be shown. What names no host is a path of the service. */
export function toImageAddress(image: string): string {
  return isWebAddress(image) ? image.replace(/^(?!http)\/*/, `${serviceOrigin}/`) : '';
}
