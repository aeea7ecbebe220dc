import { createHash } from 'node:crypto';

/** Categories that the resources are spread over evenly, each of them of one of the games. */
export const CATEGORIES = 40;
const GAMES = 5;

/** The slug of the resource with a number. */
export function sampleSlug(number: number): string {
  return `lantern-weather-${wordOf(number)}`;
}

/** A resource of about 1.2 kB, as real ones are on average; the same number gives the same one. */
export function sampleResource(number: number) {
  const word = wordOf(number);
  const [ofGame, ofCategory] = [number % GAMES, number % CATEGORIES];
  const game = { id: idOf('game', ofGame), name: `Game ${ofGame}`, slug: `game-${ofGame}`, gameIcon: '' };
  const category = {
    id: idOf('category', ofCategory),
    name: `Category ${ofCategory}`,
    slug: `category-${ofCategory}`,
  };
  const createdAt = new Date(1_500_000_000_000 + ((number * 7919) % 1_000_000) * 1000).toISOString();
  return {
    id: idOf('resource', number),
    title: `Lantern Weather ${word}`,
    slug: sampleSlug(number),
    description: `What ${word} is about. `.repeat(18),
    summary: 'Storms that can be seen coming, by the colour of every lantern in the harbour.',
    version: '2.4.1',
    filename: `lantern-weather-${word}.zip`,
    filepath: `https://files.example.com/lantern-weather/${word}/download/2.4.1`,
    filesize: '1841203',
    mimetype: 'application/zip',
    tags: ['weather', 'light'],
    coverImageUrl: `https://files.example.com/covers/${word}.png`,
    downloads: number,
    views: 0,
    likesCount: 0,
    commentsCount: 0,
    featured: false,
    user: {
      id: idOf('user', number % 2000),
      username: `user-${number % 2000}`,
      displayName: 'Mirelle',
      avatar: '',
      verified: false,
    },
    team: null,
    game,
    category,
    images: [
      {
        id: idOf('image', number),
        filename: `${word}.png`,
        filepath: `https://files.example.com/${word}.png`,
        order: 0,
      },
    ],
    createdAt,
    updatedAt: createdAt,
  };
}

function wordOf(number: number): string {
  return number.toString(36).padStart(6, '0');
}

function idOf(kind: string, number: number): string {
  const hex = createHash('sha256').update(`${kind} ${number}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
