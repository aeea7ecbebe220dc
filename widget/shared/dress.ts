import { madeOnce } from './made-once.ts';

const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>();

/** Gives a shadow root its sheet, and it back: one for each document, which refuses those that another one made. */
export function dress(root: ShadowRoot, styles: string): ShadowRoot {
  const { ownerDocument } = root;
  const view = ownerDocument.defaultView;
  if (!view) return root;
  const known = madeOnce(sheets, ownerDocument, () => new Map());
  const sheet = madeOnce(known, styles, () => {
    const made = new view.CSSStyleSheet();
    made.replaceSync(styles);
    return made;
  });
  root.adoptedStyleSheets = [sheet];
  return root;
}
