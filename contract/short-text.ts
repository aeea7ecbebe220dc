import { z } from 'zod';

/** A line of 1 to 64 characters, after NFC and trimming. @param kind what the forbidden characters are called */
export function shortText(forbidden: RegExp, kind: string) {
  return z
    .string()
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(1, 'must have 1 to 64 characters')
        .refine((text) => [...text].length <= 64, 'must have 1 to 64 characters')
        .refine((text) => !forbidden.test(text), `must not contain ${kind} characters`),
    );
}
