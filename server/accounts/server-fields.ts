import { z } from 'zod';
import { UUID_SHAPE } from './make-slug.ts';

/** Long enough for every real name seen (97), short enough for a card and a log line. */
const NAME_LENGTH = 200;
const SLUG_LENGTH = 128;
const DESCRIPTION_LENGTH = 10_000;
const IMAGE_LENGTH = 2048;

/** A lone half of a surrogate pair changes on its way through a store, so an import of it would never settle. */
const BROKEN_TEXT = /[\p{Cs}\0]/u;
const CONTROLS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
const SLUG_SHAPE = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._~-]*$/u;

const ServerId = z
  .string({ error: (issue) => (issue.input === undefined ? 'is missing' : 'must be a string') })
  .regex(UUID_SHAPE, 'must be a UUID')
  .transform((text) => text.toLowerCase());

/** Kept as written, spaces at its ends included, because the exact name is looked for first. */
export const ServerName = z
  .string({ error: (issue) => (issue.input === undefined ? 'is missing' : 'must be a string') })
  .refine((text) => text.trim() !== '', 'must not be empty: a server without a name cannot be voted for')
  .refine((text) => [...text].length <= NAME_LENGTH, `must have at most ${NAME_LENGTH} characters`)
  .refine((text) => !CONTROLS.test(text), 'must not contain control characters or broken text');

/** Part of addresses and query strings, so that only what survives there unchanged may be in it. */
export const ServerSlug = z
  .string('must be a string')
  .transform((text) => text.normalize('NFC'))
  .pipe(
    z
      .string()
      .min(1, 'must not be empty')
      .refine((text) => [...text].length <= SLUG_LENGTH, `must have at most ${SLUG_LENGTH} characters`)
      .regex(SLUG_SHAPE, 'must hold only letters, digits and . _ ~ - and begin with a letter or digit')
      .refine((text) => !UUID_SHAPE.test(text), 'must not look like the id of a server'),
  );

export const ServerDescription = optionalText(DESCRIPTION_LENGTH);
export const ServerImage = optionalText(IMAGE_LENGTH);

/** A row of `servers.ndjson`. Members it does not name are ignored; an absent slug is made from the name. */
export const ServerRow = z.object({
  id: ServerId,
  slug: ServerSlug.nullish(),
  name: ServerName,
  description: ServerDescription,
  image: ServerImage,
});
export type ServerRow = z.infer<typeof ServerRow>;

function optionalText(length: number) {
  return z
    .string('must be a string')
    .nullish()
    .transform((value) => value ?? '')
    .refine((value) => [...value].length <= length, `must have at most ${length} characters`)
    .refine((value) => !BROKEN_TEXT.test(value), 'must not contain NUL or broken text');
}
