import type { TestInfo } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { centreOf } from './support/centres.ts';
import { type Engine, type EnginePage, engines, missingFor, openEngine } from './support/engines.ts';
import { expect, standAt, tenantUrl, test } from './support/journey.ts';
import { comeNew, newcomerPassword } from './support/newcomer.ts';
import { makeOwed } from './support/paid.ts';
import { startSlow } from './support/slow.ts';
import { makeTraining } from './support/trainings.ts';

const { account, entry, joining, payments, registrations } = et;

const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };
const sizeOf = ({ project }: TestInfo) => (project.name === 'phone' ? sizes.phone : sizes.desk);

/** A text of the catalogue up to its first value. */
const before = (text: string) => text.split('{{')[0]?.trim() ?? '';
const saying = (text: string) => `contains(normalize-space(.), ${JSON.stringify(before(text))})`;
const button = (text: string) => `//button[${saying(text)}]`;
const inDialog = (path: string) => `//dialog[@open]${path}`;
const text = (words: string) => `//*[${saying(words)}][not(*[${saying(words)}])]`;
const field = (name: string) => `//*[@name="${name}"]`;

/** Somebody at a browser: what is not there yet is waited for. */
function using(page: EnginePage) {
  // On the way to another page nothing is shown.
  const isShown = (path: string) => page.isShown(path).catch(() => false);
  const sees = (path: string) => expect.poll(() => isShown(path), { message: path }).toBe(true);
  const tries = (work: () => Promise<void>) => expect(work).toPass({ timeout: 15_000 });
  return {
    sees,
    presses: async (path: string) => {
      await sees(path);
      await tries(() => page.press(path));
    },
    types: async (name: string, words: string) => {
      await sees(field(name));
      await tries(() => page.type(field(name), words));
    },
    isAt: (path: RegExp) => expect.poll(() => page.address()).toMatch(path),
  };
}

/** A visit in a browser of this engine; when it goes wrong, the run's own output says what was on the page. */
async function visiting(engine: Engine, info: TestInfo, visit: (page: EnginePage) => Promise<void>) {
  const page = await openEngine(engine, sizeOf(info));
  try {
    await visit(page);
  } catch (error) {
    const said = await page.ask('location.pathname + "\\n" + document.body.innerText').catch(String);
    process.stdout.write(`${String(said).slice(0, 4_000)}\n`);
    throw error;
  } finally {
    await page.close();
  }
}

for (const engine of engines)
  test.describe(engine, { tag: '@engine' }, () => {
    const missing = missingFor(engine);
    test.skip(missing !== undefined, `left out: ${engine} is not here (${missing})`);

    test('somebody logs in, is at home, books, gives back, and has a code for the door', async ({
      page: chromium,
    }, info) => {
      const { host } = centreOf(info);
      await standAt(chromium, host);
      const training = await makeTraining(chromium);
      const { email } = await comeNew(chromium, `mootor-${engine.toLowerCase()}`);
      await visiting(engine, info, async (page) => {
        const { sees, presses, types, isAt } = using(page);
        await page.open(tenantUrl(host, '/login'));
        await types('username', email);
        await types('password', newcomerPassword);
        await presses(button(account.login));
        await isAt(/:\d+\/$/);
        await sees('//main//h1');
        expect(await page.ask('innerWidth')).toBe(sizeOf(info).width);
        // The bar of tabs leaves the page to what it is for, and nothing is wider than the window.
        const bar = `Math.max(0, ...[...document.querySelectorAll('nav')].map((nav) => nav.getBoundingClientRect())
          .filter(({ width, bottom }) => width > innerWidth * 0.9 && bottom > innerHeight - 2).map(({ height }) => height))`;
        expect(await page.ask(bar)).toBeLessThan(100);
        expect(await page.ask('document.documentElement.scrollWidth')).toBe(sizeOf(info).width);

        await page.open(tenantUrl(host, `/training?id=${training.id}`));
        await presses(button(registrations.book));
        await sees(text(registrations.bookedPlace));
        await presses(button(registrations.cancel));
        await presses(inDialog(button(registrations.cancelFree)));
        await sees(button(registrations.takeBack));

        await page.open(tenantUrl(host, '/entry'));
        const code = `//*[@role="img"][@aria-label="${entry.codeName}"]`;
        await expect
          .poll(async () => (await page.isShown(code)) || (await page.isShown(button(entry.register))))
          .toBe(true);
        if (!(await page.isShown(code))) await presses(button(entry.register));
        await sees(code);
      });
    });

    // Firefox stops what is being fetched as soon as one goes elsewhere, and what waits for it must not call that off.
    test('whoever goes elsewhere while a part of the page is on its way comes there', async ({
      page: _,
    }, info) => {
      const slow = await startSlow([
        [/\/assets\/errors-/, 6_000],
        [/\/public\/tickets/, 1_000],
      ]);
      try {
        await visiting(engine, info, async (page) => {
          const { sees } = using(page);
          await page.open(slow.address('pohjala-sport.ee', '/public/calendar/day'));
          await expect.poll(() => slow.waiting('/assets/errors-')).toBe(true);
          await page.open(slow.address('pohjala-sport.ee', '/public/tickets'));
          await expect.poll(() => page.address()).toMatch(/\/public\/tickets$/);
          await sees('//main//h1');
        });
      } finally {
        slow.stop();
      }
    });

    test('an invoice is paid at a bank', async ({ page: chromium }, info) => {
      const { host } = centreOf(info);
      await standAt(chromium, host);
      const { token, state } = await makeOwed(chromium);
      await visiting(engine, info, async (page) => {
        const { sees, presses } = using(page);
        await page.open(tenantUrl(host, `/public/invoices?invoice=${token}`));
        await presses('//label[contains(normalize-space(.), "LHV")]');
        await presses(button(payments.pay));
        await sees(text(payments.standInMark));
        await presses(button(payments.pay));
        await sees(`//h1[${saying(payments.doneTitle)}]`);
        expect(await state()).toBe('paid');
      });
    });

    test('a visitor chooses a package and joins, up to its invoice', async ({ page: _ }, info) => {
      await visiting(engine, info, async (page) => {
        const { presses, types, isAt, sees } = using(page);
        const goesOn = () => presses('(//form//button[@type="submit"])[last()]');
        await page.open(tenantUrl('joekaaru-sport.ee', '/public/join'));
        await presses('(//main//label[.//input[@type="radio"]])[1]');
        await goesOn();
        await isAt(/step=2/);
        // Pressed too early, it says what is missing.
        await goesOn();
        await sees('//*[@aria-invalid="true"]');
        const email = `${engine}.${info.project.name}.${crypto.randomUUID()}@demo.test`.toLowerCase();
        const person = { firstName: 'Mari', lastName: 'Maasikas', phone: '+372 5555 1234', email };
        for (const [name, words] of Object.entries({ ...person, idCode: '38001085718' }))
          await types(name, words);
        await goesOn();
        await presses(text(joining.agree));
        await presses(text(joining.startsEarly));
        await goesOn();
        await isAt(/\/public\/invoices\?invoice=[\w-]{43}$/);
        await sees('//h1');
      });
    });
  });
