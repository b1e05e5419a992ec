import type { TestInfo } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { listClients } from '#shared/clients/contract.ts';
import { listInvoices } from '#shared/invoices/contract.ts';
import { listRegistrations } from '#shared/registrations/contract.ts';
import { bookInClass } from '#shared/registrations/staff-booking/contract.ts';
import { listPublicTrainings } from '#shared/schedule/contract.ts';
import { listTickets } from '#shared/tickets/contract.ts';
import { buyTicketOn } from './support/buying.ts';
import { dayOf, type Ground, groundOf, make } from './support/editing.ts';
import { expect, expectAccessible, logInAs, standAt, tenantUrl, test } from './support/journey.ts';
import { callAs, type MemberCall } from './support/member.ts';
import { comeNew, newcomerPassword, signIn } from './support/newcomer.ts';

const { backOffice } = et;
const hostOf = ({ project }: TestInfo) =>
  project.name === 'phone' ? 'vesiroos-jooga.ee' : 'rabakivi-ronimine.ee';

interface Training {
  readonly id: number;
  readonly name: string;
}

/** A training of the journey's own, after the demo's weeks. */
async function makeOwn(ground: Ground, name: string, date: string, time: string): Promise<Training> {
  await make(ground, { name, date, time });
  const made = await ground.call(listPublicTrainings, { query: { from: date, until: date } });
  const training = made.find((one) => one.name === name);
  if (!training) throw new Error(`${name} was not made`);
  return { id: training.id, name };
}

async function findClient(manage: MemberCall, email: string): Promise<{ id: number; number: string }> {
  const [client] = (await manage(listClients, { query: { q: email } })).items;
  if (!client) throw new Error(`${email} is no client`);
  return { id: client.id, number: client.facts.code ?? '' };
}

test('two entries of one person become one: bookings, tickets and invoices are the other’s, under their log-in alone', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(120_000);
  const host = hostOf(info);
  await standAt(page, host);
  const ground = await groundOf(page);
  const manage = ground.call;
  const mark = `${info.project.name} ${info.repeatEachIndex} ${info.retry}`;
  const date = dayOf(40 + 3 * info.repeatEachIndex + info.retry);
  const first = await makeOwn(ground, `Hommikune ${mark}`, date, '08:00');
  const second = await makeOwn(ground, `Lõunane ${mark}`, date, '12:00');
  const [stays, goes] = [await comeNew(page, 'jaab'), await comeNew(page, 'kaob')];
  const kept = await findClient(manage, stays.email);
  const gone = await findClient(manage, goes.email);
  const request = { isBeyondPlaces: false, isWithoutCover: false, reason: '' };
  await manage(bookInClass, { params: { id: first.id }, body: { clientId: kept.id, ...request } });
  await manage(bookInClass, { params: { id: second.id }, body: { clientId: gone.id, ...request } });
  const holder = await browser.newPage({ viewport: info.project.use.viewport ?? null, locale: 'et-EE' });
  await standAt(holder, host);
  await signIn(holder, goes.email);
  const product = await buyTicketOn(holder);
  const before = await callAs(holder, goes.email, newcomerPassword);
  const [ticket] = (await before(listTickets, { query: {} })).items;
  const [invoice] = (await before(listInvoices, { query: {} })).items;
  if (!ticket || !invoice) throw new Error('nothing was bought');

  // What would move is said before it is asked.
  await logInAs(page, 'admin', `/admin/clients?id=${kept.id}`);
  await page.getByRole('button', { name: backOffice.merge.open }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(backOffice.merge.find).fill(goes.email);
  await dialog.getByRole('button', { name: new RegExp(goes.email) }).click();
  const fact = (label: string) =>
    dialog.getByText(label, { exact: true }).locator('xpath=following-sibling::dd');
  for (const table of ['registrations', 'tickets', 'invoices', 'accounts'] as const) {
    await expect(fact(backOffice.merge.tables[table]), table).toHaveText('1');
  }
  await expect(dialog.getByText(/Mõlemad saavad sellest kirja/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: backOffice.merge.merge }).click();
  await expect(page.getByText(backOffice.merge.done)).toBeVisible();
  await expect(dialog).toBeHidden();

  // The one that stays has all of it, under what they have and had.
  const history = page.getByRole('region', { name: backOffice.history.title });
  const part = (kind: 'registration' | 'ticket' | 'invoice') =>
    history.getByRole('group').filter({ has: page.getByText(backOffice.history[kind], { exact: true }) });
  for (const [kind, names] of [
    ['registration', [first.name, second.name]],
    ['ticket', [product.name]],
    ['invoice', [invoice.invoiceNumber]],
  ] as const) {
    await part(kind).locator('summary').click();
    await expect(part(kind).getByRole('listitem')).toHaveCount(names.length);
    for (const name of names) await expect(part(kind).getByText(name, { exact: true })).toBeVisible();
  }
  await expectAccessible(page);

  // The other one is nowhere any more.
  await page.goto(tenantUrl(host, '/admin/clients'));
  await page.getByLabel(backOffice.list.searchClients).fill(goes.email);
  await expect(page.getByRole('main').getByRole('link', { name: new RegExp(goes.email) })).toHaveCount(0);
  expect((await manage(listClients, { query: { q: goes.email } })).total).toBe(0);

  // Who did it, when, and into whom.
  await page.goto(tenantUrl(host, '/admin/audit'));
  await page.getByLabel(backOffice.trail.what).selectOption('clients');
  const entry = page
    .getByRole('group')
    .filter({ has: page.getByRole('cell', { name: gone.number, exact: true, includeHidden: true }) });
  await entry.first().locator('summary').click();
  await expect(entry.first().getByRole('row', { name: backOffice.fields.merged })).toContainText(gone.number);
  await expectAccessible(page);

  // The login of the one that went is closed, and the other one opens everything.
  await expect(callAs(holder, goes.email, newcomerPassword)).rejects.toThrow();
  const call = await callAs(holder, stays.email, newcomerPassword);
  const bookings = await call(listRegistrations, { query: {} });
  expect(bookings.items.map(({ trainingId }) => trainingId)).toEqual([first.id, second.id]);
  expect((await call(listTickets, { query: {} })).items.map(({ token }) => token)).toEqual([ticket.token]);
  expect((await call(listInvoices, { query: {} })).items.map(({ id }) => id)).toEqual([invoice.id]);
  await holder.close();
});
