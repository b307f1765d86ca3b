import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './support/chromium.ts';

const executablePath = findChromium();

/** Every journey runs on the real product in a real browser. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: join(import.meta.dirname, 'test-results'),
  globalSetup: './support/prepare-academy.ts',
  // Journeys wait half of their time: with one for each of two cores the machine would idle.
  workers: 3,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // The longest journeys take 20 s on an idle machine; a busy machine must not fail them.
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    // Clicks wait for moving elements. Component tests run with motion.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    trace: process.env.ACADEMY_TRACE === '1' ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
