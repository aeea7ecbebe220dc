import { resolve } from 'node:path';
import { closingLine, readTotals } from './test-reports.ts';

/** Prints the sum over every runner whose report lies in .verify/results, alone on its line. */
console.log(closingLine(readTotals(resolve('.verify/results'))));
