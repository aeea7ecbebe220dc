const SAID_MS = 2000;

/** Lets each button with `data-copy` copy the text of the element that it names. */
export function activateCopyButtons(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const source = document.getElementById(button.dataset.copy ?? '');
    const label = button.textContent ?? '';
    if (source === null) continue;
    // Without a secure context there is no clipboard; the text can still be selected.
    button.hidden = navigator.clipboard === undefined;
    // So that those who listen hear what became of it.
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', async () => {
      button.textContent = await navigator.clipboard.writeText(source.textContent ?? '').then(
        () => 'Copied',
        () => 'Select and copy it',
      );
      setTimeout(() => {
        button.textContent = label;
      }, SAID_MS);
    });
  }
}
