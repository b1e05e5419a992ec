import { describe, expect, test } from 'vitest';
import { builtInTenants, findBuiltInTenant } from '#server/tenants/built-in.ts';
import type { BuiltInTenant } from '#server/tenants/shape/built-in.ts';
import { addDays, dayOfWeek, localTime } from '#shared/kernel/dates.ts';
import { centreAt, daysAhead, daysBack, seedCentre, seedEarlierWeek, seedMonths } from './domain.ts';
import { seedInvoices } from './invoices/domain.ts';
import { accountHolders } from './people/domain.ts';
import type { FilledTraining } from './registrations/domain.ts';
import { wallClock } from './timetable/domain.ts';

const now = '2026-11-21T10:00:00Z';
const seconds = (instant: string) => Temporal.Instant.from(instant).epochMilliseconds / 1000;
const instant = (epoch: number) => Temporal.Instant.fromEpochMilliseconds(epoch * 1000).toString();

function tenantOf(host: string): BuiltInTenant {
  const tenant = findBuiltInTenant(host);
  if (!tenant) throw new Error(`no ${host}`);
  return tenant;
}

function monthsOf(host: string, at: string = now): FilledTraining[] {
  const tenant = tenantOf(host);
  return seedMonths(seedCentre(tenant), at, wallClock(tenant.timeZone));
}

/** Pairs of neighbours that meet, among spans sharing a key. */
function overlaps<T>(items: readonly T[], keyOf: (item: T) => unknown, spanOf: (item: T) => FilledTraining) {
  const groups = [...Map.groupBy(items, keyOf).values()];
  return groups.flatMap((group) => {
    const spans = group
      .map((item) => spanOf(item).training)
      .sort((one, other) => one.startsAt - other.startsAt);
    return spans.filter((span, index) => span.startsAt < (spans[index - 1]?.endsAt ?? 0));
  });
}

test.each(builtInTenants.map(({ host }) => host))(
  'in %s the demo’s member owes nothing that is due, and something to try paying with',
  (host) => {
    const own = seedInvoices(seedCentre(tenantOf(host)), now).filter(
      ({ clientIndex, kind }) => clientIndex === accountHolders.member && kind === 'invoice',
    );
    const open = own.filter(({ receipts }) => receipts.length === 0);
    expect(open).toHaveLength(1);
    expect(own.filter(({ isWrittenOff }) => isWrittenOff)).toEqual([]);
    for (const { dueOn } of open) expect(dueOn > now.slice(0, 10)).toBe(true);
    const paid = own.flatMap(({ totalCents, receipts }) =>
      receipts.map(({ amountCents }) => amountCents >= totalCents),
    );
    expect(paid).not.toContain(false);
  },
);

test('the same centre and moment give the same data, whatever was made before', () => {
  const first = JSON.stringify(monthsOf('dzintara-spa.lv'));
  monthsOf('kadakaoja-golf.ee');
  expect(JSON.stringify(monthsOf('dzintara-spa.lv'))).toBe(first);
  expect(JSON.stringify(seedCentre(tenantOf('dzintara-spa.lv')))).not.toBe(
    JSON.stringify(seedCentre({ ...tenantOf('dzintara-spa.lv'), host: 'centre-022.test' })),
  );
});

describe.each(builtInTenants.map((tenant) => [tenant.host, tenant] as const))('%s', (_, tenant) => {
  const centre = seedCentre(tenant);
  const months = seedMonths(centre, now, wallClock(tenant.timeZone));
  const taking = months.filter(({ training }) => !training.isCancelled);
  const registrations = months.flatMap((filled) =>
    filled.registrations.map((registration) => ({ ...registration, filled, training: filled.training })),
  );
  const booked = registrations.filter(({ state }) => state === 'booked');

  test('has people enough, with codes and addresses of their own', () => {
    expect(centre.trainers.length).toBeGreaterThanOrEqual(6);
    expect(centre.trainers.length).toBeLessThanOrEqual(16);
    expect(centre.clients.length).toBeGreaterThanOrEqual(120);
    expect(centre.clients.length).toBeLessThanOrEqual(300);
    for (const key of ['code', 'email', 'phone'] as const) {
      expect(new Set(centre.clients.map((client) => client[key])).size).toBe(centre.clients.length);
    }
    expect(centre.clients.filter(({ email }) => !/^[a-z0-9.]+@[a-z]+\.test$/.test(email))).toEqual([]);
  });

  test('teaches every style it has, in rooms that fit', () => {
    const taught = new Set(centre.week.map(({ style }) => style));
    // Time with one's own trainer is agreed on, and stands in no timetable.
    expect(tenant.styles.filter((style) => style !== 'personal' && !taught.has(style))).toEqual([]);
    const misplaced = centre.week.filter(({ roomIndex, clubIndex, maxPlaces }) => {
      const room = centre.rooms[roomIndex];
      return room?.clubIndex !== clubIndex || maxPlaces < 1 || maxPlaces > Math.min(30, room.places);
    });
    expect(misplaced).toEqual([]);
  });

  test('puts no room, trainer or client in two places', () => {
    expect(
      overlaps(
        taking,
        ({ training }) => training.roomIndex,
        (item) => item,
      ),
    ).toEqual([]);
    const taught = taking.filter(({ training }) => training.trainerIndex !== null);
    expect(
      overlaps(
        taught,
        ({ training }) => training.trainerIndex,
        (item) => item,
      ),
    ).toEqual([]);
    expect(
      overlaps(
        booked,
        ({ clientIndex }) => clientIndex,
        ({ filled }) => filled,
      ),
    ).toEqual([]);
  });

  test('obeys its own limits', () => {
    const { limits } = tenant;
    const count = (keyOf: (item: (typeof booked)[number]) => string, items = booked) =>
      Math.max(...[...Map.groupBy(items, keyOf).values()].map((group) => group.length));
    const ofDay = (item: (typeof booked)[number]) => `${item.clientIndex} ${item.training.localDate}`;
    expect(count(ofDay)).toBeLessThanOrEqual(limits.sameDayMax);
    expect(count((item) => `${ofDay(item)} ${item.training.style}`)).toBeLessThanOrEqual(
      limits.sameStylePerDateMax,
    );
    const coming = booked.filter(({ training }) => training.startsAt > seconds(now));
    expect(count(({ clientIndex }) => String(clientIndex), coming)).toBeLessThanOrEqual(limits.upcomingMax);
    const tooLong = months.filter(
      ({ training, waiting }) => waiting > (training.isWaitingListAllowed ? limits.waitingListMax : 0),
    );
    expect(tooLong).toEqual([]);
  });

  test('keeps places, queues and times in order', () => {
    const disordered = months.filter(({ training, booked: taken, waiting, registrations: rows }) => {
      const places = rows.flatMap(({ place }) => place ?? []).sort((one, other) => one - other);
      const queue = rows.filter(({ state }) => state === 'waiting');
      const isInOrder =
        places.length === taken &&
        places.every((place, index) => place === index + 1) &&
        taken <= training.maxPlaces &&
        (waiting === 0 || taken === training.maxPlaces) &&
        queue.length === waiting &&
        queue.every(({ createdAt }, index) => createdAt >= (queue[index - 1]?.createdAt ?? 0));
      return !isInOrder;
    });
    expect(disordered).toEqual([]);
    const at = seconds(now);
    const wrong = registrations.filter((row) => {
      const { state, createdAt, endedAt, freeUntil, place, presence, training } = row;
      const isLive = state === 'booked' || state === 'waiting';
      const isRight =
        (endedAt === null) === isLive &&
        (place !== null) === (state === 'booked') &&
        (presence !== null) === (state === 'booked' && training.endsAt <= at) &&
        createdAt > training.opensAt &&
        createdAt < Math.min(training.startsAt, at) &&
        freeUntil === training.startsAt - tenant.limits.freeCancelMinutes * 60 &&
        (state !== 'waiting' || training.startsAt > at) &&
        (endedAt === null || (endedAt > createdAt && endedAt <= Math.min(training.startsAt, at))) &&
        (state !== 'cancelledFree' || (endedAt ?? 0) <= freeUntil) &&
        (state !== 'cancelledLate' || (endedAt ?? 0) > freeUntil);
      return !isRight;
    });
    expect(wrong).toEqual([]);
  });

  test('tells the demo member a whole story', () => {
    const own = registrations.filter(({ clientIndex }) => clientIndex === accountHolders.member);
    const states = new Set(own.map(({ state, presence }) => `${state} ${presence}`));
    const always = ['booked true', 'booked false', 'booked null', 'cancelledFree null', 'cancelledLate null'];
    const hasQueues = tenant.limits.waitingListMax > 0;
    const ofQueues = hasQueues ? ['waiting null', 'left null', 'closed null'] : [];
    expect([...states].sort()).toEqual([...always, 'cancelledByCentre null', ...ofQueues].sort());
    for (const { filled, training } of own.filter(({ state }) => state === 'waiting')) {
      const queue = filled.registrations.filter(({ state }) => state === 'waiting');
      expect(queue[1]?.clientIndex).toBe(accountHolders.member);
      expect(training.isCancelled || training.isClosed).toBe(false);
    }
    expect(own.some(({ training }) => training.localDate === '2026-11-21')).toBe(true);
  });

  test('spans the months around today, with cancelled and closed ones soon', () => {
    const dates = new Set(months.map(({ training }) => training.localDate));
    expect(Math.max(...[...dates].map((date) => seconds(`${date}T00:00Z`)))).toBeGreaterThanOrEqual(
      seconds(`${addDays('2026-11-21', daysAhead - 1)}T00:00Z`),
    );
    expect([...dates].sort()[0]).toMatch(new RegExp(`${addDays('2026-11-21', -daysBack)}|2026-10-22`));
    const soon = months.filter(({ training }) => training.localDate <= addDays('2026-11-21', 7));
    expect(soon.some(({ training }) => training.isCancelled && training.startsAt > seconds(now))).toBe(true);
    expect(soon.some(({ training }) => training.isClosed && training.startsAt > seconds(now))).toBe(true);
  });
});

test('a sports centre has a full day every day, a spa one night beyond midnight', () => {
  const byDate = Map.groupBy(monthsOf('pohjala-sport.ee'), ({ training }) => training.localDate);
  for (const day of byDate.values()) {
    expect(day.length).toBeGreaterThanOrEqual(25);
    expect(day.length).toBeLessThanOrEqual(45);
  }
  const today = byDate.get('2026-11-21') ?? [];
  expect(today.some(({ waiting }) => waiting > 0)).toBe(true);
  const nights = monthsOf('dzintara-spa.lv').filter(
    ({ training }) => training.endsAt > seconds(`${addDays(training.localDate, 1)}T00:00+02:00`),
  );
  expect(nights.length).toBeGreaterThan(0);
  expect(new Set(nights.map(({ training }) => dayOfWeek(training.localDate)))).toEqual(new Set([5]));
});

describe.each([
  ['pohjala-sport.ee', '2026-10-25'],
  ['dzintara-spa.lv', '2026-10-25'],
  ['pohjala-sport.ee', '2027-03-28'],
  ['dzintara-spa.lv', '2027-03-28'],
])('%s over the clock change of %s', (host, changes) => {
  test('keeps its wall times', () => {
    const tenant = tenantOf(host);
    const months = monthsOf(host, `${addDays(changes, -3)}T09:00:00Z`);
    const { week } = seedCentre(tenant);
    for (const date of [-7, -1, 0, 1, 7].map((days) => addDays(changes, days))) {
      const day = months.filter(({ training }) => training.localDate === date);
      const times = day.map(({ training }) => localTime(instant(training.startsAt), tenant.timeZone));
      const wanted = week.filter(({ weekday }) => weekday === dayOfWeek(date));
      expect(times.map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))).toEqual(
        wanted.map(({ time }) => time),
      );
      const lengths = day.map(({ training }) => training.endsAt - training.startsAt - training.minutes * 60);
      expect(lengths.every((difference) => difference === 0)).toBe(true);
    }
    const offset = (date: string) => seconds(`${date}T12:00Z`) - wallClock(tenant.timeZone)(date, 12 * 60);
    expect(Math.abs(offset(addDays(changes, -1)) - offset(changes))).toBe(3600);
  });
});

test('grows backwards by whole weeks that meet the year without a gap', () => {
  const tenant = tenantOf('vesiroos-jooga.ee');
  const centre = seedCentre(tenant);
  const clock = wallClock(tenant.timeZone);
  const week = seedEarlierWeek(centre, now, clock, 1);
  expect(week[0]?.training.localDate).toBe(addDays('2026-11-21', -365 - 7));
  expect(week.at(-1)?.training.localDate).toBe(addDays('2026-11-21', -365 - 1));
  expect(week.flatMap(({ registrations }) => registrations).length).toBeGreaterThan(100);
  expect(week.every(({ waiting }) => waiting === 0)).toBe(true);
});

test('copies of the built-in centres have hosts of their own', () => {
  const hosts = Array.from({ length: 60 }, (_, index) => centreAt(builtInTenants, index).host);
  expect(new Set(hosts).size).toBe(60);
  expect(hosts[21]).toBe('centre-022.test');
});
