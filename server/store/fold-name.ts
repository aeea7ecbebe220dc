/** The form in which names of servers are compared when no name matches to the letter: NFC, trimmed, without case. */
export function foldName(name: string): string {
  return name.normalize('NFC').trim().toLowerCase().normalize('NFC');
}
