/** What is narrow, the card, and the question for a name. */
export const variants = /* css */ `
.card,
.compact {
  .box {
    justify-content: center;
  }
  .words {
    flex: 0 1 auto;
    overflow: hidden;
  }
}
.compact {
  .box {
    gap: 0.3em;
    height: 2.4em;
    min-height: 0;
    padding: 0 0.5em;
  }
  .box::before {
    content: none;
  }
  button::after {
    content: '';
    position: absolute;
    inset: -5px 0;
  }
  .note {
    font-size: 1em;
  }
  button .count {
    padding: 0;
    border: 0;
  }
  .words:has(.time:not(:empty)) ~ .count {
    display: none;
  }
  form {
    input,
    .go {
      margin: 0;
      padding: 0.4em;
      font-size: 0.85em;
    }
    .go {
      font-size: 1em;
      &::after {
        inset: -9px -6px;
      }
    }
    :placeholder-shown + .go {
      display: none;
    }
  }
}

.card {
  display: grid;
  gap: 1em;
  padding: 1em;
  border: 1px solid var(--line);
  border-radius: calc(var(--round) * 1.5);
  background: linear-gradient(color-mix(in srgb, var(--accent) 6%, transparent), transparent 65%) var(--face);
}
.head {
  display: grid;
  grid-template: 1.5em 1.5em / 3.4em 1fr auto;
  gap: 0 0.7em;
  align-items: center;
}
.picture {
  grid-row: 1 / 3;
  display: grid;
  place-items: center;
  height: 3.4em;
  overflow: hidden;
  border-radius: var(--round);
  background: color-mix(in srgb, var(--accent) 16%, var(--face));
}
.picture > * {
  grid-area: 1 / 1;
  font-size: 1.5em;
}
.name,
.description {
  grid-column: 2;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.figure {
  grid-area: 1 / 3 / 3;
  display: grid;
  text-align: end;
}
.figure .count {
  font-size: 1.2em;
}

form.box {
  --back: var(--face);
  --text: var(--ink);
}
form:has(:user-invalid) {
  --edge: var(--bad);
}
input {
  all: unset;
  flex: 1;
  width: 0;
  margin-inline-start: -0.7em;
  padding: 0.5em;
  text-overflow: ellipsis;
}
::placeholder {
  color: var(--muted);
  opacity: 1;
}
.go {
  all: unset;
  position: relative;
  margin-inline-end: -0.58em;
  padding: 0.75em;
  border-radius: var(--round);
  color: var(--accent-ink);
  background: var(--accent);
  font-size: 1.2em;
}
`;
