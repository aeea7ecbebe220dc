import { z } from 'zod';
import { parseField } from './parse-field.ts';

const NAME_LENGTH = 200;
const CONTROLS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

const SiteName = z
  .string()
  .transform((text) => text.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, 'must not be empty')
      .refine((text) => [...text].length <= NAME_LENGTH, `must have at most ${NAME_LENGTH} characters`)
      .refine((text) => !CONTROLS.test(text), 'must not contain control characters or broken text'),
  );

/** The name by which the operator recognises a site. @throws RefusedError naming what is wrong. */
export function readSiteName(text: string): string {
  return parseField(SiteName, text, '--name');
}
