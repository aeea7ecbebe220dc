import { madeOnce } from '../shared/made-once.ts';
import { theResources } from './page.ts';

/** A number that is not whole or not written out. Browsers differ in the digits of Arabic; these are those of `Language.whole`. */
export function formatNumber(value: number, code: string, options: Intl.NumberFormatOptions): string {
  const key = [code, ...Object.values(options)].join();
  const make = () => new Intl.NumberFormat(`${code}-u-nu-latn`, options);
  return madeOnce(theResources().formats, key, make).format(value);
}
