import { CHOICES, type EmbedChoice, LANGUAGES } from './embed-choice.ts';
import { escapeHtml } from './layout.ts';

type ChoiceName = keyof typeof CHOICES;

const LABELS: Readonly<Record<string, string>> = {
  vote: 'Vote button',
  card: 'Card',
  list: 'List of cards',
  button: 'Button',
  compact: 'Compact',
  medium: 'Medium',
  large: 'Large',
  auto: 'Like the page',
  light: 'Light',
  dark: 'Dark',
  clock: '04:12:09',
  text: '4 hr 12 min',
  none: 'Nothing',
  ready: 'Before the vote',
  cooldown: 'After a vote',
  exact: 'Exact, with hash',
  newest: 'Newest',
  html: 'HTML',
  wordpress: 'WordPress',
  react: 'React',
  vue: 'Vue',
  svelte: 'Svelte',
  flat: 'Small',
};
const KINDS: Readonly<Record<string, string>> = { card: 'Resource', list: 'List' };

/** The form of the embed page. It works as a plain form; script only spares the button. */
export function renderForm(
  choice: EmbedChoice,
  options: { readonly hasCards: boolean; readonly notes: { readonly server: string; readonly resource: string } },
): string {
  const { kind } = choice;
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const languages = ['', ...LANGUAGES].map(
    (code) =>
      `<option value="${code}"${code === choice.lang ? ' selected' : ''}>${code === '' ? 'Like the page' : names.of(code)}</option>`,
  );
  return `<form id="choice" action="/embed" class="choice">
<input type="hidden" name="site" value="${escapeHtml(choice.site)}">
${options.hasCards ? renderRadios(choice, 'kind', 'What') : ''}
<fieldset data-kind="vote"${kind === 'vote' ? '' : ' hidden'}>
<legend class="unseen">Vote button</legend>
${renderText('server', 'Server', { value: choice.server, hint: 'Its slug, such as my-server', note: options.notes.server })}
${renderRadios(choice, 'variant', 'Shape')}
${renderRadios(choice, 'size', 'Size')}
${renderRadios(choice, 'countdown', 'Time left')}
<div class="checks">
${renderCheck('hideCount', 'Leave the count out', choice.hideCount)}
<input type="hidden" name="askName" value="off">
${renderCheck('askName', 'Ask for the name in the game', choice.askName)}
</div>
</fieldset>
<fieldset data-kind="card"${kind === 'card' ? '' : ' hidden'}>
<legend class="unseen">Resource card</legend>
${renderText('resource', 'Resource', { value: choice.resource, hint: 'Its slug', note: options.notes.resource })}
</fieldset>
<fieldset data-kind="list"${kind === 'list' ? '' : ' hidden'}>
<legend class="unseen">Resource list</legend>
${renderText('category', 'Category', { value: choice.category, hint: 'Its slug; empty for all' })}
${renderRadios(choice, 'limit', 'Cards on a page')}
</fieldset>
<fieldset data-kind="card list"${kind === 'vote' ? ' hidden' : ''}>
<legend class="unseen">Game and links</legend>
${renderText('game', 'Game', { value: choice.game, hint: 'Its slug; may be empty' })}
${renderText('href', 'Titles lead to', { value: choice.href, hint: '/mods/{slug}; may be empty' })}
</fieldset>
${renderRadios(choice, 'theme', 'Theme')}
<div class="field"><label for="lang">Language</label>
<select id="lang" name="lang" class="text-field">${languages.join('')}</select></div>
${renderRadios(choice, 'system', 'For')}
${renderRadios(choice, 'version', 'Version')}
<fieldset data-kind="vote"${kind === 'vote' ? '' : ' hidden'}>
<legend class="unseen">Preview and badge</legend>
${renderRadios(choice, 'state', 'Preview')}
${renderRadios(choice, 'badge', 'Badge')}
</fieldset>
<button class="action">Show</button>
</form>`;
}

/** The form of the page while no site is known. */
export function renderSiteForm(site: string, fault: string): string {
  const about = fault === '' ? '' : ' aria-invalid="true" aria-describedby="site-fault"';
  return `<form action="/embed" class="choice ask-site">
<div class="field"><label for="site">Site</label>
<input id="site" name="site" class="text-field" required spellcheck="false" autocapitalize="none" placeholder="site_4k2m" value="${escapeHtml(site)}"${about}></div>
${fault === '' ? '' : `<p class="fault" id="site-fault">${fault}</p>`}
<button class="action">Go on</button>
</form>`;
}

function renderRadios(choice: EmbedChoice, name: ChoiceName, legend: string): string {
  const options = CHOICES[name].map((value) => {
    const checked = choice[name] === value ? ' checked' : '';
    const label = (name === 'kind' ? KINDS[value] : undefined) ?? LABELS[value] ?? value;
    return `<label><input type="radio" name="${name}" value="${value}"${checked}><span data-label="${label}">${label}</span></label>`;
  });
  return `<fieldset class="radios"><legend>${legend}</legend><div>${options.join('')}</div></fieldset>`;
}

function renderText(
  name: string,
  label: string,
  { value, hint, note }: { readonly value: string; readonly hint: string; readonly note?: string },
): string {
  const about = note === undefined ? '' : ` aria-describedby="${name}-note"`;
  const place = note === undefined ? '' : `\n<div id="${name}-note" class="note" aria-live="polite">${note}</div>`;
  return `<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" class="text-field" spellcheck="false" autocapitalize="none" autocomplete="off" placeholder="${hint}" value="${escapeHtml(value)}"${about}></div>${place}`;
}

function renderCheck(name: string, label: string, isChecked: boolean): string {
  return `<label><input type="checkbox" name="${name}" value="on"${isChecked ? ' checked' : ''}><span>${label}</span></label>`;
}
