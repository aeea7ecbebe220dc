import { describe } from 'vitest';
import type { OpenContentFixture } from './content-fixture.ts';
import { describeContentHandles } from './content-handles.ts';
import { describeContentImports } from './content-imports.ts';
import { describeContentLists } from './content-lists.ts';
import { describeContentLookups } from './content-lookups.ts';
import { describeContentModel } from './content-model.ts';

/**
 * Every guarantee of ContentStore, for whichever store the fixture opens. `openTarget` opens another store that content is
 * copied to; by default one of the same kind.
 */
export function describeContentStore(
  name: string,
  open: OpenContentFixture,
  openTarget: OpenContentFixture = open,
): void {
  describe(`ContentStore on ${name}`, () => {
    describeContentImports(open);
    describeContentHandles(open, openTarget);
    describeContentLookups(open);
    describeContentLists(open);
    describeContentModel(open);
  });
}
