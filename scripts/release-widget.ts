import { join } from 'node:path';
import { releaseWidget } from './release/release-widget.ts';

/** `npm run release:widget`: keeps the browser files that were just built, for as long as there are pages that name them. */
const ROOT = process.cwd();

try {
  console.log(releaseWidget(join(ROOT, 'dist/widget'), join(ROOT, 'widget/releases')));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
