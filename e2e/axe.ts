import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary: string }[];
}

/** Asks for more contrast than the pages promise, and than `findFaintText` holds them to. */
const LEFT_OUT = 'color-contrast-enhanced';

/** What axe finds on the page by all of its rules, inside of elements too: each fault with where it is. */
export async function findFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async (leftOut) => {
    const axe = Reflect.get(globalThis, 'axe');
    const known: { ruleId: string }[] = axe.getRules();
    const rules = Object.fromEntries(known.map(({ ruleId }) => [ruleId, { enabled: ruleId !== leftOut }]));
    const { violations }: { violations: Violation[] } = await axe.run(document, { rules });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
  }, LEFT_OUT);
}
