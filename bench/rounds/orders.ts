/** The same items with another one first, so that whatever slows a machine down at the beginning or the end of a round meets all of them. */
export function rotate<Item>(items: readonly Item[], by: number): Item[] {
  const start = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

/** The same items in an order by chance, so that none of them has a neighbour that it always comes after. */
export function shuffle<Item>(items: readonly Item[], random: () => number = Math.random): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
