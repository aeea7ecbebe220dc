/** A grid of cards, and the way from page to page. */
export const list = /* css */ `
:host {
  display: block;
  width: auto;
}
.grid {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 18em), 1fr));
  gap: 1.2em;
}
.pager {
  display: flex;
  justify-content: center;
  align-items: center;
  gap: 1em;
  height: 5em;
  font-variant-numeric: tabular-nums;
}
.position {
  padding: 0.7em;
  border-radius: var(--round);
  background: var(--face);
}
[aria-disabled='true'] {
  color: var(--muted);
  cursor: default;
}
`;
