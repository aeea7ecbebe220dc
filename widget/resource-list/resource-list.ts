import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Resource, ResourcePage } from '../../contract/types.ts';
import { renderCard } from '../resource-card/card.template.ts';
import { ContentElement } from '../resource-card/content-element.ts';
import { type ResourceLanguage, theResources } from '../resource-card/page.ts';
import { text } from '../shared/pieces.ts';
import { ATTRIBUTES } from './resource-list.attributes.ts';
import { styles } from './resource-list.styles.ts';

/** As many as the service says, where the page does not. */
const USUAL_LIMIT = 20;
/** Of the request, and the attributes that say them. */
const QUERY = [
  ['page', 'page'],
  ['limit', 'limit'],
  ['gameSlug', 'game'],
  ['categorySlug', 'category'],
] as const;

/**
 * The resources of a site as a grid of cards, newest first, page by page.
 *
 * @summary Shows resources, page by page.
 * @element resource-list
 *
 * @attr {string} site - Id of the site, as in the snippet. Its service is the one that the script came from.
 * @attr {string} endpoint - Address of another proxy, such as `/server-vote`; takes the place of `site`.
 * @attr {string} game - Slug of a game, where only its resources are meant.
 * @attr {string} category - Slug of a category, where only its resources are meant.
 * @attr {number} limit - Cards on a page, 20 by default and 100 at most.
 * @attr {number} page - The page that is shown, from 1; the buttons change it.
 * @attr {string} href - Where the titles lead; `{slug}`, `{id}` and `{game}` stand for those of the resource.
 * @attr {number} heading - Level of the titles among the page's headings, 3 by default.
 * @attr {string} lang - Language; by default that of the closest `lang`, else the browser's.
 * @attr {"auto"|"light"|"dark"} theme - `auto` follows the page's `color-scheme`.
 * @attr {"lazy"|"eager"} loading - `eager` asks at once; by default nothing is asked until the list is nearly on the screen.
 *
 * @slot - A link that stays usable where script is blocked; shown also where there is nothing to show.
 *
 * @fires {ResourceLoadEvent<ResourcePage>} resource-list-load - A page is shown, for the first time or anew.
 * @fires {ResourceErrorEvent} resource-list-error - There is nothing to show, and why.
 *
 * @csspart base - Around everything.
 * @csspart grid - Around the cards.
 * @csspart cover - The picture, or what stands for it.
 * @csspart chip - Featured, game and category, on the cover.
 * @csspart title - Title and version.
 * @csspart name - The title where it is no link.
 * @csspart link - The title where it is one.
 * @csspart version - The version.
 * @csspart summary - Summary, or the start of the description.
 * @csspart makers - Line of author and team.
 * @csspart avatar - Picture of an author or a team.
 * @csspart maker - Name of an author or a team.
 * @csspart verified - Mark of a verified author or team.
 * @csspart tags - Line of tags.
 * @csspart tag - A tag.
 * @csspart figures - Last line.
 * @csspart figure - Downloads, likes, or the size of the file.
 * @csspart date - When it was updated last.
 * @csspart pager - Below the cards, where there are several pages.
 * @csspart position - Which page it is, and of how many.
 * @csspart note - What is said where there is nothing to show.
 * @csspart button - To the next page, to the one before, and to try again.
 *
 * @cssstate loading - Nothing is known yet, or another page is on its way.
 * @cssstate ready - A page is shown.
 * @cssstate empty - There are no resources, or none on this page.
 * @cssstate missing - There is no such list.
 * @cssstate offline - There is no connection.
 * @cssstate error - Something went wrong; the visitor can try again.
 * @cssstate misconfigured - The element is not set up.
 *
 * @cssproperty --server-vote-accent - What stands for pictures, the mark of the verified, and the ring of the focus.
 * @cssproperty --server-vote-accent-ink - The sign in that mark; by default black or white, whichever reads better.
 * @cssproperty --server-vote-ink - Text.
 * @cssproperty --server-vote-muted - Text of less weight.
 * @cssproperty --server-vote-line - Edges and placeholders of text.
 * @cssproperty --server-vote-face - Background.
 * @cssproperty --server-vote-raised - Background of tags and buttons.
 * @cssproperty --server-vote-radius - Rounding of corners.
 * @cssproperty --server-vote-font - Font family.
 */
export class ResourceListElement extends ContentElement<ResourcePage> {
  static readonly observedAttributes = ATTRIBUTES;

  /** What there is in all, by the last answer; before any, as much as there may be. */
  #known = { total: Number.POSITIVE_INFINITY, totalPages: 0 };

  constructor() {
    super(styles, theResources().lists);
  }

  protected override path(): string {
    const query = new URLSearchParams();
    for (const [name, attribute] of QUERY) {
      const value = this.getAttribute(attribute);
      if (value) query.set(name, value);
    }
    return `?${query}`;
  }

  protected override isEmpty({ resources }: ResourcePage): boolean {
    return resources.length === 0;
  }

  protected override renderContent(body: ResourcePage | null, language: ResourceLanguage): unknown {
    this.#known = this.content ?? this.#known;
    const cards = this.#rows(body).map(
      (resource) => html`<div role="listitem">${renderCard(resource, language, this)}</div>`,
    );
    return [html`<div part="grid" class="grid" role="list">${cards}</div>`, this.#renderPager(language)];
  }

  protected override tell(language: ResourceLanguage): string {
    return [this.#page, this.#known.totalPages].reduce(
      (words, number) => words.replace('{}', language.whole(number)),
      language.messages[17],
    );
  }

  #renderPager(language: ResourceLanguage): TemplateResult | typeof nothing {
    const { total, totalPages } = this.#known;
    const button = (label: string, page: number) => {
      const isOpen = page > 0 && page <= totalPages;
      return html`<button part="button" aria-disabled=${!isOpen} .textContent=${label} @click=${() => isOpen && this.#go(page)}></button>`;
    };
    // Its place is kept while nothing is known yet.
    return total > this.#limit
      ? html`<div part="pager" class="pager">${
          totalPages
            ? [
                button(language.messages[15], Math.min(this.#page - 1, totalPages)),
                text('position', this.tell(language)),
                button(language.messages[16], this.#page + 1),
              ]
            : nothing
        }</div>`
      : nothing;
  }

  get #page(): number {
    return Number(this.getAttribute('page')) || 1;
  }

  get #limit(): number {
    return Number(this.getAttribute('limit')) || USUAL_LIMIT;
  }

  /** Shows another page, from its top. The button keeps the focus. */
  #go(page: number): void {
    this.hasActed = true;
    this.setAttribute('page', `${page}`);
    if (this.getBoundingClientRect().top < 0) this.scrollIntoView();
  }

  /** The cards; placeholders for as many as there will be. */
  #rows(body: ResourcePage | null): readonly (Resource | null)[] {
    const left = this.#known.total - (this.#page - 1) * this.#limit;
    return (
      body?.resources ??
      (/loading|ready/.test(this.state) ? Array(Math.max(Math.min(this.#limit, left), 0)).fill(null) : [])
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'resource-list': ResourceListElement;
  }
}
