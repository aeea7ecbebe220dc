/**
 * What all elements have: the ten colours of all elements, each with a light and a dark value. What is not public gets a
 * shorter name in the build. Contained, they have no baseline and stand in a line just as the picture that kept their room.
 */
export const tokens = /* css */ `
:host {
  display: inline-block;
  max-width: 100%;
  contain: layout;
}
:host([hidden]) {
  display: none;
}

.base {
  all: initial;
  visibility: inherit;
  color-scheme: inherit;
  --accent: var(--server-vote-accent, light-dark(#3b5bdb, #8aa4ff));
  --auto: clamp(0, (0.18 - y) * 9e9, 1);
  --accent-ink: var(--server-vote-accent-ink, color(from var(--accent) xyz var(--auto) var(--auto) var(--auto)));
  --ink: var(--server-vote-ink, light-dark(#1c2330, #e8ebf2));
  --muted: var(--server-vote-muted, light-dark(#5b6577, #9aa4b8));
  --line: var(--server-vote-line, light-dark(#d9dee7, #323a4a));
  --face: var(--server-vote-face, light-dark(#fff, #151a23));
  --raised: var(--server-vote-raised, light-dark(#f5f7fa, #1e2531));
  --ok: var(--server-vote-ok, light-dark(#12805c, #4fd1a1));
  --warn: var(--server-vote-warn, light-dark(#a15c00, #f0b054));
  --bad: var(--server-vote-bad, light-dark(#c0362c, #ff8f85));
  --round: var(--server-vote-radius, 0.75em);
  --back: var(--raised);
  --text: var(--ink);
  --edge: var(--line);
  --sign: var(--muted);
  display: block;
  position: relative;
  color: var(--ink);
  font: 15px/1.2 var(--server-vote-font, system-ui, sans-serif);
}
.light {
  color-scheme: light;
}
.dark {
  color-scheme: dark;
}

:focus-visible:not(input),
form:has(input:focus-visible) {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
}
svg,
::slotted([slot='icon']) {
  display: block;
  width: 1em;
  height: 1em;
}
svg {
  fill: none;
  stroke: currentColor;
  stroke-width: 2.2;
  stroke-linecap: round;
  stroke-linejoin: round;
}
img {
  width: 100%;
  height: 100%;
  object-fit: cover;
}
.unseen,
.compact :is(.label:not(.bare .label), .note > :not(.time)) {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
`;
