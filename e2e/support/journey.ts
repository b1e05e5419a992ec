import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export { expect };

/** Demo accounts, the same on every tenant. */
export type DemoRole = 'member' | 'trainer' | 'admin';
export const demoPassword = 'Demo1234';

interface JourneyOptions {
  /** Console errors the journey provokes on purpose, such as a refused call: `[/status of 409/]`. */
  expectedErrors: readonly RegExp[];
}

/**
 * Playwright's test, failing on any console error, uncaught error or breach of the content policy in any of
 * its pages. A journey that provokes one says so: `test.use({ expectedErrors: [/status of 409/] })`.
 */
export const test = base.extend<JourneyOptions & { watch: undefined }>({
  expectedErrors: [[], { option: true }],
  watch: [
    async ({ context, expectedErrors }, use) => {
      const errors: string[] = [];
      context.on('console', (message) => {
        if (message.type() !== 'error') return;
        errors.push(`console: ${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) =>
        errors.push(`uncaught: ${error.error().stack ?? error.error().message}`),
      );
      await context.addInitScript(() => {
        document.addEventListener(
          'securitypolicyviolation',
          ({ violatedDirective, blockedURI, sourceFile }) => {
            console.error(`content policy: ${violatedDirective} ${blockedURI} ${sourceFile}`);
          },
        );
      });
      await use(undefined);
      const unexpected = errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)));
      expect(unexpected, 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
});

/** The address of a tenant's page on the journeys' server: `tenantUrl('pohjala-sport.ee', '/calendar/day')`. */
export function tenantUrl(host: string, path = '/'): string {
  return `http://${host}.localhost:${process.env.TRENN_JOURNEY_PORT}${path}`;
}

/** Opens a page of a tenant and waits until its scripts have taken over. */
export async function openTenant(page: Page, host: string, path = '/'): Promise<void> {
  await page.goto(tenantUrl(host, path));
  await waitForScripts(page);
}

/**
 * Signs in on the tenant whose page is open, as the log-in form does but without it, and opens `path`.
 * The form itself has a journey of its own.
 */
export async function logInAs(page: Page, role: DemoRole, path = '/'): Promise<void> {
  const status = await page.evaluate(
    async ({ name, password }) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json' };
      const rules: { login: { isEmail: boolean } } = await (
        await fetch('/api/v0.1/page/', { headers })
      ).json();
      const username = rules.login.isEmail ? `${name}@demo.test` : name;
      const { platform, userAgent, hardwareConcurrency: cpuCores, maxTouchPoints: touchPoints } = navigator;
      const { width: screenWidth, height: screenHeight, colorDepth } = screen;
      const screenParts = { screenWidth, screenHeight, colorDepth };
      const answer = await fetch('/api/v0.1/account/login', {
        method: 'POST',
        headers,
        body: JSON.stringify({
          userCredentials: { username, password, keep: false },
          deviceParameters: { platform, userAgent, ...screenParts, cpuCores, touchPoints },
        }),
      });
      if (answer.ok) localStorage.setItem('has_logged_in', 'true');
      return answer.status;
    },
    { name: role, password: demoPassword },
  );
  expect(status, `signing in as ${role}`).toBe(200);
  await page.goto(new URL(path, page.url()).href);
  await waitForScripts(page);
}

/** axe finds nothing on the page as it stands, or within `inside`. */
export async function expectAccessible(page: Page, inside?: string): Promise<void> {
  await waitForRest(page);
  // Without frames of its own, axe need not open a page beside this one for each look.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
  const { violations } = await (inside ? axe.include(inside) : axe).analyze();
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ target }) => `  ${target.join(' ')}`).join('\n')}`,
  );
  expect(found, 'what axe finds').toEqual([]);
}

/** What fades in or out has come to its end: half a fade has half a contrast. Rings that turn for ever are let be. */
async function waitForRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });
}

/** Rendered pages answer clicks once React has taken them over, which it marks on each element. */
export async function waitForScripts(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isTaken = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'));
    return [document.body, ...document.querySelectorAll('a, button, input')].every(isTaken);
  });
}
