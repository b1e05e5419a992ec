import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { lv } from '#i18n/lv.ts';
import { getContract, listContracts } from '#shared/contracts/contract.ts';
import { formatDate } from '#shared/kernel/dates.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';
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
import { comeAsMember, type Newcomer, signIn } from './support/newcomer.ts';
import { grantContractFor, makePackage } from './support/paid.ts';

const { contracts, errors, payments } = et;
const dialog = (page: Page) => page.getByRole('dialog');

/** Texts of mails to somebody whose subject holds these words, newest first. */
async function mailsAbout({ email, manage }: Newcomer, words: string): Promise<string[]> {
  const { items } = await manage(listOutgoingMails, { query: { limit: 100 } });
  return items
    .filter(({ recipient, subject }) => recipient === email && subject.includes(words))
    .map(({ text }) => text);
}

/** A text of the catalogue up to its first value. */
const before = (text: string) => text.split('{{')[0] ?? '';

// shows: see-contracts, address-contracts
test(
  'a contract is bought, frozen, ended, taken back and withdrawn from; each says before what it means',
  { tag: '@always' },
  async ({ page }, info) => {
    test.setTimeout(150_000);
    const { host } = centreOf(info);
    await standAt(page, host);
    const { call, email, manage } = await comeAsMember(page, 'lepinguline');
    const sold = await makePackage(manage);
    await signIn(page, email);
    await openTenant(page, host, '/contracts');
    await expect(page.getByRole('heading', { level: 1, name: contracts.title })).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('link', { name: contracts.buyFirst }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(contracts.purchaseTitle);
    await page.getByRole('radio', { name: sold.name }).check();
    const summary = page.getByRole('region', { name: contracts.summary });
    await expect(summary.getByText(contracts.total)).toBeVisible();
    await expectAccessible(page);

    // Pressed too early, each agreement says what it lacks, and the first has the focus.
    const pay = page.getByRole('button', { name: before(contracts.pay) });
    await pay.click();
    await expect(page.getByText(contracts.agreeRequired)).toBeVisible();
    await expect(page.getByText(before(contracts.earlyRequired))).toBeVisible();
    const boxes = page.getByRole('checkbox');
    await expect(boxes.first()).toBeFocused();
    await expectAccessible(page);
    for (const box of await boxes.all()) await box.check();
    await expect(page.getByText(contracts.agreeRequired)).toHaveCount(0);
    await pay.click();

    await expect(page).toHaveURL(/\/public\/invoices\?invoice=[\w-]{43}$/);
    await page.getByRole('radio', { name: 'LHV' }).check();
    await page.getByRole('button', { name: /^Maksa \d/ }).click();
    await expect(page.getByText(payments.standInMark)).toBeVisible();
    await page
      .getByRole('button', { name: /^Maksa / })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: payments.doneTitle })).toBeVisible({
      timeout: 40_000,
    });

    const { valid } = await call(listContracts, {});
    const [bought] = valid;
    if (!bought) throw new Error('nothing was bought');
    const { id, number } = bought;
    const detail = () => call(getContract, { params: { id } });
    await page.goto(tenantUrl(host, `/contracts?id=${id}`));
    await expect(page.getByText(contracts.noBinding, { exact: true })).toBeVisible();
    await expectAccessible(page);

    // Frozen: the sheet shows days and the bill that changes; the contract then says the same.
    await page.getByRole('button', { name: contracts.freeze, exact: true }).click();
    const press = dialog(page).getByRole('button', { name: before(contracts.freezeDays_other) });
    await expect(press).toHaveText(/14/);
    await expect(dialog(page).getByText(contracts.days, { exact: true })).toBeVisible();
    await expect(dialog(page).getByText(before(contracts.bill))).toBeVisible();
    await expectAccessible(page, 'dialog[open]');
    const shown = await dialog(page).getByText('→').first().textContent();
    // Without a date nothing is asked, and nothing pretends to be on its way.
    const until = dialog(page).getByLabel(contracts.freezeUntil);
    const last = await until.inputValue();
    await until.fill('');
    await expect(press).not.toHaveAttribute('aria-busy');
    await press.click();
    await until.fill(last);
    await expect(press).toHaveText(/14/);
    // It is done, and what is between says that it could not: pressed again it is the same freeze.
    await page.evaluate(() => {
      const { fetch } = window;
      window.fetch = async (...asked) => {
        const answer = await fetch(...asked);
        if (asked[1]?.method !== 'POST' || !String(asked[0]).endsWith('/freeze')) return answer;
        window.fetch = fetch;
        return new Response('', { status: 502 });
      };
    });
    await press.click();
    await expect(page.getByText(errors.unknown)).toBeVisible();
    await expect(press).toHaveText(/14/);
    await press.click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByText(contracts.freezeUpcoming)).toBeVisible();
    const frozen = await detail();
    expect(shown).toContain(String(frozen.next?.amount.toFixed(2)).replace('.', ','));
    await page.getByRole('button', { name: contracts.takeFreezeBack }).click();
    await expect(dialog(page).getByText(contracts.daysBack)).toBeVisible();
    await expectAccessible(page, 'dialog[open]');
    await dialog(page).getByRole('button', { name: contracts.takeFreezeBack }).click();
    await expect(page.getByText(contracts.freezeUpcoming)).toHaveCount(0);

    // Ended, and taken back.
    await page.getByRole('button', { name: contracts.end, exact: true }).click();
    const end = dialog(page)
      .getByRole('button', { name: before(contracts.endOn) })
      .last();
    await expect(dialog(page).getByText(contracts.finalDay, { exact: true })).toBeVisible();
    await expectAccessible(page, 'dialog[open]');
    await end.click();
    const goOn = page.getByRole('button', { name: contracts.takeEndBack });
    await expect(goOn).toBeVisible();
    const { validUntil } = await detail();
    if (validUntil === null) throw new Error('the contract has no end');
    await expect(
      page
        .getByRole('article')
        .getByText(contracts.phase_noticeGiven.replace('{{date}}', formatDate(validUntil))),
    ).toBeVisible();
    await goOn.click();
    await expect(page.getByRole('button', { name: contracts.end, exact: true })).toBeVisible();
    expect((await detail()).validUntil).toBeNull();

    // Withdrawn from, in two steps.
    await page.getByRole('button', { name: contracts.withdraw }).click();
    await expect(dialog(page).getByText(contracts.paidBack)).toBeVisible();
    await expectAccessible(page, 'dialog[open]');
    await dialog(page).getByRole('button', { name: contracts.toConfirm }).click();
    await expect(dialog(page).getByText(contracts.confirmText.replace('{{number}}', number))).toBeVisible();
    await expectAccessible(page, 'dialog[open]');
    await dialog(page).getByRole('button', { name: contracts.confirmWithdraw }).click();
    await expect(dialog(page).getByText(contracts.withdrawnTitle)).toBeVisible();
    await dialog(page).getByRole('button', { name: contracts.done }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('article').getByText(contracts.phase_withdrawn).first()).toBeVisible();
    expect(await detail()).toMatchObject({ phase: 'withdrawn', status: 4 });

    // Beside one that goes on it stands among those that are over.
    await grantContractFor({ email, manage }, 1, 4);
    await openTenant(page, host, '/contracts');
    await expect(page.getByRole('heading', { name: contracts.valid })).toBeVisible();
    await expect(page.getByRole('heading', { name: contracts.archived })).toBeVisible();
    await expect(page.getByRole('link', { name: contracts.buyAnother })).toBeVisible();
    await expectAccessible(page);

    // The receipts, in the mails.
    await expect
      .poll(async () => (await mailsAbout({ email, manage }, number)).length, { timeout: 20_000 })
      .toBeGreaterThanOrEqual(6);
    const texts = (await mailsAbout({ email, manage }, number)).join('\n');
    for (const words of [
      before(contracts.mailActivated),
      before(contracts.mailFreeze),
      contracts.mailReturnCancelled,
      before(contracts.mailEnding),
      contracts.mailTakenBack,
      before(contracts.mailWithdrawn),
    ]) {
      expect(texts).toContain(words);
    }

    // The link of the mail says, without a login, that it is done.
    const [link = ''] = /\/public\/withdrawal\?token=[\w-]+/.exec(texts) ?? [];
    await page.evaluate(() => localStorage.clear());
    await page.context().clearCookies();
    await openTenant(page, host, link);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(before(contracts.withdrawnAlready));
    await expectAccessible(page);
  },
);

test.describe('a link that opens nothing', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('says so', async ({ page }, info) => {
    await openTenant(page, centreOf(info).host, `/public/withdrawal?token=${'x'.repeat(43)}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(contracts.withdrawUnknown);
    await expectAccessible(page);
  });
});

test('in Latvian and dark: the list, a contract in debt, buying', async ({ page, context }, info) => {
  const { host } = centreOf(info);
  const domain = `${host}.localhost`;
  await context.addCookies([
    { name: 'language', value: 'lv', domain, path: '/' },
    { name: 'colormode', value: 'dark', domain, path: '/' },
  ]);
  await standAt(page, host);
  // The trainer's account has a frozen contract and one that is owed; nobody changes them.
  await logInAs(page, 'trainer', '/contracts');
  await expect(page.getByRole('heading', { level: 1, name: lv.contracts.title })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');
  await expect(page.getByText(lv.contracts.status_6)).toBeVisible();
  await expect(page.getByText(lv.contracts.status_2)).toBeVisible();
  await expectAccessible(page);
  await page.getByText(lv.contracts.status_6).click();
  await expect(page.getByText(lv.contracts.debtEnterOnly)).toBeVisible();
  await expect(page.getByRole('link', { name: before(lv.contracts.payInvoice) })).toBeVisible();
  await expectAccessible(page);
  await page.goto(tenantUrl(host, '/purchase/contract'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(lv.contracts.purchaseTitle);
  await expectAccessible(page);
});
