/** An element whose looks are out of date. */
export interface Rendered {
  /** Takes over what has changed. Done for all elements of a turn before any is rendered, so that they ask together. */
  prepare(): void;
  render(): void;
}

/** Elements in a slice, however slow the device is: a page with a few of them shows all at once. */
const FEWEST = 10;
/** A slice is not much longer. What the browser then does for the elements in it takes about twice as long. */
const SLICE_MS = 5;

/**
 * Renders elements once for all changes of a turn. Where there are many, the page answers in between: the rest follows
 * frame by frame. What is asked for in a later turn, such as by a press, does not wait for them.
 */
export class Rendering {
  readonly #turn: Rendered[] = [];

  add(element: Rendered): void {
    if (this.#turn.push(element) > 1) return;
    queueMicrotask(() => {
      for (const each of this.#turn) each.prepare();
      renderSlice(this.#turn.splice(0));
    });
  }
}

function renderSlice(elements: readonly Rendered[]): void {
  const endMs = performance.now() + SLICE_MS;
  let count = 0;
  for (const element of elements) {
    if (count >= FEWEST && performance.now() >= endMs) {
      const goOn = () => setTimeout(() => renderSlice(elements.slice(count)));
      // The browser shows each slice on its own. There are no frames while a page is hidden.
      if (document.hidden) goOn();
      else requestAnimationFrame(goOn);
      return;
    }
    count += 1;
    try {
      element.render();
    } catch (error) {
      // One that cannot be rendered must not keep the others from it.
      reportError(error);
    }
  }
}
