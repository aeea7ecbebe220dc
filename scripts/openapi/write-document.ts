import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { endpoints } from '../../contract/endpoints.ts';
import { readAnswerExamples } from './answer-examples.ts';
import { buildDocument } from './build-document.ts';

/** Writes docs/openapi.json from the contract. Runs from the root of the project. */
const root = process.cwd();
const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
const path = resolve(root, 'docs/openapi.json');
const document = buildDocument(endpoints, version, readAnswerExamples(resolve(root, 'demo/content')));
writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`);
console.log(`Wrote ${path}.`);
