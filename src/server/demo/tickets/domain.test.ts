import { describe, expect, test } from 'vitest';
import { builtInTenants } from '#server/tenants/built-in.ts';
import { epochMilliseconds } from '#shared/kernel/dates.ts';
import { ticketState } from '#shared/tickets/domain.ts';
import { balancesOf, isSound } from '#shared/tickets/ledger/domain.ts';
import { seedCentre } from '../domain.ts';
import { productsOf } from '../products/data.ts';
import { seedTickets } from './domain.ts';

const now = '2026-11-21T10:00:00Z';

describe.each(builtInTenants.map((tenant) => [tenant.host, tenant] as const))('%s', (_, tenant) => {
  const centre = seedCentre(tenant);
  const products = productsOf(centre);
  const tickets = seedTickets(centre, products, now);
  const facts = tickets.map((ticket, id) => ({
    ...ticket,
    id,
    startMode: ticket.product.startMode,
    length: { count: ticket.product.validCount, unit: ticket.product.validUnit },
    isUnlimited: ticket.product.visits === null,
    balances: balancesOf(ticket.entries.map((entry) => ({ ...entry, isSettling: entry.settles !== null }))),
  }));

  test('sells something, no more something else, and one thing in one club', () => {
    expect(products.filter(({ isActive }) => isActive).length).toBeGreaterThanOrEqual(3);
    expect(products.some(({ isActive }) => !isActive)).toBe(true);
    expect(products.some(({ isInOneClub }) => isInOneClub)).toBe(true);
    expect(new Set(products.map(({ startMode }) => startMode)).size).toBe(3);
  });

  test('has a ticket of the demo member in every state', () => {
    const own = facts.filter(({ clientIndex }) => clientIndex === 0);
    const clock = { now, timeZone: tenant.timeZone };
    expect(new Set(own.map((ticket) => ticketState(ticket, clock)))).toEqual(
      new Set(['valid', 'used', 'expired']),
    );
    expect(own.some(({ isUnlimited }) => isUnlimited)).toBe(true);
    expect(own.some(({ startsOn }) => startsOn === null)).toBe(true);
    expect(own.some(({ startsOn }) => startsOn !== null && startsOn > '2026-11-21')).toBe(true);
    expect(own.some(({ balances }) => balances.remaining === 1)).toBe(true);
  });

  test('keeps every ledger sound and in the past, in order', () => {
    for (const { entries, balances, isUnlimited, createdAt } of facts) {
      if (!isUnlimited) expect(isSound(balances)).toBe(true);
      const moments = [createdAt, ...entries.map(({ at }) => at)].map(epochMilliseconds);
      expect(moments.toSorted((one, other) => one - other)).toEqual(moments);
      expect(moments.every((moment) => moment <= epochMilliseconds(now))).toBe(true);
    }
  });

  test('is the same each time', () => {
    expect(JSON.stringify(seedTickets(seedCentre(tenant), products, now))).toBe(JSON.stringify(tickets));
  });
});
