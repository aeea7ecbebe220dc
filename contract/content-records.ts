import { z } from 'zod';

const CONTROL_CHARACTERS = /\p{Cc}/u;
const LONE_SURROGATE = /\p{Cs}/u;
/** Longest slug or username, in bytes of an address. Node reads no more than 16 KiB of address and headers together. */
const MAX_NAME_BYTES = 10_000;
/** The same of a game, whose slug an address has beside another one; what is left is for the client's own headers. */
const MAX_GAME_BYTES = 2_000;
/** What `encodeURIComponent` leaves as it is and other encoders do not. */
const SOMETIMES_ENCODED = /[!'()*]/g;
const Instant = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** What is said of a value that is there; of one that is not, that it is required. */
const must = (message: string) => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined ? undefined : message),
});

/** Any text that UTF-8 can carry, the empty one too. */
const Text = z.string().refine((text) => !LONE_SURROGATE.test(text), 'must not contain half of a surrogate pair');

/** A UUID; letters are lower case wherever this service writes one. */
export const RecordId = z.guid(must('must be a UUID')).toLowerCase();

/** A text that an address has room for. */
const Short = (maxBytes: number) =>
  Text.refine(
    (text) => fitsAddress(text, maxBytes),
    `must be at most ${maxBytes} bytes long when percent-encoded, as addresses write it`,
  );

/** What an address can name: any text but the empty one, control characters and the dots that URLs take for folders. */
const Addressable = (maxBytes: number) =>
  Short(maxBytes)
    .min(1, 'must not be empty')
    .refine((text) => !CONTROL_CHARACTERS.test(text), 'must not contain control characters')
    .refine((text) => text !== '.' && text !== '..', 'must not be "." or "..", which no URL can address');

const Timestamp = z
  .string()
  .refine(
    (text) => text === '' || Instant.safeParse(text).success,
    'must be an ISO 8601 date, or date and time with a zone, or empty where it is not known',
  )
  .meta({ description: 'ISO 8601; empty where it is not known.', example: '2026-05-04T16:20:00.000Z' });

const Url = Text.meta({ description: 'Address of a picture; empty where there is none.' });
const Count = z.int(must('must be a whole number')).nonnegative('must not be negative');
const Name = (example: string) => Text.meta({ example });
const Id = (example: string) => RecordId.meta({ description: 'UUID.', example });

export const UserSummary = z
  .object({
    id: Id('6f0d0b8a-3f0e-4f0c-9f1e-0a52c7c1d2ab'),
    username: Text.meta({ example: 'mirelle' }),
    displayName: Name('Mirelle'),
    avatar: Url,
    verified: z.boolean(),
  })
  .meta({ id: 'UserSummary', description: 'A user, as other records show one.' });

export const TeamSummary = z
  .object({
    id: Id('1c0f7f0e-6a0a-4c54-8a0e-6d1a0a9b7a11'),
    name: Name('Nightjar Works'),
    avatar: Url,
    isVerified: z.boolean(),
  })
  .meta({ id: 'TeamSummary', description: 'A team, as a resource shows one.' });

export const GameSummary = z
  .object({
    id: Id('d2b1a3a4-7f5e-4a0b-8f49-3f1f5a7d9c33'),
    name: Name('Hollow Tide'),
    slug: Short(MAX_GAME_BYTES).meta({ example: 'hollow-tide' }),
    gameIcon: Url,
  })
  .meta({ id: 'GameSummary', description: 'A game, as other records show one.' });
export type GameSummary = z.infer<typeof GameSummary>;

export const CategorySummary = z
  .object({
    id: Id('8a9f6f6e-0d9c-4c8e-9f2f-5b7c2f5b7a55'),
    name: Name('Weather'),
    slug: Short(MAX_NAME_BYTES).meta({ example: 'weather' }),
  })
  .meta({ id: 'CategorySummary', description: 'A category, as a resource shows one.' });

export const BadgeTeam = z
  .object({ id: Id('1c0f7f0e-6a0a-4c54-8a0e-6d1a0a9b7a11'), name: Name('Nightjar Works'), slug: Text })
  .meta({ id: 'BadgeTeam', description: 'The team that a badge belongs to.' });

export const UserTeam = z
  .object({
    id: Id('1c0f7f0e-6a0a-4c54-8a0e-6d1a0a9b7a11'),
    name: Name('Nightjar Works'),
    slug: Text,
    isVerified: z.boolean(),
    avatar: Url,
  })
  .meta({ id: 'UserTeam', description: 'A team that a user is a member of.' });

export const ResourceImage = z
  .object({ id: RecordId, filename: Text, filepath: Text, order: z.int(must('must be a whole number')) })
  .meta({ id: 'ResourceImage', description: 'A picture of a resource.' });

/** A downloadable thing: a mod, a map, a pack. */
export const Resource = z
  .object({
    id: Id('4b8f2f0e-2c39-4b57-b0a5-7f0d7c9e2d01'),
    title: Name('Lantern Weather'),
    slug: Addressable(MAX_NAME_BYTES).meta({ example: 'lantern-weather' }),
    description: Text,
    summary: Name('Storms that can be seen coming, by the colour of every lantern in the harbour.'),
    version: Name('2.4.1'),
    filename: Name('lantern-weather-2.4.1.zip'),
    filepath: Text,
    filesize: Text.meta({ description: 'As text.', example: '1841203' }),
    mimetype: Name('application/zip'),
    tags: z.array(Text).meta({ example: ['weather', 'light'] }),
    coverImageUrl: Url,
    downloads: Count,
    views: Count,
    likesCount: Count,
    commentsCount: Count,
    featured: z.boolean(),
    user: UserSummary.nullable(),
    team: TeamSummary.nullable(),
    game: GameSummary.nullable(),
    category: CategorySummary.nullable(),
    images: z.array(ResourceImage),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Resource', description: 'A downloadable resource. A summary that does not exist is null.' });
export type Resource = z.infer<typeof Resource>;

export const TeamMember = UserSummary.extend({ role: Text.meta({ example: 'artist' }) }).meta({
  id: 'TeamMember',
  description: 'A member of a team.',
});

export const Team = z
  .object({
    id: Id('1c0f7f0e-6a0a-4c54-8a0e-6d1a0a9b7a11'),
    name: Name('Nightjar Works'),
    slug: Addressable(MAX_NAME_BYTES).meta({ example: 'nightjar-works' }),
    description: Text,
    avatar: Url,
    cover: Url,
    tags: z.array(Text),
    tag: Text.meta({ example: 'NJW' }),
    isVerified: z.boolean(),
    owner: UserSummary.nullable(),
    games: z.array(GameSummary),
    members: z.array(TeamMember),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Team', description: 'A team of users.' });
export type Team = z.infer<typeof Team>;

export const BadgeSummary = z
  .object({ id: Id('c5a0b1f2-9d3e-4b6a-8c7d-2e1f0a9b8c77'), name: Name('First Light'), imageUrl: Url })
  .meta({ id: 'BadgeSummary', description: 'A badge, as a profile shows one.' });

export const ProfileBadge = z
  .object({ id: RecordId, badge: BadgeSummary })
  .meta({ id: 'ProfileBadge', description: 'A badge that a user wears.' });

/** A user, as far as the public may know one. */
export const User = z
  .object({
    id: Id('6f0d0b8a-3f0e-4f0c-9f1e-0a52c7c1d2ab'),
    username: Addressable(MAX_NAME_BYTES).meta({ example: 'mirelle' }),
    displayName: Name('Mirelle'),
    avatar: Url,
    cover: Url,
    bio: Text,
    country: Text,
    verified: z.boolean(),
    followersCount: Count,
    followingCount: Count,
    profileBadges: z.array(ProfileBadge),
    teams: z.array(UserTeam),
    createdAt: Timestamp,
  })
  .meta({ id: 'User', description: 'The public profile of a user.' });
export type User = z.infer<typeof User>;

export const Author = z
  .object({ id: RecordId, username: Text, displayName: Text, avatar: Url, role: Text })
  .meta({ id: 'Author', description: 'An author of a blog post.' });

export const BlogPost = z
  .object({
    id: Id('0e7d6c5b-4a39-4281-9076-f5e4d3c2b1a0'),
    title: Name('What the lanterns know'),
    slug: Addressable(MAX_NAME_BYTES).meta({ example: 'what-the-lanterns-know' }),
    description: Text,
    content: Text.meta({
      description:
        'As written: Markdown, MDX or HTML. It was written by strangers: never insert it as markup unchecked.',
    }),
    image: Url,
    category: Text,
    published: z.boolean(),
    featured: z.boolean(),
    publishedAt: Timestamp,
    authors: z.array(Author),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'BlogPost', description: 'A blog post.' });
export type BlogPost = z.infer<typeof BlogPost>;

export const BadgeVariation = z
  .object({ id: RecordId, name: Text, imageUrl: Url, createdAt: Timestamp })
  .meta({ id: 'BadgeVariation', description: 'Another look of a badge.' });

export const Badge = z
  .object({
    id: Id('c5a0b1f2-9d3e-4b6a-8c7d-2e1f0a9b8c77'),
    name: Name('First Light'),
    imageUrl: Url,
    isPurchasable: z.boolean(),
    isDefault: z.boolean(),
    customBadge: z.boolean(),
    price: z.number(),
    team: BadgeTeam.nullable(),
    variations: z.array(BadgeVariation),
    createdAt: Timestamp,
  })
  .meta({ id: 'Badge', description: 'A badge that users may wear.' });
export type Badge = z.infer<typeof Badge>;

export const Category = z
  .object({
    id: Id('8a9f6f6e-0d9c-4c8e-9f2f-5b7c2f5b7a55'),
    name: Name('Weather'),
    slug: Addressable(MAX_NAME_BYTES).meta({ example: 'weather' }),
    description: Text,
    icon: Url,
    game: GameSummary.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Category', description: 'A category of the resources of one game.' });
export type Category = z.infer<typeof Category>;

function fitsAddress(text: string, maxBytes: number): boolean {
  // Half of a surrogate pair has no bytes to count, and is refused as itself.
  return LONE_SURROGATE.test(text) || encodeURIComponent(text).replace(SOMETIMES_ENCODED, '%00').length <= maxBytes;
}
