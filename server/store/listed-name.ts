const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What a list calls a server: its id or its slug, each as the directory has it. */
export type ListedName = { readonly id: string } | { readonly slug: string };

export function readListedName(name: string): ListedName {
  return UUID.test(name) ? { id: name.toLowerCase() } : { slug: plainSlug(name) };
}

/** A slug as the directory has it. */
export function plainSlug(slug: string): string {
  return slug.normalize('NFC');
}
