import { z } from 'zod';

/** The store's clock in an answer. */
export const Now = z.iso.datetime({ precision: 3 }).meta({
  description: "The clock that decides, so that a countdown needs no correct clock in the visitor's machine.",
  example: '2026-11-27T22:00:00.000Z',
});

/** What a visitor may know of a server. */
export const PublicServer = z
  .object({ id: z.string(), slug: z.string(), name: z.string(), description: z.string(), image: z.string() })
  .meta({ id: 'PublicServer' });
export type PublicServer = z.infer<typeof PublicServer>;
