import type { Page } from '@playwright/test';
import { giveTicket, giveVoucher } from '#shared/back-office/giving/contract.ts';
import { createProduct, type ProductValues } from '#shared/back-office/sales/contract.ts';
import { giveContract } from '#shared/contracts/giving/contract.ts';
import { listUnits } from '#shared/rooms/contract.ts';
import { clientIdOf, type Newcomer } from './newcomer.ts';

/** Gives somebody new a ticket of some visits, and a voucher that lasts longer: both cover a training of any journey. */
export async function giveCovers(newcomer: Newcomer, count: number): Promise<void> {
  const { manage } = newcomer;
  const params = { id: await clientIdOf(newcomer) };
  const [club] = await manage(listUnits, {});
  if (!club) throw new Error('no club');
  const make = async (kind: 'ticket' | 'voucher', name: string, validCount: number) => {
    const values: ProductValues = {
      ...{ kind, names: { et: name, en: name, lv: name }, descriptions: { et: '', en: '', lv: '' } },
      ...{ category: 'webapp_fitness', clientType: 'groupTraining', vatKind: 'standard', visits: count },
      ...{ validCount, validUnit: 'month', startMode: 'purchase', isShareable: false, isActive: true },
      ...{ position: 900, prices: [{ clubId: club.id, price: 40, priceOnline: null }] },
    };
    return (await manage(createProduct, { body: { values } })).id;
  };
  const mark = crypto.randomUUID().slice(0, 8);
  const given = { startsOn: null, terms: 'gift', reason: 'Proov' } as const;
  const ticket = await make('ticket', `Pilet ${mark}`, 1);
  await manage(giveTicket, { params, body: { productId: ticket, unitId: club.id, ...given } });
  const voucher = await make('voucher', `Kinkekaart ${mark}`, 3);
  const validFrom = Temporal.Now.plainDateISO('Europe/Tallinn').toString();
  await manage(giveVoucher, {
    params,
    body: { productId: voucher, uses: count, validFrom, reason: 'Proov' },
  });
}

/** Makes somebody new a contract of so many group trainings a month, on one weekday (1: Monday) alone. */
export async function giveContractFor(newcomer: Newcomer, weekday: number, visits: number): Promise<void> {
  const { manage } = newcomer;
  const params = { id: await clientIdOf(newcomer) };
  const [club] = await manage(listUnits, {});
  if (!club) throw new Error('no club');
  const name = `Leping ${crypto.randomUUID().slice(0, 8)}`;
  const weekdays = [String(weekday)] as ['1'];
  const values: ProductValues = {
    ...{ kind: 'package', names: { et: name, en: name, lv: name }, descriptions: { et: '', en: '', lv: '' } },
    ...{ category: 'webapp_fitness', clientType: 'groupTraining', vatKind: 'standard', visits: null },
    ...{ validCount: 1, validUnit: 'month', startMode: 'purchase', isShareable: false, isActive: true },
    ...{ position: 900, prices: [{ clubId: club.id, price: 40, priceOnline: null }] },
    terms: {
      ...{ periodMonths: 1, termMonths: null, renews: false, bindingMonths: 0, anchor: 'start' },
      ...{ joiningFeeId: null },
      benefits: [{ clientType: 'groupTraining', visits, from: null, until: null, weekdays, clubIds: [] }],
    },
  };
  const { id: productId } = await manage(createProduct, { body: { values } });
  const startsOn = Temporal.Now.plainDateISO('Europe/Tallinn').toString();
  const body = { productId, unitId: club.id, startsOn, startsEarly: true };
  await manage(giveContract, { params, body });
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
