import type { TestInfo } from '@playwright/test';
import { en } from '#i18n/en.ts';
import { listPersonalTrainings } from '#shared/personal-trainings/contract.ts';
import { getHours, saveHours } from '#shared/personal-trainings/hours/contract.ts';
import { listPersonal, listSlots } from '#shared/personal-trainings/slots/contract.ts';
import { groundOf } from './support/editing.ts';
import {
  demoPassword,
  expect,
  expectAccessible,
  logInAs,
  openTenant,
  standAt,
  test,
} from './support/journey.ts';
import { languages, lookAt, speak } from './support/looks.ts';
import { callAs, type MemberCall } from './support/member.ts';
import { comeAsMember, newcomerPassword, signIn } from './support/newcomer.ts';
import { takePackage } from './support/paid.ts';
import { hire } from './support/trainers.ts';

const { personalTimes: words } = en;

// Somebody else was quicker.
test.use({ expectedErrors: [/409.*\/personal-training\/hours/] });

/** Centres that sell packages; one for each project. */
const hostOf = ({ project }: TestInfo) =>
  project.name === 'phone' ? 'northlight-pilates.com' : 'steadyhand-coaching.com';

/** A trainer is there every day. */
async function beThere(trainer: MemberCall) {
  const { version, rooms, hours } = await trainer(getHours, {});
  const roomId = hours[0]?.roomId ?? rooms[0]?.id ?? 0;
  const list = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '06:00', until: '22:00', roomId }));
  await trainer(saveHours, { body: { hours: list, version } });
}

// shows: address-personal-trainings
test('a trainer sets hours on a phone; a member books a time, gives it back, and the trainer books for them', async ({
  page,
}, info) => {
  test.setTimeout(150_000);
  const host = hostOf(info);
  await standAt(page, host);
  const hired = await hire(page, await groundOf(page));
  const trainer = await callAs(page, hired.email, newcomerPassword);
  await beThere(trainer);

  // The trainer's hours: one line more, refused while it lies over another, then saved.
  await signIn(page, hired.email);
  await openTenant(page, host, '/personal-trainings?view=hours');
  await expect(page.getByRole('heading', { name: words.hours })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: words.addHours }).click();
  await page.getByRole('button', { name: words.save }).click();
  await expect(page.getByText(words.hoursOverlap)).toBeVisible();
  await page
    .getByRole('button', { name: /^Remove Sunday/ })
    .last()
    .click();
  await page.getByRole('button', { name: /^Remove Monday/ }).click();
  await page.getByRole('button', { name: words.save }).click();
  await expect(page.getByText(words.saved, { exact: true })).toBeVisible();
  await expect(page.getByText(words.unsaved)).toBeHidden();
  expect((await trainer(getHours, {})).hours.map(({ weekday }) => weekday)).toEqual([2, 3, 4, 5, 6, 7]);

  // Somebody else saves meanwhile: what is typed is neither lost nor saved over theirs.
  await page.getByRole('button', { name: /^Remove Tuesday/ }).click();
  await beThere(trainer);
  await page.getByRole('button', { name: words.save }).click();
  await expect(page.getByText(words.overtaken)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(5);
  expect((await trainer(getHours, {})).hours).toHaveLength(7);
  await expectAccessible(page);
  await page.getByRole('button', { name: words.showStored }).click();
  await expect(page.getByText(words.overtaken)).toBeHidden();
  await expect(page.getByText(words.unsaved)).toBeHidden();
  await expect(page.getByRole('button', { name: /^Remove Monday 06:00/ })).toBeVisible();

  // Another date, added and taken away.
  await page.getByRole('button', { name: words.addException }).click();
  const date = Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: 20 }).toString();
  await page.getByLabel(words.date, { exact: true }).fill(date);
  await page.getByRole('button', { name: words.addException }).click();
  await expect(page.getByText(words.exceptionSaved, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /^Remove .*00:00–24:00$/ })
    .first()
    .click();
  await expect(page.getByText(words.removed, { exact: true })).toBeVisible();

  // The member books with a package.
  const own = await comeAsMember(page, 'isiklik');
  const { call: member, email } = own;
  await takePackage(own, 5);
  await signIn(page, email);
  await openTenant(page, host, '/personal-trainings');
  const slots = await member(listSlots, { query: { trainer: hired.id } });
  const left = async () =>
    (await member(listPersonalTrainings, {})).packages.map(({ remaining }) => remaining);
  expect(await left()).toEqual([5]);
  await page.getByRole('link', { name: hired.name, exact: true }).click();
  await expect(page.getByRole('link', { name: hired.name, exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expectAccessible(page);
  // Far enough off to be given back free.
  const slot = slots.at(-1);
  if (!slot) throw new Error('no free time');
  const [year, month, day] = slot.date.split('-');
  const chip = page.getByRole('button', { name: new RegExp(`${day}\\.${month}\\.${year} ${slot.time}$`) });
  await chip.click();
  const sheet = page.getByRole('dialog', { name: hired.name });
  await expect(sheet.getByText(/^Free to give back until/)).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: words.book }).click();
  await expect(sheet).toBeHidden();
  const coming = page
    .getByRole('listitem')
    .filter({ hasText: hired.name })
    .filter({ hasText: slot.time })
    .first();
  await expect(coming).toBeVisible();
  await expect(chip).toBeHidden();
  expect(await left()).toEqual([4]);
  await expectAccessible(page);

  // It opens like every training, and is given back there.
  await coming.getByRole('link').click();
  await expect(page).toHaveURL(/\/training\?id=\d+/);
  await page.getByRole('button', { name: en.registrations.cancel, exact: true }).first().click();
  const question = page.getByRole('dialog');
  await question.getByRole('button').last().click();
  await expect(question).toBeHidden();
  const { coming: held } = await member(listPersonal, {});
  expect(held.filter(({ isReleasing }) => !isReleasing)).toEqual([]);

  // The trainer finds the client by name and books for them.
  await signIn(page, hired.email);
  await openTenant(page, host, '/personal-trainings');
  await page.getByRole('button', { name: words.bookFor }).click();
  const finding = page.getByRole('dialog');
  await finding.getByLabel(words.client).fill(email);
  await expectAccessible(page);
  await finding
    .getByRole('button', { name: new RegExp(`^${words.chooseTime}`) })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /\d\d:\d\d$/ })
    .last()
    .click();
  await expectAccessible(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${words.book}`) })
    .click();
  await expect(page.getByText(/^Booked for /)).toBeVisible();
  await expect(page.getByRole('list', { name: words.coming }).getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);
});

// Looks at three widths by itself.
test.describe('in every language, mode and width', { tag: ['@desk', '@tour'] }, () => {
  for (const language of languages) {
    test(`axe finds nothing on personal trainings, ${language}`, async ({ page }) => {
      test.setTimeout(120_000);
      const host = 'jouvara-jousaal.ee';
      await speak(page, host, language);
      await standAt(page, host);
      await logInAs(page, 'member', '/personal-trainings');
      await lookAt(page, language);
      await signIn(page, 'trainer@demo.test', demoPassword);
      for (const path of ['', '?view=hours', '?view=statistics']) {
        await openTenant(page, host, `/personal-trainings${path}`);
        await lookAt(page, language);
      }
    });
  }
});
