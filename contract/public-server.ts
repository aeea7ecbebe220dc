import { z } from 'zod';

/** What a visitor may know of a server. */
export const PublicServer = z
  .object({ id: z.string(), slug: z.string(), name: z.string(), description: z.string(), image: z.string() })
  .meta({ id: 'PublicServer' });
export type PublicServer = z.infer<typeof PublicServer>;
