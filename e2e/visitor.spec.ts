import type { Browser, Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { centreOf } from './support/centres.ts';
import {
  expect,
  expectAccessible,
  logInAs,
  openTenant,
  standAt,
  tenantUrl,
  test,
} from './support/journey.ts';
import { languages, lookAt, speak } from './support/looks.ts';

const { account, pages, registrations, validation, visitors } = et;

interface Offered {
  readonly id: number;
  readonly name: string;
}

/** From the day after tomorrow on, whatever the hour. */
function nextDays(): string {
  const day = (ahead: number) => Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: ahead }).toString();
  return `from=${day(2)}&until=${day(12)}`;
}

/** A public training of the next days that a visitor could have so, with room for every project of the run. */
async function findOffer(page: Page, outcome: 'booked' | 'waiting'): Promise<Offered> {
  return page.evaluate(
    async ([wanted, query]) => {
      const json = async (path: string) => (await fetch(`/api/v0.1${path}`)).json();
      const trainings: Offered[] = await json(`/public/schedule?${query}`);
      for (const { id, name } of trainings.reverse()) {
        const free = await json(`/public/registration/free?training=${id}`);
        const hasRoom = wanted === 'booked' ? free.freePlaces > 5 : free.waitingCount < 6;
        if (free.outcome === wanted && hasRoom) return { id, name };
      }
      throw new Error(`no training would be ${wanted}`);
    },
    [outcome, nextDays()] as const,
  );
}

/** What an administrator reads in the mail to an address: the address of its link. */
async function readLink(browser: Browser, host: string, to: string): Promise<string> {
  const office = await browser.newPage();
  await standAt(office, host);
  await logInAs(office, 'admin', '/messages');
  const row = office.getByRole('link').filter({ hasText: to });
  await expect(async () => {
    await office.reload();
    await expect(row.first()).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 15_000 });
  await row.first().click();
  const link = office.locator('a[href*="registration/cancel?token="]').first();
  const address = (await link.getAttribute('href')) ?? '';
  await office.close();
  return address;
}

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel(account.firstName).fill('Kai');
  await page.getByLabel(account.lastName).fill('Kask');
  await page.getByLabel(account.email).fill(email);
  await page.getByLabel(account.phone).fill('+372 5555 1234');
}

test('a visitor books without an account, reads the mail and cancels with its link', async ({
  page,
  browser,
}, info) => {
  const { host } = centreOf(info);
  const email = `kai-${crypto.randomUUID().slice(0, 8)}@demo.test`;
  await standAt(page, host);
  const { id, name } = await findOffer(page, 'booked');

  await openTenant(page, host, `/public/training?id=${id}`);
  await page.getByRole('button', { name: registrations.book }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(visitors.askTitle);
  await expectAccessible(page);
  await dialog.getByRole('link', { name: visitors.notMember }).click();
  await expect(page).toHaveURL(new RegExp(`/public/registration\\?training=${id}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.title);
  await expect(page.getByText(name).first()).toBeVisible();

  // Each field says what it lacks, the first of them has the focus, and nothing typed is lost.
  await page.getByLabel(account.lastName).fill('Kask');
  await page.getByLabel(account.phone).fill('123');
  await page.getByLabel(account.phone).press('Enter');
  await expect(page.getByLabel(account.firstName)).toBeFocused();
  await expect(page.getByText(validation.nameRequired)).toHaveCount(1);
  await expect(page.getByText(validation.emailRequired)).toBeVisible();
  await expect(page.getByText(validation.phoneInvalid)).toBeVisible();
  await expect(page.getByLabel(account.lastName)).toHaveValue('Kask');
  await expectAccessible(page);

  await fillIn(page, email);
  await page.getByRole('button', { name: registrations.book }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.doneTitle);
  await expect(page.getByText(email)).toBeVisible();
  await expectAccessible(page);

  const link = await readLink(browser, host, email);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.cancelTitle);
  await expect(page.getByText(name)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('button', { name: registrations.cancelFree }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.cancelledTitle);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.overTitle);
  await expectAccessible(page);
});

test('a visitor waits in line for a full training, and leaves it', async ({ page, browser }, info) => {
  const { host } = centreOf(info);
  const email = `mall-${crypto.randomUUID().slice(0, 8)}@demo.test`;
  await standAt(page, host);
  const { id } = await findOffer(page, 'waiting');
  await openTenant(page, host, `/public/registration?training=${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.waitTitle);
  await fillIn(page, email);
  await page.getByRole('button', { name: registrations.join }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.doneWaitTitle);
  await page.goto(await readLink(browser, host, email));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.leaveTitle);
  await page.getByRole('button', { name: registrations.leave }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.leftTitle);
});

test.describe('refused', () => {
  test.use({ expectedErrors: [/status of (404|409)/] });

  test('a second booking with one address says so and sends the link again', async ({ page }, info) => {
    const { host } = centreOf(info);
    const email = `kai-${crypto.randomUUID().slice(0, 8)}@demo.test`;
    await standAt(page, host);
    const { id } = await findOffer(page, 'booked');
    for (const isSecond of [false, true]) {
      await openTenant(page, host, `/public/registration?training=${id}`);
      await fillIn(page, email);
      await page.getByRole('button', { name: registrations.book }).click();
      if (!isSecond) await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.doneTitle);
    }
    await expect(page.getByRole('alert')).toContainText(visitors.alreadyRegistered);
    await expect(page.getByLabel(account.email)).toHaveValue(email);
  });

  test('a link that is not whole opens nothing', async ({ page }, info) => {
    await page.goto(tenantUrl(centreOf(info).host, '/public/registration/cancel?token=none'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitors.unknownTitle);
    await expectAccessible(page);
  });
});

test('a centre that takes nobody by itself offers visitors no booking', async ({ page }) => {
  const host = 'vesiroos-jooga.ee';
  await standAt(page, host);
  const id = await page.evaluate(async (query) => {
    const answer = await fetch(`/api/v0.1/public/schedule?${query}`);
    const trainings: { id: number; freePlaces: number; isCancelled: boolean; isClosed: boolean }[] =
      await answer.json();
    return trainings.find((one) => one.freePlaces > 1 && !one.isCancelled && !one.isClosed)?.id;
  }, nextDays());
  await openTenant(page, host, `/public/training?id=${id}`);
  await expect(page.getByRole('link', { name: registrations.logInToBook })).toBeVisible();
  await openTenant(page, host, `/public/registration?training=${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.notFound);
  await expect(page.getByLabel(account.firstName)).toHaveCount(0);
});

test.describe('in every language', () => {
  // The widths are the test's own: one project is enough.
  test.skip(({ viewport }) => viewport?.width !== 1536, 'looks at three widths by itself');
  test.use({ expectedErrors: [/status of 404/] });
  for (const language of languages) {
    test(`a visitor’s screens are accessible and fit, ${language}`, async ({ page }) => {
      test.setTimeout(150_000);
      const host = 'pohjala-sport.ee';
      await speak(page, host, language);
      await standAt(page, host);
      const ids = [await findOffer(page, 'booked'), await findOffer(page, 'waiting')].map(({ id }) => id);
      for (const path of [
        ...ids.map((id) => `/public/registration?training=${id}`),
        '/public/registration',
        '/public/registration/cancel',
        '/public/registration/cancel?token=none',
      ]) {
        await openTenant(page, host, path);
        await lookAt(page, language);
      }
    });
  }
});
