import { z } from 'zod';

/** Which site. */
export const SiteParams = z.object({
  site: z.string().meta({ description: 'Id of the site, as in the snippet.', example: 'site_4k2m' }),
});
/** Where a page says that it is from. */
export const OriginHeader = z.object({
  origin: z.string().optional().meta({
    description: 'Sent by browsers; has to be one of the origins of the site.',
    example: 'https://example.com',
  }),
});
