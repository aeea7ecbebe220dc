// Spares the button of the form: every choice shows at once, and the address of the page follows it. All that is shown
// comes from the server, which writes the same page for the same address without script.

const SETTLE_MS = 250;

const form = document.querySelector('#choice');
const result = document.querySelector('#result');
const said = document.querySelector('#said');
let timer;
let asked = 0;

async function update() {
  const turn = ++asked;
  const query = new URLSearchParams(new FormData(form));
  const answer = await fetch(`/embed?${query}`).catch(() => null);
  if (turn !== asked) return;
  if (!answer?.ok) {
    said.textContent = 'The service does not answer. Your choice shows when it does.';
    return;
  }
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (turn !== asked) return;
  take(fresh);
}

function take(fresh) {
  const made = fresh.querySelector('#result');
  history.replaceState(null, '', made.dataset.address);
  for (const note of form.querySelectorAll('.note')) {
    const { innerHTML } = fresh.getElementById(note.id);
    // Whoever listens is told of a change only.
    if (note.innerHTML !== innerHTML) note.innerHTML = innerHTML;
  }
  if (made.innerHTML === result.dataset.shown) return;
  result.dataset.shown = made.innerHTML;
  result.replaceChildren(...made.childNodes);
  said.textContent = 'What to paste has changed.';
}

/** Shows the questions of the kind of element at once: a keyboard may be on its way to them. */
function showQuestions() {
  const kind = new FormData(form).get('kind');
  for (const fieldset of kind === null ? [] : form.querySelectorAll('[data-kind]')) {
    fieldset.hidden = !fieldset.dataset.kind.split(' ').includes(kind);
  }
}

if (form !== null) {
  form.querySelector('.action').hidden = true;
  form.addEventListener('input', () => {
    showQuestions();
    clearTimeout(timer);
    timer = setTimeout(update, SETTLE_MS);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    void update();
  });
  result.dataset.shown = result.innerHTML;
}
