import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { endpoints } from '../../contract/endpoints.ts';
import { buildDocument } from './build-document.ts';

/** Writes docs/openapi.json from the contract. Runs from the root of the project. */
const root = process.cwd();
const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
const path = resolve(root, 'docs/openapi.json');
writeFileSync(path, `${JSON.stringify(buildDocument(endpoints, version), null, 2)}\n`);
console.log(`Wrote ${path}.`);
