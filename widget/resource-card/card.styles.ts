/** A card, its placeholder, and what stands in place of content. Every line has its height, whatever is in it. */
export const card = /* css */ `
:host {
  width: 328px;
}
.card {
  display: grid;
  position: relative;
  gap: 0.7em;
  padding-bottom: 0.7em;
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: calc(var(--round) * 1.5);
  background: var(--face);
}
.card > :not(.cover) {
  margin: 0 1em;
}
.picture {
  display: grid;
  grid-template: 100% / 100%;
  place-items: center;
  overflow: hidden;
  background: color-mix(in srgb, var(--accent) 16%, var(--face));
  font-weight: 600;
}
.picture > * {
  grid-area: 1 / 1;
}
.cover {
  aspect-ratio: 16 / 9;
  font-size: 3em;
}
.chip {
  position: absolute;
  top: 1em;
  max-width: 80%;
  padding: 0.25em 0.7em;
  border-radius: 9em;
  background: #000a;
  color: #fff;
  font-size: 0.8em;
}
.words {
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 3;
  height: 4.2em;
  overflow: hidden;
  line-height: 1.4em;
  overflow-wrap: anywhere;
}
.title {
  font-weight: 600;
}
.title,
.summary {
  display: block;
  unicode-bidi: plaintext;
}
.version {
  margin: 0 0.5em;
  font-weight: 400;
  unicode-bidi: plaintext;
}
.version,
.tag,
.figures {
  font-size: 0.85em;
}
.version,
.summary,
.tag,
.figures {
  color: var(--muted);
}
a {
  color: inherit;
  text-decoration: none;
}
a:hover {
  text-decoration: underline;
}
a::after {
  content: '';
  position: absolute;
  inset: 0;
}
.row {
  display: flex;
  align-items: center;
  gap: 1em 0.5em;
  height: 1.6em;
  overflow: hidden;
}
.tags,
.figures {
  flex-wrap: wrap;
  align-content: start;
}
.chip,
.maker,
.tag {
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  unicode-bidi: plaintext;
}
.avatar {
  flex: none;
  width: 1.6em;
  height: 1.6em;
  border-radius: 50%;
}
.verified {
  border-radius: 50%;
  background: var(--accent);
  color: var(--accent-ink);
}
.tag {
  max-width: 100%;
  padding: 0.25em 0.7em;
  border-radius: 9em;
  background: var(--raised);
}
.figures {
  padding-top: 0.7em;
  border-top: 1px solid var(--line);
}
.figure {
  display: flex;
  align-items: center;
  gap: 0.3em;
}
.date {
  margin-inline-start: auto;
}
[title] {
  position: relative;
}
.loading :is(.words, .row)::before {
  content: '';
  display: block;
  width: 6em;
  height: 0.7em;
  border-radius: var(--round);
  background: var(--line);
}
.card:has(+ .note) > * {
  visibility: hidden;
}
.note {
  display: grid;
  gap: 1em;
  place-content: center;
  padding: 3em 1em;
  border-radius: calc(var(--round) * 1.5);
  background: var(--face);
  color: var(--muted);
  text-align: center;
}
::slotted(*) {
  padding: 0.9em;
}
.card + .note {
  position: absolute;
  inset: 1px;
}
button {
  all: unset;
  padding: 0.8em;
  border: 1px solid var(--line);
  border-radius: var(--round);
  background: var(--raised);
  color: var(--ink);
  cursor: pointer;
}
`;
