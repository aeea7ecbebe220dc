import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const SWAGGER_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css'];
/** The best quality saves one byte in twelve more, and takes twenty times as long at every start of the demo. */
const QUALITY = 9;
const COMPRESSED = /\.(?:css|html|js|json|svg)$/;

/** Puts the files of the pages into a folder: the OpenAPI document, and the reference with Swagger UI. */
export function copyPages(root: string, pagesDir: string): void {
  const docsDir = join(pagesDir, 'docs');
  mkdirSync(docsDir, { recursive: true });
  copyFileSync(join(root, 'docs/openapi.json'), join(pagesDir, 'openapi.json'));
  const assetsDir = join(root, 'server/pages/assets');
  for (const name of readdirSync(assetsDir)) copyFileSync(join(assetsDir, name), join(docsDir, name));
  const swaggerDir = dirname(createRequire(join(root, 'package.json')).resolve('swagger-ui-dist/package.json'));
  for (const name of SWAGGER_FILES) copyFileSync(join(swaggerDir, name), join(docsDir, name));
}

/** Gives each text file of a folder, however deep, a compressed neighbour `<name>.br`. */
export function compressFolder(folder: string, quality = QUALITY): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSED.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
    writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path), { params }));
  }
}
