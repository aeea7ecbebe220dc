// Lets the button of each block of code copy it, also of blocks that come later. Without a secure context there is no
// clipboard: the buttons stay away, and the text can still be selected.

const SAID_MS = 2000;

/** Where those who listen hear what became of it. */
function placeForWords() {
  const known = document.querySelector('#said');
  if (known !== null) return known;
  const made = document.createElement('p');
  made.className = 'unseen';
  made.setAttribute('role', 'status');
  document.body.append(made);
  return made;
}

async function copy(button, said) {
  const label = button.textContent;
  const text = document.getElementById(button.dataset.copy)?.textContent ?? '';
  const outcome = await navigator.clipboard.writeText(text).then(
    () => 'Copied',
    () => 'Select and copy it',
  );
  button.textContent = outcome;
  said.textContent = outcome;
  setTimeout(() => {
    button.textContent = label;
  }, SAID_MS);
}

if (navigator.clipboard !== undefined) {
  const said = placeForWords();
  document.documentElement.classList.add('copies');
  document.addEventListener('click', ({ target }) => {
    const button = target.closest('.copy');
    // While it says what became of it, that is its label.
    if (button !== null && button.textContent === 'Copy') void copy(button, said);
  });
}
