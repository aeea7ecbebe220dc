export interface DemoServer {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly image: string;
}

export interface DemoSite {
  readonly site: string;
  /** How long one vote lasts, in milliseconds. */
  readonly cooldownMs: number;
  readonly servers: readonly DemoServer[];
}

interface Named {
  readonly name: string;
}

export interface DemoResource {
  readonly title: string;
  readonly summary: string;
  readonly version: string;
  readonly tags: readonly string[];
  readonly coverImageUrl: string;
  readonly downloads: number;
  readonly likesCount: number;
  readonly featured: boolean;
  readonly user: { readonly displayName: string; readonly avatar: string; readonly verified: boolean } | null;
  readonly team: (Named & { readonly avatar: string; readonly isVerified: boolean }) | null;
  readonly game: Named | null;
  readonly category: Named | null;
  /** ISO 8601, or empty. */
  readonly updatedAt: string;
}

export interface DemoResources {
  readonly resources: readonly DemoResource[];
}

/** Reads JSON of this origin. @throws Error when the answer is not a good one. */
export async function readJson<Body>(path: string): Promise<Body> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return response.json();
}
