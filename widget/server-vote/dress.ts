import { madeOnce } from '../shared/made-once.ts';
import { styles } from './server-vote.styles.ts';

const sheets = new WeakMap<Document, CSSStyleSheet>();

/** Gives a shadow root its sheet: one for each document, which refuses those that another one made. */
export function dress(root: ShadowRoot): void {
  const { ownerDocument } = root;
  const view = ownerDocument.defaultView;
  if (!view) return;
  const sheet = madeOnce(sheets, ownerDocument, () => {
    const made = new view.CSSStyleSheet();
    made.replaceSync(styles);
    return made;
  });
  root.adoptedStyleSheets = [sheet];
}
