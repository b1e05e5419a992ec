import { addDays, addMinutes, instantAt, localDate } from '#shared/kernel/dates.ts';
import { lastDate } from '#shared/products/validity/domain.ts';
import type { EntryKind } from '#shared/tickets/ledger/domain.ts';
import type { DemoCentre } from '../domain.ts';
import { accountHolders } from '../people/domain.ts';
import type { DemoProduct } from '../products/built-in.ts';
import { type Random, randomOf } from '../random/domain.ts';

interface DemoEntry {
  readonly kind: EntryKind;
  readonly visits: number;
  readonly at: string;
  /** Index of the reservation it ends, in the same ticket. */
  readonly settles: number | null;
}

export interface DemoTicket {
  readonly product: DemoProduct;
  readonly productIndex: number;
  readonly clientIndex: number;
  readonly clubIndex: number;
  readonly startsOn: string | null;
  readonly endsOn: string | null;
  readonly createdAt: string;
  /** 16 bytes in hexadecimal. */
  readonly salt: string;
  readonly entries: readonly DemoEntry[];
}

/** What became of a ticket: from just bought to long over. */
type Story = 'fresh' | 'used' | 'nearlyUsed' | 'halfUsed' | 'expired' | 'notBegun' | 'unused';

const memberStories: readonly Story[] = [
  'expired',
  'used',
  'halfUsed',
  'nearlyUsed',
  'notBegun',
  'unused',
  'fresh',
];

/** The demo member has a ticket in every state, some others one or two. */
export function seedTickets(centre: DemoCentre, products: readonly DemoProduct[], now: string): DemoTicket[] {
  const { tenant, clients } = centre;
  const random = randomOf(tenant.host, 'tickets');
  const tickets = memberStories.flatMap((story) =>
    seedOne(centre, products, accountHolders.member, story, now, random),
  );
  for (const [clientIndex, { isBlocked }] of clients.entries()) {
    if (clientIndex < 3 || isBlocked || !random.isTrue(0.12)) continue;
    tickets.push(...seedOne(centre, products, clientIndex, random.pick(memberStories), now, random));
  }
  return tickets;
}

function seedOne(
  { tenant, clients }: DemoCentre,
  products: readonly DemoProduct[],
  clientIndex: number,
  story: Story,
  now: string,
  random: Random,
): DemoTicket[] {
  const fitting = products.flatMap((product, index) => (fits(product, story) ? [index] : []));
  const productIndex = fitting[random.integer(0, Math.max(0, fitting.length - 1))];
  const product = products[productIndex ?? -1];
  if (productIndex === undefined || !product) return [];
  const today = localDate(now, tenant.timeZone);
  const { visits, startMode } = product;
  const length = { count: product.validCount, unit: product.validUnit };
  const days = lengthInDays(product);
  const age = {
    fresh: 1,
    unused: 2,
    halfUsed: Math.floor(days * 0.5),
    nearlyUsed: Math.floor(days * 0.8),
    used: Math.floor(days * 0.9),
    // Months are longer than their thirty days.
    expired: days + Math.ceil(days / 20) + random.integer(3, 12),
    notBegun: 2,
  }[story];
  const boughtOn = addDays(today, -age);
  const hasBegun = startMode !== 'firstUse' || story !== 'unused';
  const first = story === 'notBegun' ? addDays(today, 6) : boughtOn;
  const at = (date: string) =>
    instantAt(date, `${10 + random.integer(0, 9)}:${random.pick(['05', '20', '35', '50'])}`, tenant.timeZone);
  const createdAt = instantAt(boughtOn, '06:40', tenant.timeZone);
  const uses = usesOf(story, visits, random);
  const endsOn = hasBegun ? lastDate(first, length) : null;
  const entries: DemoEntry[] = visits === null ? [] : [line('GRANT', visits, createdAt)];
  for (let use = 0; use < uses; use += 1) {
    const date = addDays(boughtOn, Math.floor(((use + 1) * Math.min(age - 1, days - 1)) / (uses + 1)));
    addUse(entries, at(date), random);
  }
  const left = (visits ?? 0) - uses;
  if (story === 'expired' && visits !== null && left > 0 && endsOn !== null) {
    entries.push(line('EXPIRE', left, instantAt(addDays(endsOn, 1), '00:03', tenant.timeZone)));
  }
  return [
    {
      product,
      productIndex,
      clientIndex,
      clubIndex: product.isInOneClub
        ? 0
        : Math.min(clients[clientIndex]?.clubIndex ?? 0, tenant.clubs.length - 1),
      startsOn: hasBegun ? first : null,
      endsOn,
      createdAt,
      salt: Array.from({ length: 16 }, () => random.integer(0, 255).toString(16).padStart(2, '0')).join(''),
      entries,
    },
  ];
}

function fits({ visits, startMode, isActive, validUnit, validCount }: DemoProduct, story: Story): boolean {
  const isLong = validUnit !== 'day' || validCount > 7;
  switch (story) {
    case 'fresh':
      return isActive && visits === null && isLong;
    case 'notBegun':
      return isActive && startMode === 'chosen';
    case 'unused':
      return isActive && startMode === 'firstUse';
    case 'used':
    case 'halfUsed':
    case 'nearlyUsed':
      return isActive && visits !== null && visits > 2 && isLong;
    case 'expired':
      return visits !== null && visits > 2;
  }
}

function usesOf(story: Story, visits: number | null, random: Random): number {
  if (story === 'fresh') return 1;
  if (visits === null || story === 'notBegun' || story === 'unused') return 0;
  if (story === 'used') return visits;
  if (story === 'nearlyUsed') return visits - 1;
  return story === 'halfUsed' ? Math.floor(visits / 2) : random.integer(1, visits - 1);
}

function line(kind: EntryKind, visits: number, at: string, settles: number | null = null): DemoEntry {
  return { kind, visits, at, settles };
}

/** A visit: at the door, or reserved before; now and then a place is given back first, in time or late. */
function addUse(entries: DemoEntry[], at: string, random: Random): void {
  if (random.isTrue(0.6)) {
    entries.push(line('CONSUME', 1, at));
    return;
  }
  if (random.isTrue(0.3)) {
    entries.push(line('RESERVE', 1, addMinutes(at, -180)));
    entries.push(line('RELEASE', 1, addMinutes(at, -150), entries.length - 1));
  }
  entries.push(line('RESERVE', 1, addMinutes(at, -120)));
  entries.push(line(random.isTrue(0.2) ? 'FORFEIT' : 'CONSUME', 1, at, entries.length - 1));
}

function lengthInDays({ validCount, validUnit }: DemoProduct): number {
  return validCount * (validUnit === 'day' ? 1 : validUnit === 'week' ? 7 : 30);
}
