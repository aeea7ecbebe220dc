import type { TemplateResult } from 'lit/html.js';
import type { Resource } from '../../contract/types.ts';
import { renderCard } from './card.template.ts';
import { ContentElement } from './content-element.ts';
import { type ResourceLanguage, theResources } from './page.ts';
import { ATTRIBUTES } from './resource-card.attributes.ts';
import { styles } from './resource-card.styles.ts';

/**
 * A card of one resource: cover, title, makers, figures and dates in the visitor's language.
 *
 * @summary Shows a resource.
 * @element resource-card
 *
 * @attr {string} site - Id of the site, as in the snippet. Its service is the one that the script came from.
 * @attr {string} endpoint - Address of another proxy, such as `/server-vote`; takes the place of `site`.
 * @attr {string} resource - Slug of the resource.
 * @attr {string} game - Slug of its game, where resources of several games have that slug.
 * @attr {string} resource-id - Id of the resource; comes before `resource`.
 * @attr {string} href - Where the title leads; `{slug}`, `{id}` and `{game}` stand for those of the resource.
 * @attr {string} heading - Level of the title among the page's headings, 3 by default.
 * @attr {string} lang - Language; by default that of the closest `lang`, else the browser's.
 * @attr {"auto"|"light"|"dark"} theme - `auto` follows the page's `color-scheme`.
 * @attr {"lazy"|"eager"} loading - `eager` asks at once; by default nothing is asked until the card is nearly on the screen.
 *
 * @slot - A link that stays usable where script is blocked; shown also where there is nothing to show.
 *
 * @fires {ResourceLoadEvent<Resource>} resource-card-load - The resource is shown, for the first time or anew.
 * @fires {ResourceErrorEvent} resource-card-error - There is nothing to show, and why.
 *
 * @csspart base - Around everything.
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
 * @csspart note - What is said where there is nothing to show.
 * @csspart button - To try again.
 *
 * @cssstate loading - Nothing is known yet.
 * @cssstate ready - The resource is shown.
 * @cssstate missing - There is no such resource.
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
export class ResourceCardElement extends ContentElement<Resource> {
  static readonly observedAttributes = ATTRIBUTES;

  constructor() {
    super(styles, theResources().records);
  }

  protected override path(): string | undefined {
    const id = this.getAttribute('resource-id');
    const slug = this.getAttribute('resource');
    const game = this.getAttribute('game');
    if (id) return `/${encodeURIComponent(id)}`;
    return slug ? `/slug/${encodeURIComponent(slug)}${game ? `?gameSlug=${encodeURIComponent(game)}` : ''}` : undefined;
  }

  protected override renderContent(resource: Resource | null, language: ResourceLanguage): TemplateResult {
    return renderCard(resource, language, this);
  }

  protected override tell(): string {
    return this.content?.title ?? '';
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'resource-card': ResourceCardElement;
  }
}
