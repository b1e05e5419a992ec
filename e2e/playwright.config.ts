import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const root = fileURLToPath(new URL('../', import.meta.url));
/** npm test and npm run e2e find the browser; Debian's place is for runs without them. */
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
/** A browser that keeps to itself: no calls home, no protocol our server does not speak. */
const args = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: join(root, 'test-results'),
  globalSetup: './support/server.ts',
  fullyParallel: true,
  workers: 2,
  // A whole run repeats a journey once, and names it (decision 0045); whoever runs one alone sees each failure.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 7_500 },
  reporter: [['list'], ['json', { outputFile: join(root, '.cache/e2e.json') }]],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Tallinn',
    screenshot: 'only-on-failure',
    launchOptions: { args, executablePath },
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
    { name: 'desk', use: { viewport: { width: 1536, height: 900 } } },
  ],
});
