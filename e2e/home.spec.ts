import { et } from '#i18n/et.ts';
import { register } from '#shared/registrations/contract.ts';
import { quoteOfDay } from '#shared/registrations/home/domain.ts';
import { expect, expectAccessible, logInAs, openTenant, standAt, test } from './support/journey.ts';
import { clientIdOf, comeAsMember, comeNew, signIn } from './support/newcomer.ts';
import { billTicket, grantTicketOf } from './support/paid.ts';
import { makeTraining } from './support/trainings.ts';

/** Both show their members' invoices. */
const hosts = { phone: 'virumae-sport.ee', desk: 'kadakaoja-golf.ee' };
const { home, registrations } = et;
/** The sentence of today or, should midnight come meanwhile, of the days beside it. */
const quotes = () => {
  const today = Temporal.Now.plainDateISO('Europe/Tallinn');
  return [-1, 0, 1].map(
    (days) => registrations[`quote${quoteOfDay(today.add({ days }).toString())}` as 'quote1'],
  );
};

// shows: address-home
test('home says what is next and what is to be paid, and leads there', async ({ page }, info) => {
  const host = hosts[info.project.name as 'phone' | 'desk'];
  await standAt(page, host);
  const training = await makeTraining(page);
  const member = await comeAsMember(page, 'kodus');
  await billTicket(member.manage, await clientIdOf(member));
  await member.call(register, { body: { trainingId: training.id, isWaitingAccepted: false } });
  await signIn(page, member.email);
  let asked = 0;
  page.on('request', (request) => {
    if (/\/api\/v0.1\/user\//.test(request.url())) asked += 1;
  });
  await openTenant(page, host, '/');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: training.name })).toBeVisible();
  expect(asked).toBe(1);
  const said = await main.locator('p').last().textContent();
  expect(quotes()).toContain(said);
  await expectAccessible(page);
  await main.getByRole('link', { name: home.pay, exact: true }).click();
  await expect(page).toHaveURL(/\/invoices\?/);
});

test('somebody new is led to the timetable, and staff to their day', async ({ page }, info) => {
  const host = hosts[info.project.name as 'phone' | 'desk'];
  await standAt(page, host);
  const { email } = await comeNew(page, `kodu-${info.project.name}`);
  await signIn(page, email);
  await openTenant(page, host, '/');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: registrations.noneUpcoming })).toBeVisible();
  await expect(main.getByRole('link', { name: home.pay, exact: true })).toHaveCount(0);
  await main.getByRole('link', { name: home.bookNext }).click();
  await expect(page).toHaveURL(/\/calendar\/day/);
  await standAt(page, host);
  await logInAs(page, 'trainer', '/');
  await expect(main.getByRole('heading', { name: home.ledToday })).toBeVisible();
  await standAt(page, host);
  await logInAs(page, 'admin', '/');
  await expect(main.getByRole('heading', { name: home.centreToday })).toBeVisible();
  await expectAccessible(page);
});

test('home says what one has and how much of it is left, and leads to it', async ({ page }, info) => {
  const host = hosts[info.project.name as 'phone' | 'desk'];
  await standAt(page, host);
  const member = await comeAsMember(page, 'omab');
  const ticket = await grantTicketOf(member, 5);
  await signIn(page, member.email);
  await openTenant(page, host, '/');
  const row = page
    .getByRole('list', { name: home.held })
    .getByRole('listitem')
    .filter({ hasText: ticket.name });
  await expect(row.getByText('5', { exact: true })).toBeVisible();
  await expect(row.getByText(home.left_other)).toBeVisible();
  await expect(row.getByText(/\d\d\.\d\d\.\d{4}/)).toBeVisible();
  await expectAccessible(page);
  // By the keyboard alone.
  await row.getByRole('link', { name: ticket.name }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/purchases\?/);
  await expect(page.getByRole('main').getByText(ticket.name).first()).toBeVisible();
});
