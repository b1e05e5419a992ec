import { availableParallelism } from 'node:os';
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
  globalSetup: './support/servers.ts',
  fullyParallel: true,
  workers: availableParallelism(),
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: join(root, '.cache/e2e.json') }]],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Tallinn',
    screenshot: 'only-on-failure',
    // Browsers do not start with a turned clock: their pages are told it (support/clock.ts).
    launchOptions: { args, executablePath, env: { ...process.env, LD_PRELOAD: '' } },
  },
  projects: [
    {
      name: 'phone',
      testIgnore: '**/*.desk.spec.ts',
      grepInvert: /@desk/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desk',
      testIgnore: '**/*.phone.spec.ts',
      grepInvert: /@phone/,
      use: { viewport: { width: 1536, height: 900 } },
    },
  ],
});
