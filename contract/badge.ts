import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { shortText } from './short-text.ts';
import { SiteParams } from './site-parts.ts';

/** How a badge looks: small for a row of badges, larger, or like the button of the widget. */
export const BADGE_STYLES = ['flat', 'large', 'button'] as const;
export type BadgeStyle = (typeof BADGE_STYLES)[number];

const NO_LANGUAGE = 'must be a language tag such as de or pt-BR';

/** Marks of direction are welcome: they belong to the words of some languages. */
const BadgeLabel = shortText(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u, 'control');

const BadgeLanguage = z
  .string()
  .max(35, NO_LANGUAGE)
  .refine(isLanguageTag, NO_LANGUAGE)
  .meta({ description: 'Language of the words and of the number; English where there are no words.', example: 'de' });

/** GET /sites/{site}/badge/{slug}.svg: the votes of a server, for READMEs and forums where no script runs. */
export const getSiteBadgeEndpoint = defineEndpoint({
  id: 'getSiteBadge',
  method: 'GET',
  path: '/sites/{site}/badge/{slug}.svg',
  key: 'none',
  tag: 'Sites',
  summary: 'Show the votes of a server as a picture',
  description:
    'An SVG for READMEs, forums and wherever else no script runs. It may be shown on any page, whatever its origin, and is kept for 60 seconds. ' +
    'A request that accepts pictures, as those of browsers do, is answered with a picture also where there is a problem: it says so, under the same status.',
  params: SiteParams.extend({
    slug: z.string().meta({ description: 'Slug of the server.', example: 'aurora-skyblock' }),
  }),
  query: z.object({
    style: z
      .enum(BADGE_STYLES, { error: `must be one of ${BADGE_STYLES.join(', ')}` })
      .default('flat')
      .meta({
        description:
          'Look: flat is 20 px high, large 28 px, and button the 288 by 51 px of the button that people vote with.',
        example: 'flat',
      }),
    label: BadgeLabel.optional().meta({
      description: 'In place of the word, 1 to 64 characters.',
      example: 'votes',
    }),
    lang: BadgeLanguage.optional(),
  }),
  headers: z.object({
    'if-none-match': z.string().optional().meta({ description: 'ETag of the picture that the client has.' }),
  }),
  body: null,
  answerType: 'image/svg+xml',
  answer: z.string().meta({ description: 'The picture.' }),
  answerHeaders: ['ETag'],
  errors: [
    'invalid_request',
    'invalid_ip',
    'site_not_found',
    'server_not_found',
    'too_many_requests',
    'store_unavailable',
    'clock_skew',
    'upstream_unavailable',
    'proxy_misconfigured',
  ],
});

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    // This is how Intl says that it is none.
    return false;
  }
}
