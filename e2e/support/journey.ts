import { test as base, expect, type LaunchOptions, type Page } from '@playwright/test';
import axe from 'axe-core';
import { turnClocks } from './clock.ts';
import { ownPlace } from './place.ts';

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
export const test = base.extend<JourneyOptions & { watch: undefined }, { clock: undefined }>({
  clock: [
    async ({ browser }, use) => {
      turnClocks(browser);
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  expectedErrors: [[], { option: true }],
  page: async ({ page }, use) => {
    const [open, reload] = [page.goto.bind(page), page.reload.bind(page)];
    page.goto = async (...parts) => {
      await dialogsLeft(page);
      return open(...parts);
    };
    page.reload = async (...parts) => {
      await dialogsLeft(page);
      return reload(...parts);
    };
    await use(page);
  },
  watch: [
    async ({ context, expectedErrors }, use, info) => {
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
      if (info.status !== info.expectedStatus) await say(context.pages());
      const unexpected = errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)));
      expect(unexpected, 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
});

/** The same in a whole browser: the bare one, which is lighter, has neither cameras nor notices. */
export const wholeTest = test.extend<object, { launchOptions: LaunchOptions }>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const executablePath = process.env.CHROMIUM_WHOLE_PATH;
      await use({ ...launchOptions, ...(executablePath ? { executablePath } : {}) });
    },
    { scope: 'worker' },
  ],
});

/**
 * A dialog that was closed steps back in the history a moment later. Nobody types an address or reloads that fast, and what
 * is opened before would be taken back with it.
 */
async function dialogsLeft(page: Page): Promise<void> {
  const isLeft = () =>
    document.querySelector('dialog[open]') !== null ||
    !(history.state as { dialogs?: [] } | null)?.dialogs?.length;
  await page.waitForFunction(isLeft, undefined, { timeout: 2_000 }).catch(() => {});
}

/** What open pages say, in the run's own output: pictures of a run elsewhere cannot be looked at. */
async function say(pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    const said = await page.locator('body').ariaSnapshot({ timeout: 2_000 }).catch(String);
    process.stdout.write(`${new URL(page.url()).pathname}\n${said.slice(0, 8_000)}\n`);
  }
}

/** The address of a tenant's page on the journeys' server: `tenantUrl('pohjala-sport.ee', '/calendar/day')`. */
export function tenantUrl(host: string, path = '/'): string {
  return `http://${host}.localhost:${ownPlace().port}${path}`;
}

/** Opens a page of a tenant and waits until its scripts have taken over. */
export async function openTenant(page: Page, host: string, path = '/'): Promise<void> {
  await page.goto(tenantUrl(host, path));
  await waitForScripts(page);
}

/**
 * Stands on a tenant's origin without its app, which takes a while to start: for calls and for signing in, before the
 * page that is meant is opened.
 */
export async function standAt(page: Page, host: string): Promise<void> {
  await page.goto(tenantUrl(host, '/offline.html'));
}

/** From the front page, where logging out leads, to the form to log in. */
export async function openLogIn(page: Page): Promise<void> {
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.locator('header a[href^="/?origin="]').first().click();
  await expect(page.locator('input[type="password"]').first()).toBeVisible();
}

/**
 * Signs in on the tenant whose page is open, as the log-in form does but without it, and opens `path`.
 * The form itself has a journey of its own.
 */
export async function logInAs(page: Page, role: DemoRole, path = '/'): Promise<void> {
  // The app of whoever was signed in before would go on asking by a session that ends with this.
  const bare = new URL('/offline.html', page.url()).href;
  if (page.url() !== bare) await page.goto(bare);
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

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** axe finds nothing on the page as it stands, or within `inside`. */
export async function expectAccessible(page: Page, inside?: string): Promise<void> {
  // Between two screens there is a moment without either; whether there is a heading at all is for axe to say.
  await waitForScreen(page);
  await page
    .locator('h1')
    .first()
    .waitFor({ state: 'attached', timeout: 5000 })
    .catch(() => undefined);
  await waitForRest(page);
  // Brought once to a page and its frames, and asked for what is wrong alone: a look costs a third.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  }
  const found = await page.evaluate(
    async ([where, values]) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      // A message that goes while axe looks goes at once: half gone it has half a contrast.
      const still = new CSSStyleSheet();
      still.replaceSync('* { transition: none !important }');
      document.adoptedStyleSheets.push(still);
      const { violations } = await inPage.run(where ?? document, {
        runOnly: { type: 'tag', values },
        resultTypes: ['violations'],
      });
      // What a bar at the foot covers in part is looked at again where it is pressed: in the middle of the window.
      const isSmall = async (target: string) => {
        const element = document.querySelector(target);
        element?.scrollIntoView({ block: 'center', behavior: 'instant' });
        return !element || (await inPage.run(element, { runOnly: ['target-size'] })).violations.length > 0;
      };
      const { scrollX, scrollY } = window;
      const wrong: string[] = [];
      for (const { id, help, nodes } of violations) {
        const targets: string[] = [];
        for (const target of nodes.map((node) => node.target.join(' ')))
          if (id !== 'target-size' || (await isSmall(target))) targets.push(`  ${target}`);
        if (targets.length > 0) wrong.push(`${id}: ${help}\n${targets.join('\n')}`);
      }
      window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
      document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(still), 1);
      return wrong;
    },
    [inside, rules] as const,
  );
  expect(found, 'what axe finds').toEqual([]);
  const nested = await page.evaluate(nestedForms);
  expect(nested, 'forms within forms').toEqual([]);
}

/**
 * Forms within forms: in the page, and in what draws it, where what is sent in the inner one is sent in the outer one too, wherever
 * in the page it stands, unless somebody between them keeps it.
 */
function nestedForms(): string[] {
  interface Drawn {
    readonly stateNode: unknown;
    readonly memoizedProps: { readonly onSubmit?: unknown } | null;
    readonly return: Drawn | null;
  }
  const drawnOf = (element: Element): Drawn | null => {
    const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$'));
    return key === undefined ? null : ((element as unknown as Record<string, Drawn>)[key] ?? null);
  };
  const outerOf = (form: HTMLFormElement): Element | null => {
    for (let above = drawnOf(form)?.return ?? null; above !== null; above = above.return) {
      if (above.stateNode instanceof HTMLFormElement) return above.stateNode;
      if (above.stateNode instanceof Element && above.memoizedProps?.onSubmit) break;
    }
    return form.parentElement?.closest('form') ?? null;
  };
  return [...document.querySelectorAll('form')].flatMap((form) => {
    const outer = outerOf(form);
    return outer === null ? [] : [`${form.className || form.id} in ${outer.className || outer.id}`];
  });
}

/**
 * What was on its way is there, and what fades in or out has come to its end: half a fade has half a contrast. Rings
 * that turn for ever are let be.
 */
export async function waitForRest(page: Page): Promise<void> {
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });
}

/** The screen that was pressed for stands there, not the one that was left. */
function waitForScreen(page: Page): Promise<unknown> {
  return page.waitForFunction(() => {
    const { __TSR_ROUTER__: router } = window as { __TSR_ROUTER__?: { state: { status: string } } };
    return router?.state.status !== 'pending';
  });
}

/** Rendered pages answer clicks once React has taken them over, which it marks on each element. */
export async function waitForScripts(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isTaken = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'));
    // Between two documents there is none.
    const body = document.body as HTMLElement | null;
    return body !== null && [body, ...document.querySelectorAll('a, button, input')].every(isTaken);
  });
}
