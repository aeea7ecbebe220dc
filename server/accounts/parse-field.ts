import type { z } from 'zod';
import { BadUsageError } from './refused-error.ts';

/** Checks one text from the operator. @throws BadUsageError whose line begins with the member's name. */
export function parseField<Output>(schema: z.ZodType<Output>, value: unknown, member: string): Output {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new BadUsageError(`${member} ${parsed.error.issues[0]?.message ?? 'is not valid'}.`);
}
