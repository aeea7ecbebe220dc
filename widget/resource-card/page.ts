import type { Resource, ResourcePage } from '../../contract/types.ts';
import { Language, type Vocabulary } from '../shared/language.ts';
import { loadResourceLanguageFile } from '../shared/resource-language-files.ts';
import { ENGLISH_RESOURCES, type ResourceMessages } from '../shared/resource-messages.ts';
import type { SharedAnswer } from '../shared/shared-answer.ts';

export type ResourceLanguage = Language<ResourceMessages>;

/** What all cards and lists of one page share: their words, and the answers by their addresses. */
class ResourcesOfPage implements Vocabulary<ResourceMessages> {
  readonly english = new Language('en', ENGLISH_RESOURCES);
  readonly load = loadResourceLanguageFile;
  readonly languages = new Map<string, Promise<ResourceLanguage>>();
  readonly formats = new Map<string, Intl.NumberFormat>();
  readonly records = new Map<string, SharedAnswer<Resource>>();
  readonly lists = new Map<string, SharedAnswer<ResourcePage>>();
}

let resources: ResourcesOfPage | undefined;

/** The page's shared state. Made when the first element is on the page, so that importing this does nothing. */
export function theResources(): ResourcesOfPage {
  resources ??= new ResourcesOfPage();
  return resources;
}
