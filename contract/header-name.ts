const WORDS: Readonly<Record<string, string>> = { ip: 'IP', id: 'ID' };

/** The name of a header as people write it, `X-Vote-Client-IP`: in the document, and in what is said of it. */
export function headerName(name: string): string {
  return name
    .split('-')
    .map((word) => WORDS[word] ?? `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('-');
}
