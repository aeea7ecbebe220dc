import { setText } from './vote/vote-button.ts';

const SAID_MS = 2000;

/** Lets each button with `data-copy` copy the text of the element that it names. */
export function activateCopyButtons(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const source = document.getElementById(button.dataset.copy ?? '');
    const label = button.textContent ?? '';
    if (source === null) continue;
    // Without a secure context there is no clipboard; the text can still be selected.
    button.hidden = navigator.clipboard === undefined;
    button.addEventListener('click', async () => {
      const done = await navigator.clipboard.writeText(source.textContent ?? '').then(
        () => 'Copied',
        () => 'Select and copy it',
      );
      setText(button, done);
      setTimeout(() => setText(button, label), SAID_MS);
    });
  }
}
