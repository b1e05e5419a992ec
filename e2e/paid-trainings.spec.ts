import type { Locator, Page, TestInfo } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { lv } from '#i18n/lv.ts';
import { getInvoice, listInvoices } from '#shared/invoices/contract.ts';
import { formatMoney } from '#shared/kernel/money.ts';
import { previewRegistration } from '#shared/registrations/contract.ts';
import type { Entitlement, Payment } from '#shared/registrations/entitlements/contract.ts';
import { listTickets } from '#shared/tickets/contract.ts';
import { listVouchers } from '#shared/vouchers/contract.ts';
import { runJob } from './support/jobs.ts';
import { expect, expectAccessible, openTenant, standAt, test, waitForScripts } from './support/journey.ts';
import { callAs, type MemberCall } from './support/member.ts';
import { comeNew, newcomerPassword, signIn } from './support/newcomer.ts';
import { dress, filled, grantPasses } from './support/paid.ts';
import { makeTraining } from './support/trainings.ts';

const { covers, invoices, payments, registrations } = et;
const money = (euros: number) => formatMoney(Math.round(euros * 100), 'et').replaceAll('\u00a0', ' ');

/** Centres that give a place back at once, instead of keeping it for taking it again. */
async function openCentre(page: Page, { project }: TestInfo): Promise<string> {
  const host = project.name === 'phone' ? 'vormiruum-pilates.ee' : 'northlight-pilates.com';
  await dress(page, host, 'et', 'light');
  await standAt(page, host);
  return host;
}

// Names of tickets come in the reader's language, for these calls as for the pages.
test.use({ locale: 'et-EE' });
const barOf = (page: Page) => page.getByRole('region', { name: registrations.bar });

/** What stands at the right end of the bar: how many before and after. */
const change = ({ kind, left, leftAfter }: Entitlement) =>
  `${left}→${filled(kind === 'ticket' ? covers.visits_other : covers.uses_other, { count: leftAfter ?? 0 })}`.replace(
    /→1 korda$/,
    `→${covers.visits_one.replace('{{count}}', '1')}`,
  );

/** Visits or uses left of a ticket or voucher, asked of its own list. */
async function leftOf(call: MemberCall, { kind, id }: Entitlement): Promise<number | null | undefined> {
  if (kind === 'voucher') return (await call(listVouchers, {})).find((one) => one.id === id)?.usesLeft;
  const { items } = await call(listTickets, { query: { limit: 100 } });
  return items.find(({ token }) => token.startsWith(`${id}.`))?.visitsLeft;
}

async function openTraining(page: Page, email: string, id: number): Promise<Locator> {
  await signIn(page, email);
  await page.goto(new URL(`/training?id=${id}`, page.url()).href);
  await waitForScripts(page);
  return barOf(page);
}

/** What pays a place in it, as the bar of the training says. */
async function paymentOf(call: MemberCall, trainingId: number): Promise<Payment> {
  const preview = await call(previewRegistration, { params: { trainingId } });
  if (preview.outcome !== 'booked' || !preview.payment) throw new Error('there is nothing to pay');
  return preview.payment;
}

/** Asks to give the place back; the sheet that says what comes back. */
async function askToCancel(page: Page): Promise<Locator> {
  await barOf(page).getByRole('button', { name: registrations.cancel }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  return sheet;
}

async function giveBack(page: Page, sheet: Locator): Promise<void> {
  await sheet.getByRole('button', { name: registrations.cancelFree }).click();
  await expect(page.getByText(registrations.cancelledFree)).toBeVisible();
  // Closing it steps back in the browser's history: who goes on before would be called back.
  await expect(sheet).toHaveCount(0);
}

/** A message that a reload cut off is shown once more: axe does not look at it while it fades. */
async function expectNoMessage(page: Page): Promise<void> {
  for (const text of [registrations.registered, registrations.cancelledFree])
    await expect(page.getByText(text, { exact: true })).toHaveCount(0, { timeout: 15_000 });
}

/** On the page of the invoice, once its scripts have taken over. */
async function bankPays(page: Page, host: string): Promise<void> {
  const { pathname, search } = new URL(page.url());
  await openTenant(page, host, pathname + search);
  await page.getByRole('radio', { name: 'Swedbank' }).check();
  await page.getByRole('button', { name: /^Maksa \d/ }).click();
  await expect(page.getByText(payments.standInMark)).toBeVisible();
  await page
    .getByRole('button', { name: /^Maksa / })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(payments.doneTitle);
}

test('a ticket covers a place, a voucher the next one; given back in time both come back', async ({
  page,
}, info) => {
  test.setTimeout(120_000);
  await openCentre(page, info);
  const newcomer = await comeNew(page, 'kate');
  await grantPasses(newcomer, 3);
  const [first, second] = [await makeTraining(page, { price: 9 }), await makeTraining(page, { price: 9 })];
  const call = await callAs(page, newcomer.email, newcomerPassword);
  const { cover: ticket } = await paymentOf(call, first.id);
  if (ticket?.kind !== 'ticket') throw new Error('no ticket covers it');
  const bar = await openTraining(page, newcomer.email, first.id);
  await expect(bar).toContainText(ticket.name);
  await expect(bar).toContainText(change(ticket));
  await expectAccessible(page);
  await bar.getByRole('button', { name: registrations.book }).click();
  await expect(bar.getByText(/^Broneeritud/)).toBeVisible();
  await expectAccessible(page);
  expect(await leftOf(call, ticket)).toBe(ticket.leftAfter);

  const { cover, others } = await paymentOf(call, second.id);
  const voucher = others.find(({ kind }) => kind === 'voucher');
  if (!voucher) throw new Error('no voucher covers it');
  await page.goto(new URL(`/training?id=${second.id}`, page.url()).href);
  await bar.getByRole('button', { name: covers.choose }).click();
  const picker = page.getByRole('dialog', { name: covers.chooseTitle });
  await expect(picker.getByRole('button', { pressed: true })).toContainText(cover?.name ?? '');
  await expectNoMessage(page);
  await expectAccessible(page);
  // By keyboard, and the sheet gives the focus back.
  await picker.getByRole('button', { name: voucher.name }).focus();
  await page.keyboard.press('Enter');
  await expect(picker).toBeHidden();
  await expect(bar).toContainText(voucher.name);
  await expect(bar).toContainText(change(voucher));
  await expectAccessible(page);
  await bar.getByRole('button', { name: registrations.book }).click();
  await expect(bar.getByText(/^Broneeritud/)).toBeVisible();
  expect(await leftOf(call, voucher)).toBe(voucher.leftAfter);

  await page.goto(new URL('/workouts', page.url()).href);
  const own = page.getByRole('main');
  for (const { name } of [ticket, voucher])
    await expect(own.getByText(name, { exact: true }).locator('visible=true').first()).toBeVisible();
  await expectNoMessage(page);
  await expectAccessible(page);

  for (const [training, entitlement, label] of [
    [first, ticket, covers.factVisit],
    [second, voucher, covers.factUse],
  ] as const) {
    // The step back of a closed sheet may still be under way, and calls off whoever goes on.
    await expect(async () => {
      await page.goto(new URL(`/training?id=${training.id}`, page.url()).href);
    }).toPass({ timeout: 15_000 });
    const sheet = await askToCancel(page);
    await expect(sheet).toContainText(label);
    await expect(sheet).toContainText(filled(covers.comesBackLeft_other, { count: entitlement.left ?? 0 }));
    await expectNoMessage(page);
    await expectAccessible(page);
    await giveBack(page, sheet);
  }
  for (const entitlement of [ticket, voucher]) expect(await leftOf(call, entitlement)).toBe(entitlement.left);
});

test('nothing fits: the place is bought singly, paid at the bank, and given back against a credit note', async ({
  page,
}, info) => {
  test.setTimeout(120_000);
  const host = await openCentre(page, info);
  const { email } = await comeNew(page, 'ost');
  const place = await makeTraining(page, { price: 9 });
  const price = money(9);
  const call = await callAs(page, email, newcomerPassword);
  const bar = await openTraining(page, email, place.id);
  await expect(bar).toContainText(filled(covers.costs, { price }));
  await expect(bar).toContainText(covers.costsText);
  await expect(bar.getByRole('link', { name: covers.getTicket })).toHaveAttribute('href', '/public/tickets');
  await expectAccessible(page);
  const buy = bar.getByRole('button', { name: filled(covers.buy, { price }) });
  await buy.click();
  await expect(page).toHaveURL(/\/public\/invoices\?invoice=[\w-]{43}$/);
  const pay = page.url();
  await expect(page.getByText(place.name).first()).toBeVisible();
  await expectAccessible(page);

  // Back without having paid: the place is held, and leads to the same invoice.
  await page.goto(new URL(`/training?id=${place.id}`, pay).href);
  await expect(bar).toContainText(registrations.offeredTitle);
  await expect(bar).toContainText(covers.offeredText.split(' {{')[0] ?? '');
  await expectAccessible(page);
  await buy.click();
  await expect(page).toHaveURL(pay);
  await bankPays(page, host);
  await expectAccessible(page);

  await page.getByRole('link', { name: payments.openTraining }).click();
  await expect(bar.getByText(/^Broneeritud/)).toBeVisible();
  await expectAccessible(page);
  const { items } = await call(listInvoices, { query: {} });
  const bought = items.find(({ state, total }) => state === 'paid' && total === 9);
  expect(bought).toBeDefined();
  await page.goto(new URL('/workouts', page.url()).href);
  await expect(page.getByRole('main').getByText(covers.bought).locator('visible=true').first()).toBeVisible();

  await page.goto(new URL(`/training?id=${place.id}`, page.url()).href);
  const sheet = await askToCancel(page);
  await expect(sheet).toContainText(filled(covers.becomesCredit, { amount: price }));
  await expectAccessible(page);
  await giveBack(page, sheet);
  // What is given back becomes a note of its own, in the minute's job.
  await runJob('lines');
  const id = bought?.id ?? 0;
  const { creditNotes } = await call(getInvoice, { params: { id } });
  expect(creditNotes).toHaveLength(1);
  await page.goto(new URL(`/invoices?id=${id}`, page.url()).href);
  await expect(page.getByRole('article').getByText(creditNotes[0]?.invoiceNumber ?? '-')).toBeVisible();
  await expectAccessible(page);
  await page.goto(new URL(`/invoices?id=${creditNotes[0]?.id}`, page.url()).href);
  await expect(page.getByRole('article').getByText(covers.creditReason)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: invoices.title })).toBeVisible();
});

test.describe('the last place', () => {
  test.use({ expectedErrors: [/status of 409/] });

  test('two buy it at once: one is led to paying, the other is told at once and may wait', async ({
    page,
    browser,
  }, info) => {
    const host = await openCentre(page, info);
    const [{ email }, { email: otherEmail }] = [
      await comeNew(page, 'viimane'),
      await comeNew(page, 'hiline'),
    ];
    const place = await makeTraining(page, { places: 1, price: 9 });
    const price = money(9);
    const bar = await openTraining(page, email, place.id);

    const { viewport, hasTouch = false, isMobile = false } = info.project.use;
    const other = await browser.newPage({ viewport: viewport ?? null, hasTouch, isMobile, locale: 'et-EE' });
    await dress(other, host, 'et', 'light');
    await standAt(other, host);
    await openTraining(other, otherEmail, place.id);
    const presses = [bar, barOf(other)].map((one) =>
      one.getByRole('button', { name: filled(covers.buy, { price }) }),
    );
    for (const press of presses) await expect(press).toBeVisible();
    // At the same moment, without waiting for a sheet that still slides: the slower one's would be gone by then.
    await Promise.all(presses.map((press) => press.dispatchEvent('click')));
    const isPaying = (one: Page) => new URL(one.url()).pathname === '/public/invoices';
    await expect.poll(() => [page, other].filter(isPaying).length).toBe(1);
    const [winner, loser] = isPaying(page) ? [page, other] : [other, page];
    const refusal = loser.getByRole('dialog', { name: registrations.fullTitle });
    await expect(refusal).toBeVisible();
    await expect(refusal.getByRole('button', { name: registrations.join })).toBeVisible();
    await expectAccessible(loser);

    // Given up, the place is free for the next one.
    await winner.goto(new URL(`/training?id=${place.id}`, winner.url()).href);
    await barOf(winner).getByRole('button', { name: registrations.decline }).click();
    await winner.getByRole('dialog').getByRole('button', { name: registrations.decline }).click();
    await expect(barOf(winner).getByRole('button', { name: filled(covers.buy, { price }) })).toBeVisible();
    await other.close();
  });
});

// The widths are the test's own: one project is enough.
test.describe('in both modes and the longest language', { tag: ['@desk', '@tour'] }, () => {
  for (const [language, mode, texts] of [
    ['et', 'dark', et],
    ['lv', 'light', lv],
    ['lv', 'dark', lv],
  ] as const) {
    test(`axe finds nothing where a place is paid for, ${language}, ${mode}`, async ({ page }) => {
      test.setTimeout(120_000);
      const host = language === 'lv' ? 'dzintara-spa.lv' : 'valgejoon-tennis.ee';
      await dress(page, host, language, mode);
      await standAt(page, host);
      const owner = await comeNew(page, 'kate');
      await grantPasses(owner, 3);
      const training = await makeTraining(page, { price: 9 });
      const widths = async () => {
        for (const width of [320, 390, 1536]) {
          await page.setViewportSize({ width, height: 900 });
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0);
          await expectAccessible(page);
        }
      };
      await signIn(page, owner.email);
      await openTenant(page, host, `/training?id=${training.id}`);
      const bar = page.getByRole('region', { name: texts.registrations.bar });
      await expect(bar.getByRole('button', { name: texts.registrations.book })).toBeVisible();
      await widths();
      await bar.getByRole('button', { name: texts.covers.choose }).click();
      await expect(page.getByRole('dialog', { name: texts.covers.chooseTitle })).toBeVisible();
      await widths();
      await page.goto(new URL('/workouts', page.url()).href);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await widths();
      const { email } = await comeNew(page, 'ost');
      await signIn(page, email);
      await openTenant(page, host, `/training?id=${training.id}`);
      await expect(bar).toContainText(texts.covers.costsText);
      await widths();
    });
  }
});
