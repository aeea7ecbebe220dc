import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './find-chromium.ts';

const executablePath = findChromium(process.env);
if (executablePath === null) throw new Error('Install Chromium, or set CHROMIUM to the path of one.');

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  // A machine that does much else at once is slow, which is no fault of the page.
  expect: { timeout: 15_000 },
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-GB',
    launchOptions: {
      executablePath,
      // Chromium refuses to sandbox itself for root, as whom CI runs.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
});
