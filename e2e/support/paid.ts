import type { Page } from '@playwright/test';
import { logout } from '#shared/account/contract.ts';
import { grantContract } from '#shared/contracts/grants/contract.ts';
import { getCard, takeFromCard } from '#shared/entry/desk/contract.ts';
import { getPayableInvoice, listOwnPayable, startPayment } from '#shared/payments/contract.ts';
import { buyPersonalTraining } from '#shared/personal-trainings/contract.ts';
import { createProduct, type ProductValues } from '#shared/products/admin/contract.ts';
import type { ProductKind } from '#shared/products/domain.ts';
import { listUnits } from '#shared/rooms/contract.ts';
import { grantTicket, grantVoucher } from '#shared/wallet/grants/contract.ts';
import type { MemberCall } from './member.ts';
import { clientIdOf, comeAsMember, type Newcomer, type OwnMember } from './newcomer.ts';

interface OwnProduct {
  readonly id: number;
  readonly name: string;
  readonly clubId: number;
}

/** Puts up for sale, in the first club of the centre, what no other journey buys; without other wishes for 40 €. */
export async function makeProduct(
  manage: MemberCall,
  kind: ProductKind,
  { price = 40, ...wanted }: Partial<ProductValues> & { readonly price?: number } = {},
): Promise<OwnProduct> {
  const [club] = await manage(listUnits, {});
  if (!club) throw new Error('no club');
  const name = `Oma ${kind} ${crypto.randomUUID().slice(0, 8)}`;
  const values: ProductValues = {
    ...{ kind, names: { et: name, en: name, lv: name }, descriptions: { et: '', en: '', lv: '' } },
    ...{ category: 'webapp_fitness', clientType: 'groupTraining', vatKind: 'standard', visits: null },
    ...{ validCount: 1, validUnit: 'month', startMode: 'purchase', isShareable: false, isActive: true },
    ...{ position: 900, prices: [{ clubId: club.id, price, priceOnline: null }] },
    ...wanted,
  };
  const { id } = await manage(createProduct, { body: { values } });
  return { id, name, clubId: club.id };
}

/** Takes a visit of somebody's ticket, as the desk does. */
export async function takeVisit(manage: MemberCall, cardCode: string): Promise<void> {
  const { version } = await manage(getCard, { params: { cardCode } });
  await manage(takeFromCard, { params: { cardCode }, body: { reason: 'Proov', version } });
}

/** Gives somebody new a ticket of so many visits, for nothing; without other wishes of group trainings. */
export async function grantTicketOf(
  newcomer: Newcomer,
  visits: number,
  wanted: Partial<ProductValues> = {},
): Promise<OwnProduct> {
  const { manage } = newcomer;
  const ticket = await makeProduct(manage, 'ticket', { visits, ...wanted });
  const given = { startsOn: null, terms: 'gift', reason: 'Proov' } as const;
  await manage(grantTicket, {
    params: { id: await clientIdOf(newcomer) },
    body: { productId: ticket.id, unitId: ticket.clubId, ...given },
  });
  return ticket;
}

/** Somebody new takes a package of so many personal trainings that costs nothing. */
export async function takePackage({ call, manage }: OwnMember, visits: number): Promise<void> {
  const wanted = { visits, clientType: 'personalTraining', validCount: 3, price: 0 } as const;
  const { id: productId, clubId: unitId } = await makeProduct(manage, 'personalTraining', wanted);
  const { invoiceToken } = await call(buyPersonalTraining, { body: { productId, unitId } });
  await call(startPayment, { body: { invoiceToken, method: 'cardPayments' } });
}

/** Gives somebody new a voucher of so many uses, for three months. */
export async function grantVoucherOf(
  newcomer: Newcomer,
  uses: number,
  isShareable = false,
): Promise<OwnProduct> {
  const { manage } = newcomer;
  const voucher = await makeProduct(manage, 'voucher', { visits: uses, validCount: 3, isShareable });
  const validFrom = Temporal.Now.plainDateISO('Europe/Tallinn').toString();
  await manage(grantVoucher, {
    params: { id: await clientIdOf(newcomer) },
    body: { productId: voucher.id, uses, validFrom, reason: 'Proov' },
  });
  return voucher;
}

/** Gives somebody new a ticket of some visits, and a voucher that lasts longer: both cover a training of any journey. */
export async function grantPasses(newcomer: Newcomer, count: number): Promise<void> {
  await grantTicketOf(newcomer, count);
  await grantVoucherOf(newcomer, count);
}

/** Sells a client a ticket of five visits at the desk, with an invoice to be paid later. */
export async function billTicket(
  manage: MemberCall,
  clientId: number,
  price = 40,
  wanted: Partial<ProductValues> = {},
): Promise<void> {
  const { id: productId, clubId: unitId } = await makeProduct(manage, 'ticket', {
    ...{ visits: 5, price },
    ...wanted,
  });
  await manage(grantTicket, {
    params: { id: clientId },
    body: { productId, unitId, startsOn: null, terms: 'invoice', reason: '' },
  });
}

interface Owed {
  /** Opens the invoice. */
  readonly token: string;
  /** Whether it is paid. */
  readonly state: () => Promise<string>;
}

/** An invoice of somebody new at the centre whose page is open, where nobody is signed in afterwards. */
export async function makeOwed(page: Page): Promise<Owed> {
  const newcomer = await comeAsMember(page, 'maksja');
  const { call, manage } = newcomer;
  await billTicket(manage, await clientIdOf(newcomer));
  const [owed] = await call(listOwnPayable, {});
  if (!owed) throw new Error('nothing is owed');
  const { invoiceToken: token } = owed;
  await call(logout, { query: {} });
  const read = { params: { invoiceNumber: token } };
  return { token, state: async () => (await manage(getPayableInvoice, read)).state };
}

interface WantedPackage {
  readonly visits?: number | null;
  readonly weekdays?: '1'[];
  readonly periodMonths?: 1 | 3;
}

/** A package of a month, without an end or a binding; of all group trainings, unless it is said how many and when. */
export async function makePackage(
  manage: MemberCall,
  { visits = null, weekdays = [], periodMonths = 1 }: WantedPackage = {},
): Promise<OwnProduct> {
  return makeProduct(manage, 'package', {
    terms: {
      ...{ periodMonths, termMonths: null, renews: false, bindingMonths: 0, anchor: 'start' },
      ...{ joiningFeeId: null },
      benefits: [{ clientType: 'groupTraining', visits, from: null, until: null, weekdays, clubIds: [] }],
    },
  });
}

/** Makes somebody new a contract of so many group trainings a month, on one weekday (1: Monday) alone. */
export async function grantContractFor(newcomer: Newcomer, weekday: number, visits: number): Promise<void> {
  const { manage } = newcomer;
  const weekdays = [String(weekday)] as ['1'];
  const { id: productId, clubId: unitId } = await makePackage(manage, { visits, weekdays });
  const startsOn = Temporal.Now.plainDateISO('Europe/Tallinn').toString();
  const params = { id: await clientIdOf(newcomer) };
  await manage(grantContract, { params, body: { productId, unitId, startsOn, startsEarly: true } });
}

/** A text of the catalogue with its values in place, as Playwright reads it: unbreakable spaces are spaces. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
    .replaceAll('\u00a0', ' ');
}

/** Sets language and colours of a centre for the pages of a context. */
export async function dress(page: Page, host: string, language: string, mode: string): Promise<void> {
  const domain = `${host}.localhost`;
  await page.context().addCookies([
    { name: 'language', value: language, domain, path: '/' },
    { name: 'colormode', value: mode, domain, path: '/' },
  ]);
}
