import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { centreOf } from './support/centres.ts';
import { demoPassword, expect, expectAccessible, logInAs, standAt, test } from './support/journey.ts';

const { feeds, registrations } = et;

interface Booked {
  readonly trainingId: number;
  readonly name: string;
}

/** Books for the demo trainer, whom no other journey books for, what the rules allow. */
async function bookAsTrainer(page: Page): Promise<Booked> {
  const day = (ahead: number) => Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: ahead }).toString();
  return page.evaluate(
    async ([password, from, until]) => {
      const json = async (path: string, init: RequestInit = {}) =>
        (
          await fetch(`/api/v0.1${path}`, {
            ...init,
            headers: { 'content-type': 'application/json', ...init.headers },
          })
        ).json();
      const deviceParameters = {
        platform: 'x',
        userAgent: 'x',
        screenWidth: 1,
        screenHeight: 1,
        colorDepth: 1,
        cpuCores: 1,
        touchPoints: 0,
      };
      const userCredentials = { username: 'trainer@demo.test', password, keep: false };
      const { token } = await json('/account/login', {
        method: 'POST',
        body: JSON.stringify({ userCredentials, deviceParameters }),
      });
      const headers = { authorization: `Bearer ${token}` };
      const trainings: { id: number; name: string; freePlaces: number }[] = await json(
        `/public/schedule?from=${from}&until=${until}`,
      );
      // Never the last place: another journey may be looking at it.
      for (const { id, name } of trainings.filter(({ freePlaces }) => freePlaces > 5)) {
        const body = JSON.stringify({ trainingId: id, isWaitingAccepted: false });
        const { outcome } = await json('/user/registration', { method: 'POST', headers, body });
        if (outcome === 'booked') return { trainingId: id, name };
      }
      throw new Error('nothing could be booked');
    },
    [demoPassword, day(5), day(10)] as const,
  );
}

test.use({ expectedErrors: [/status of (403|404|409)/] });

test('a booking goes into the calendar from its page and from the list, and ends there', async ({
  page,
}, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  const { trainingId, name } = await bookAsTrainer(page);
  await logInAs(page, 'trainer', `/training?id=${trainingId}`);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: feeds.add }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.ics$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('DTSTART;TZID=Europe/Tallinn:');
  expect(text.replaceAll('\r\n ', '')).toContain(name.replaceAll(',', '\\,'));
  await expect(page).toHaveURL(/\/training\?id=/);

  await page.goto(new URL('/workouts', page.url()).href);
  const [again] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: new RegExp(`^${feeds.add}`) })
      .filter({ visible: true })
      .first()
      .click(),
  ]);
  expect(again.suggestedFilename()).toMatch(/\.ics$/);

  await page.goto(new URL(`/training?id=${trainingId}`, page.url()).href);
  await page.getByRole('button', { name: registrations.cancel }).click();
  await page.getByRole('dialog').getByRole('button', { name: registrations.cancelFree }).click();
  await expect(page.getByRole('button', { name: feeds.add })).toHaveCount(0);
});

test('a private address is made, read and revoked on the profile', async ({ page }, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  await logInAs(page, 'admin', '/profile');
  const create = page.getByRole('button', { name: feeds.create });
  await create.click();
  const field = page.getByLabel(feeds.address);
  await expect(field).toHaveValue(/\/calendar\/feed\/[\w-]{43}\.ics$/);
  await expectAccessible(page);
  const address = await field.inputValue();
  // The address names the centre's host; the path is what counts here.
  const read = () =>
    page.evaluate(async (path) => {
      const answer = await fetch(path);
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
    }, new URL(address).pathname);
  expect(await read()).toMatchObject({ status: 200, type: 'text/calendar; charset=utf-8' });
  expect((await read()).text).toMatch(/^BEGIN:VCALENDAR/);

  await page.reload();
  await expect(field).toHaveValue(address);
  await page.getByRole('button', { name: feeds.revoke }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: feeds.revoke }).click();
  await expect(create).toBeVisible();
  expect((await read()).status).toBe(404);
});
