import { en } from '#i18n/en.ts';
import { et } from '#i18n/et.ts';
import { lv } from '#i18n/lv.ts';
import { getEntryCodes } from '#shared/entry/codes/contract.ts';
import { createDoor, listDoors, offerPairing } from '#shared/entry/doors/contract.ts';
import { readCode } from './support/codes.ts';
import { expect, expectAccessible, openTenant, standAt, tenantUrl, test } from './support/journey.ts';
import { expectFits, speak } from './support/looks.ts';
import { comeAsMember, newcomerPassword } from './support/newcomer.ts';
import { grantTicketOf } from './support/paid.ts';
import { makeTraining } from './support/trainings.ts';

// A member's week on a phone, from home to the door, offline included (issue 7).
// On a phone.
test.use({
  expectedErrors: [
    /occurred when fetching the script|ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch/,
  ],
});

/** Centres of three languages, with doors. */
const centres = [
  { language: 'et', host: 'pohjala-sport.ee', texts: et },
  { language: 'en', host: 'northlight-pilates.com', texts: en },
  { language: 'lv', host: 'dzintara-spa.lv', texts: lv },
] as const;

const starting = (text: string) => new RegExp(text.split('{{')[0] ?? text);

for (const { language, host, texts } of centres) {
  const { account, door, entry, menu, registrations } = texts;

  test(`a member's week, ${language}`, { tag: '@each' }, async ({ page, context, browser }) => {
    test.setTimeout(120_000);
    await speak(page, host, language);
    await standAt(page, host);
    const { id, name, date } = await makeTraining(page);
    const member = await comeAsMember(page, 'nadal');
    const { call, manage } = member;
    await grantTicketOf(member, 2, { clientType: 'gym' });
    await openTenant(page, host, '/?origin=/');
    const tabs = page.getByRole('navigation', { name: menu.mainMenu });
    const tab = (title: string) => tabs.getByRole('link', { name: title, exact: true });

    // Sunday evening at home: logging in, and a look at what is next.
    await page.getByLabel(account.email).fill(member.email);
    await page.getByLabel(account.password, { exact: true }).fill(newcomerPassword);
    await page.getByRole('button', { name: account.login, exact: true }).click();
    await expect(tab(menu.home)).toBeVisible();
    await expectFits(page);

    // A place in a training, found under one's own.
    await tab(menu.timetable).click();
    await expectFits(page);
    await page.goto(tenantUrl(host, `/calendar/day?date=${date}`));
    await page.locator(`a[href*="training?id=${id}"]`).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    await page.getByRole('button', { name: registrations.book, exact: true }).click();
    await expect(page.getByText(starting(registrations.bookedPlace))).toBeVisible();
    await tab(menu.trainings).click();
    const own = page.locator(`a[href*="training?id=${id}"]`).filter({ visible: true }).first();
    await expect(own).toBeVisible();

    // The phone becomes the key, and shows its code in a changing room without a network.
    await tab(menu.enter).click();
    await readCode(page, entry.codeName);
    await expectAccessible(page);
    const { references } = await manage(listDoors, { query: {} });
    const clubId = references.clubs?.[0]?.id ?? 1;
    const values = { name: `Week ${crypto.randomUUID().slice(0, 8)}`, clubId, relayUrl: '', isActive: true };
    const made = await manage(createDoor, {
      body: { values: { ...values, direction: 'in', clientType: 'gym' } },
    });
    const { pairingCode } = await manage(offerPairing, { params: { id: made.id } });
    const gate = await browser.newContext();
    const tablet = await gate.newPage();
    await speak(tablet, host, language);
    await tablet.goto(tenantUrl(host, '/door'));
    await tablet.getByLabel(door.pairingCode).fill(pairingCode);
    await tablet.getByRole('button', { name: door.pair }).click();
    await expect(tablet.getByText(door.online)).toBeVisible();
    await gate.setOffline(true);
    await context.setOffline(true);
    const standing = async () => (await call(getEntryCodes, {})).doors.find(({ id: of }) => of === made.id);
    const code = await readCode(page, entry.codeName);
    const field = tablet.getByLabel(door.typed);
    await field.fill(code);
    await field.press('Enter');
    const answer = tablet.getByRole('alert');
    await expect(answer).not.toBeEmpty();
    const said = (await answer.textContent()) ?? '';
    await context.setOffline(false);
    // What the door decided by itself is what the centre would say, whatever the hour of this run.
    const refusal = (await standing())?.refusal ?? null;
    const isClosed = refusal?.error.startsWith('entryClosed') === true;
    expect(said).toContain(
      refusal === null ? (door.welcomeName.split('{{')[0] ?? '') : isClosed ? door.reasons.closed : door.no,
    );
    await gate.close();

    // What was bought, and who one is: nothing is cut off in any language.
    for (const path of [
      '/purchases',
      '/invoices',
      '/contracts',
      '/vouchers',
      '/training-videos',
      '/profile',
      '/profile/details',
      '/profile/notices',
      '/profile/security',
    ]) {
      await page.goto(tenantUrl(host, path));
      await expectFits(page);
    }

    // Something came up: the place is given back.
    await page.goto(tenantUrl(host, `/training?id=${id}`));
    await page.getByRole('button', { name: registrations.cancel, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: registrations.cancelFree }).click();
    await expect(
      page
        .getByRole('button', { name: registrations.book, exact: true })
        .or(page.getByRole('button', { name: registrations.takeBack }))
        .first(),
    ).toBeVisible();
  });
}
