/**
 * Sizes, and the button in all its states. At its own width it has one height, into which three lines just fit. In less it has
 * room for three lines with air around them, in all states and languages, so that nothing moves when one gives way to another.
 * What a width lacks, multiplied, is all of a length or none of it. A container query would tell the same, and leave no width to
 * an element that is set to be as wide as its words.
 */
export const button = /* css */ `
:host {
  width: 288px;
}
:host([variant='card']) {
  width: 328px;
}
:host([size='large']) {
  width: 360px;
}
:host([variant='compact']) {
  width: 128px;
}
.large {
  font-size: 17px;
}

.ready,
.voting {
  --back: var(--accent);
  --text: var(--accent-ink);
  --edge: color-mix(in srgb, var(--accent) 85%, var(--ink));
  --sign: currentColor;
}
.voted {
  --sign: var(--ok);
}
.busy,
.error {
  --sign: var(--warn);
}
.voted,
.busy,
.error {
  --back: color-mix(in srgb, var(--sign) 9%, var(--face));
  --edge: color-mix(in srgb, var(--sign) 36%, var(--line));
}

.box {
  all: unset;
  box-sizing: border-box;
  display: flex;
  position: relative;
  align-items: center;
  gap: 0.7em;
  width: 100%;
  min-height: 3.4em;
  padding: 0 0.9em;
  border: 1px solid var(--edge);
  border-radius: var(--round);
  background: var(--back);
  color: var(--text);
}
.box::before {
  content: '';
  margin-inline-end: -0.7em;
  padding-top: clamp(0em, (17em - 100%) * 9e9, 4.2em);
}
.ready button,
.error button {
  cursor: pointer;
}
.ready button.box {
  box-shadow: 0 1px 3px #0004;
}
.ready button.box:hover {
  box-shadow: 0 3px 9px #0006;
}
button:active {
  translate: 0 1px;
}

.icon {
  color: var(--sign);
  font-size: 1.2em;
}
.busy,
.voting {
  .icon {
    border: 2px solid color-mix(in srgb, currentColor 25%, transparent);
    border-top-color: currentColor;
    border-radius: 50%;
    font-size: 1em;
    animation: turn 1s linear infinite;
  }
  svg {
    opacity: 0;
  }
}

.words {
  display: grid;
  flex: 1;
  min-width: 0;
  margin-block: clamp(-0.1em, (17em - 100%) * 9e9, 0.35em);
}
.checking .words {
  display: contents;
}
.label,
.name,
.picture,
.figure .count {
  font-weight: 600;
}
.note,
.description,
.unit {
  color: var(--muted);
  font-size: 0.85em;
}
button .count {
  font-size: 0.9em;
  line-height: 1.6;
  padding-inline-start: 0.7em;
  border-inline-start: 1px solid color-mix(in srgb, currentColor 25%, transparent);
}
.time,
.count {
  font-variant-numeric: tabular-nums;
}
.time {
  color: var(--ink);
  unicode-bidi: isolate;
}
.bar {
  display: none;
  position: absolute;
  inset: auto -1px -1px;
  height: 3px;
  clip-path: inset(-4em 0 0 round var(--round));
  background: color-mix(in srgb, var(--muted) 16%, transparent);
}
.bar::before {
  content: '';
  display: block;
  width: calc(var(--done) * 0.1%);
  height: 100%;
  background: var(--sign);
}
.voted .bar,
.cooldown .bar {
  display: block;
}
:is(.offline, .busy, .error, .cooldown:not(.own)):not(.compact) button .count {
  display: none;
}
.checking .words > * {
  font-size: 0;
}
.checking .words::before,
.unknown :is(.name, .description)::before {
  content: '';
  display: inline-block;
  width: 6em;
  height: 0.7em;
  border-radius: var(--round);
  background: var(--line);
}
`;
