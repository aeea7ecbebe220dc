import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromium } from './e2e/find-chromium.ts';

const WIDGET_IN_NODE = 'widget/**/*.node.test.ts';
const TESTS = [
  WIDGET_IN_NODE,
  'contract/**/*.test.ts',
  'server/**/*.test.ts',
  'scripts/**/*.test.ts',
  'bench/**/*.test.ts',
  'faults/**/*.test.ts',
];
const SYSTEM_TESTS = ['**/*.system.test.ts'];
const FIREFOX_TESTS = ['e2e/*.firefox.test.ts'];
const REAL_DATA_TESTS = ['**/*.real-data.test.ts'];
const NO_TESTS = ['**/node_modules/**', 'dist/**', '.verify/**'];

/** The runners of the tests. The demo has its own configuration beside it. */
export default defineConfig({
  test: {
    // Tests start real servers and stores; two files at a time keep two cores busy.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: TESTS, exclude: [...NO_TESTS, ...SYSTEM_TESTS, ...REAL_DATA_TESTS] },
      },
      {
        extends: true,
        // These run the built product from dist.
        test: {
          name: 'system',
          include: SYSTEM_TESTS,
          exclude: NO_TESTS,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // Load and signals are measured here: one file at a time.
          fileParallelism: false,
        },
      },
      {
        extends: true,
        // The elements, in the Chromium of the system.
        test: {
          name: 'widget',
          include: ['widget/**/*.test.ts'],
          exclude: [...NO_TESTS, WIDGET_IN_NODE],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            instances: [{ browser: 'chromium' }],
            provider: playwright({
              contextOptions: { locale: 'en-GB' },
              launchOptions: {
                executablePath: findChromium(process.env) ?? '',
                args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
              },
            }),
          },
        },
      },
      {
        extends: true,
        // The built product in Firefox, which need not be there outside CI.
        test: { name: 'firefox', include: FIREFOX_TESTS, exclude: NO_TESTS, testTimeout: 60_000 },
      },
      {
        extends: true,
        // These read the folder that REAL_DATA names.
        test: { name: 'real-data', include: REAL_DATA_TESTS, exclude: NO_TESTS, testTimeout: 300_000 },
      },
    ],
  },
});
