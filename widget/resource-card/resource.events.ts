import type { ProblemCode, Resource, ResourcePage } from '../../contract/types.ts';

/** How both events travel: they bubble, and leave shadow trees. */
const EVERYWHERE = { bubbles: true, composed: true };

/** `resource-card-load` and `resource-list-load`: content is shown, for the first time or anew. */
export class ResourceLoadEvent<Body = Resource | ResourcePage> extends Event {
  /** What the service said: a resource, or a page of them. */
  readonly content: Body;

  constructor(tag: string, content: Body) {
    super(`${tag}-load`, EVERYWHERE);
    this.content = content;
  }
}

/** Why there is nothing to show. */
export interface ResourceProblem {
  /** Of the service; none where it has not answered. */
  readonly code: ProblemCode | undefined;
  /** A sentence of the service, for whoever runs the page. */
  readonly detail: string | undefined;
}

/** `resource-card-error` and `resource-list-error`: there is nothing to show. */
export class ResourceErrorEvent extends Event implements ResourceProblem {
  declare readonly code: ProblemCode | undefined;
  declare readonly detail: string | undefined;

  constructor(tag: string, problem: ResourceProblem) {
    super(`${tag}-error`, EVERYWHERE);
    Object.assign(this, problem);
  }
}

/** Each event of a card by its name. */
export interface ResourceCardEventMap {
  'resource-card-load': ResourceLoadEvent<Resource>;
  'resource-card-error': ResourceErrorEvent;
}

/** Each event of a list by its name. */
export interface ResourceListEventMap {
  'resource-list-load': ResourceLoadEvent<ResourcePage>;
  'resource-list-error': ResourceErrorEvent;
}

declare global {
  interface GlobalEventHandlersEventMap extends ResourceCardEventMap, ResourceListEventMap {}
}
