import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { builtInTenants } from '#server/tenants/built-in.ts';
import type { BuiltInTenant } from '#server/tenants/shape/built-in.ts';
import { builtInStyles, type StyleKey } from '#server/tenants/styles/built-in.ts';
import { aboutPage, buyingTerms, rentalName } from '#server/tenants/texts.ts';
import { addDays, instantAt } from '#shared/kernel/dates.ts';
import { languages } from '#shared/kernel/language.ts';
import type { TenantKind } from '#shared/tenants/domain.ts';
import { packagesFor, seedContracts } from './contracts/domain.ts';
import { daysBack, seedCentre, seedHistory, seedMonths } from './domain.ts';
import { thoughtsOf } from './feedback/built-in.ts';
import { salesOf } from './payments/built-in.ts';
import { accountHolders, childStyles, womensNames } from './people/domain.ts';
import { personalPackages } from './personal-trainings/built-in.ts';
import { sessionsOf } from './personal-trainings/domain.ts';
import { portraitFile, portraitSvg, portraitsOfEach } from './portraits/domain.ts';
import { productsOf } from './products/data.ts';
import type { FilledTraining } from './registrations/domain.ts';
import { hourCents } from './rentals/built-in.ts';
import { wordsOf } from './styles/built-in.ts';
import { type RoomKind, unledStyles } from './timetable/built-in.ts';
import { wallClock } from './timetable/domain.ts';
import { roomsOf } from './timetable/rooms/domain.ts';
import { usesOf } from './timetable/uses/domain.ts';
import { groupNames } from './training-groups/built-in.ts';
import { insertVideos } from './videos/data.ts';
import { vouchersOf } from './vouchers/domain.ts';
import { cancelReasons } from './words/built-in.ts';

const now = '2026-11-21T10:00:00Z';
const today = '2026-11-21';

function raise(): never {
  throw new Error('not there');
}

/** All a centre sells, as it is offered. */
function soldBy(tenant: BuiltInTenant) {
  return [
    ...productsOf({ tenant }),
    ...packagesFor({ tenant }),
    ...vouchersOf(tenant),
    ...(tenant.pageRules.pages.isBuyPersonalTrainingPage ? personalPackages(tenant.kind) : []),
  ];
}

/** Words that are true of a centre only where it has such a room, or is of such a kind. */
const claims: readonly (readonly [words: RegExp, isTrue: (tenant: BuiltInTenant) => boolean])[] = [
  [/reformer/i, ({ styles }) => styles.includes('reformer')],
  [/pilates/i, ({ styles }) => styles.some((style) => style === 'reformer' || style === 'matPilates')],
  [/bassein|ujumi|\bpools?\b|swim|basein|peld/i, (tenant) => hasRoom(tenant, 'pool', 'smallPool')],
  [/saun|pirt/i, (tenant) => hasRoom(tenant, 'sauna') || tenant.kind === 'swimmingPool'],
  [/golf|green fee|mänguõigus/i, ({ kind }) => kind === 'golfClub'],
  [/reket|racket|raket|väljaku|\bcourts?\b/i, (tenant) => hasRoom(tenant, 'court', 'padel')],
  [/ronimi|climb|kāp(ēj|ien|šan)/i, ({ kind }) => kind === 'climbingHall'],
  [/simula/i, (tenant) => hasRoom(tenant, 'simulator')],
  [/trenn|treening|\btrainings?\b|treniņ/i, ({ kind }) => kind !== 'spa'],
];

/** Of texts those that are not true of a centre. */
function untrueOf(tenant: BuiltInTenant, texts: readonly string[]): string[] {
  const untrue = claims.filter(([, isTrue]) => !isTrue(tenant));
  return texts.filter((text) => untrue.some(([words]) => words.test(text)));
}

function hasRoom(tenant: BuiltInTenant, ...kinds: readonly RoomKind[]): boolean {
  return roomsOf(tenant).some(({ kind }) => kinds.includes(kind));
}

describe.each(builtInTenants.map((tenant) => [tenant.host, tenant] as const))('%s', (_, tenant) => {
  test('sells what its kind has, and nothing of another', () => {
    const texts = soldBy(tenant).flatMap(({ names, descriptions }) =>
      languages.flatMap((language) => [names[language], descriptions?.[language] ?? '']),
    );
    expect(untrueOf(tenant, texts)).toEqual([]);
  });

  test('says of its classes, its people and its days what is true of its kind', () => {
    const { week } = seedCentre(tenant);
    const { closure, reservation } = usesOf(tenant, now);
    const said = [
      ...week.flatMap(({ name, publicComment, privateComment }) => [name, publicComment, privateComment]),
      ...thoughtsOf(tenant),
      ...[closure.name, reservation.name],
    ];
    const inEach = [
      ...salesOf(tenant.kind).map(({ names }) => names),
      ...tenant.styles.flatMap((style) => Object.values(wordsOf(style, tenant.kind) ?? {})),
    ];
    const pages = languages.flatMap((language) =>
      [aboutPage(tenant, language), buyingTerms(tenant, language)].flatMap(({ sections }) =>
        sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]),
      ),
    );
    const texts = [...said, ...inEach.flatMap((of) => languages.map((language) => of[language])), ...pages];
    expect(untrueOf(tenant, texts)).toEqual([]);
  });

  test('calls what it lets by what it is', () => {
    const names = languages.map((language) => rentalName(tenant.kind, language));
    expect(new Set(names).size).toBe(languages.length);
    expect(untrueOf(tenant, names)).toEqual([]);
    if (!tenant.pageRules.pages.isRentalPage) return;
    const calls: Readonly<Partial<Record<RoomKind, RegExp>>> = {
      ...{ pool: /bassein|pool|basein/i, smallPool: /bassein|pool|basein/i },
      ...{ court: /väljak|court|kort/i, padel: /padel/i, simulator: /simula/i },
    };
    const kinds = roomsOf(tenant).flatMap(({ kind }) =>
      kind === 'pool' || hourCents[kind] !== undefined ? [kind] : [],
    );
    expect(kinds.length).toBeGreaterThan(0);
    for (const kind of kinds) for (const name of names) expect(name).toMatch(calls[kind] ?? /^$/);
  });
});

test('each style says for itself what happens, for whom and what to bring', () => {
  const led = /(^|[.!] )(Treener|Juhendaja|The trainer|The instructor|Treneris|Instruktors)\b/;
  for (const { host, kind, styles } of builtInTenants) {
    for (const style of styles.filter((key) => key !== 'personal')) {
      const { description, belongings } = wordsOf(style, kind) ?? raise();
      const isLed = languages.some((language) => led.test(description[language]));
      expect([host, style, isLed && unledStyles.includes(style)]).toEqual([host, style, false]);
      const isWet = builtInStyles[style].clientType === 'pool';
      expect([host, style, isWet && !/swimwear/.test(belongings.en)]).toEqual([host, style, false]);
    }
  }
});

describe.each(builtInTenants.map((tenant) => [tenant.host, tenant] as const))('%s', (_, tenant) => {
  const { week, trainers, rooms } = seedCentre(tenant);
  const days = [1, 2, 3, 4, 5, 6, 7];

  test('has whoever teaches teach what they have learnt, in one club a day and one town', () => {
    const taught = week.flatMap((training) => {
      const trainer = trainers[training.trainerIndex ?? -1];
      return trainer ? [{ ...training, trainer }] : [];
    });
    expect(taught.filter(({ style, trainer }) => !trainer.styles.includes(style))).toEqual([]);
    const clubs = Map.groupBy(taught, ({ weekday, trainerIndex }) => `${weekday} ${trainerIndex}`);
    const travelling = [...clubs.values()].filter(
      (of) => new Set(of.map(({ clubIndex }) => clubIndex)).size > 1,
    );
    expect(travelling).toEqual([]);
    const cityOf = (clubIndex: number) => tenant.clubs[clubIndex]?.city;
    expect(taught.filter((one) => cityOf(one.clubIndex) !== cityOf(one.trainer.clubIndex))).toEqual([]);
  });

  test('has its demo trainer teach on most days, and clients of their own where packages are sold', () => {
    const centre = seedCentre(tenant);
    const own = centre.week.filter(({ trainerIndex }) => trainerIndex === centre.demoTrainerIndex);
    const open = days.filter((weekday) =>
      week.some((one) => one.weekday === weekday && one.trainerIndex !== null),
    );
    expect(new Set(own.map(({ weekday }) => weekday)).size).toBeGreaterThanOrEqual(open.length - 2);
    if (!tenant.pageRules.pages.isBuyPersonalTrainingPage) return;
    const clients = sessionsOf(centre, now, wallClock(tenant.timeZone)).filter(
      ({ trainerIndex }) => trainerIndex === centre.demoTrainerIndex,
    );
    expect(new Set(clients.map(({ clientIndex }) => clientIndex)).size).toBeGreaterThanOrEqual(2);
    for (const { sessions } of clients) {
      expect(sessions.some(({ isOver }) => isOver) && sessions.some(({ isOver }) => !isOver)).toBe(true);
      expect(sessions.length).toBeLessThanOrEqual(10);
    }
  });

  test('shows a picture of every trainer, each another one', () => {
    const photos = trainers.map(({ photo }) => photo);
    expect(new Set(photos).size).toBe(trainers.length);
    expect(photos.filter((photo) => !existsSync(new URL(`../../..${photo}`, import.meta.url)))).toEqual([]);
    expect(
      trainers.filter(({ firstName, photo }) => womensNames.has(firstName) !== photo.includes('/woman')),
    ).toEqual([]);
  });

  test('has people of all sorts: new, loyal, frozen, in debt, on notice, blocked, and families', () => {
    const centre = seedCentre(tenant);
    const contracts = seedContracts(centre, today);
    const live = contracts.filter(({ facts }) => facts.state === 'live');
    const isOver = ({ facts }: (typeof live)[number]) => facts.endsOn !== null && facts.endsOn < today;
    const monthAgo = addDays(today, -30);
    const sorts = {
      fresh: live.filter(({ facts }) => facts.agreedOn > addDays(today, -7)),
      loyal: live.filter((one) => !isOver(one) && one.facts.agreedOn < addDays(today, -365)),
      frozen: live.filter(({ facts }) =>
        facts.freezes.some(({ fromOn, untilOn }) => fromOn <= today && untilOn >= today),
      ),
      inDebt: live.filter(({ bills }) => bills.some(({ isPaid, dueOn }) => !isPaid && dueOn < today)),
      onNotice: live.filter(({ facts }) => facts.noticeAt !== null && facts.noticeAt > monthAgo),
      blocked: live.filter(({ facts }) => facts.block !== null),
    };
    for (const [sort, people] of Object.entries(sorts))
      expect([sort, people.length > 0]).toEqual([sort, true]);
    const children = centre.clients.filter(({ isChild }) => isChild);
    expect(children.length).toBeGreaterThanOrEqual(6);
    for (const { parentIndex, address, clubIndex } of children) {
      const parent = centre.clients[parentIndex ?? -1];
      expect([parent?.address, parent?.clubIndex, parent?.isChild]).toEqual([address, clubIndex, false]);
    }
    const months = new Set(contracts.flatMap(({ bills }) => bills.map(({ fromOn }) => fromOn.slice(0, 7))));
    expect(months.size).toBeGreaterThanOrEqual(12);
  });

  test('has twelve months behind it, each with more to see than the one before', () => {
    const history = seedHistory(seedCentre(tenant), now, wallClock(tenant.timeZone));
    const ofMonth = Map.groupBy(history, ({ training }) => training.localDate.slice(0, 7));
    expect([...ofMonth.keys()].toSorted().slice(0, 12)).toHaveLength(12);
    const came = (month: readonly FilledTraining[]) => month.reduce((sum, { booked }) => sum + booked, 0);
    const sums = [...ofMonth.values()].map(came);
    expect(sums.filter((sum) => sum === 0)).toEqual([]);
    const half = (from: number) => sums.slice(from, from + 5).reduce((sum, one) => sum + one, 0);
    expect(half(6)).toBeGreaterThan(half(1));
    const isMember = ({ clientIndex }: { clientIndex: number }) => clientIndex === accountHolders.member;
    const own = history.filter(({ registrations }) => registrations.some(isMember));
    expect(new Set(own.map(({ training }) => training.localDate.slice(0, 7))).size).toBeGreaterThan(9);
    const last = history.at(-1)?.training.localDate ?? '';
    expect([last < addDays(today, -daysBack), last > addDays(today, -daysBack - 4)]).toEqual([true, true]);
  });

  test('has nobody fall ill where nobody teaches', () => {
    const said = seedMonths(seedCentre(tenant), now, wallClock(tenant.timeZone)).filter(
      ({ training }) =>
        training.trainerIndex === null &&
        training.isCancelled &&
        cancelReasons[tenant.defaultLanguage].includes(training.publicComment),
    );
    expect(said).toEqual([]);
  });

  test('lets children train with children', () => {
    const centre = seedCentre(tenant);
    const isChild = (index: number) => centre.clients[index]?.isChild;
    const mixed = seedMonths(centre, now, wallClock(tenant.timeZone)).filter(
      ({ training, registrations }) =>
        !childStyles.includes(training.style) &&
        registrations.some(({ clientIndex }) => isChild(clientIndex)),
    );
    expect(mixed).toEqual([]);
  });

  test.each(['07:50', '20:50', '22:50', '23:50'])('has something ahead for its demo member at %s', (time) => {
    const at = instantAt(today, time, tenant.timeZone);
    const centre = seedCentre(tenant);
    const ahead = seedMonths(centre, at, wallClock(tenant.timeZone)).filter(
      ({ training, registrations }) =>
        training.localDate === today &&
        training.startsAt * 1000 > Temporal.Instant.from(at).epochMilliseconds &&
        registrations.some(
          ({ clientIndex, state }) => clientIndex === accountHolders.member && state === 'booked',
        ),
    );
    expect(ahead).toHaveLength(1);
    const { training } = ahead[0] ?? raise();
    const trainer = centre.trainers[training.trainerIndex ?? -1];
    expect(trainer === undefined || trainer.styles.includes(training.style)).toBe(true);
  });

  test('has machines stand in the rooms they stand in', () => {
    const reformers = new Set(
      week.flatMap(({ style, clubIndex, roomIndex }) =>
        style === 'reformer' ? [`${clubIndex} ${roomIndex}`] : [],
      ),
    );
    const own = rooms.filter(({ kind }) => kind === 'reformer').length;
    expect(reformers.size).toBeLessThanOrEqual(Math.max(1, own));
  });

  test('has every day what its kind is for', () => {
    const signs: Readonly<Partial<Record<TenantKind, readonly StyleKey[]>>> = {
      golfClub: ['teeTime', 'golfSimulator'],
      spa: ['massage'],
      swimmingPool: ['openSwim'],
      tennisClub: ['tennis', 'openCourt'],
      climbingHall: ['bouldering'],
    };
    const isOpen = (weekday: number) => tenant.clubs.some(({ openingHours }) => openingHours[weekday - 1]);
    const missing = (signs[tenant.kind] ?? []).flatMap((style) =>
      days
        .filter(
          (weekday) => isOpen(weekday) && !week.some((one) => one.weekday === weekday && one.style === style),
        )
        .map((weekday) => `${style} on day ${weekday}`),
    );
    expect(missing).toEqual([]);
  });
});

test('no two centres have the same list of prices, however alike they are', () => {
  const lists = builtInTenants.map((tenant) =>
    packagesFor({ tenant })
      .map(({ priceCents }) => priceCents)
      .join(' '),
  );
  expect(new Set(lists).size).toBe(builtInTenants.length);
});

test('portraits lie ready as they are drawn, small and without a word of code', () => {
  for (const sitter of ['woman', 'man'] as const) {
    const drawn = Array.from({ length: portraitsOfEach }, (_, index) => portraitSvg(sitter, index));
    expect(new Set(drawn).size).toBe(portraitsOfEach);
    for (const [index, svg] of drawn.entries()) {
      const file = new URL(`../../../media/trainers/${portraitFile(sitter, index)}`, import.meta.url);
      expect(readFileSync(file, 'utf8')).toBe(`${svg}\n`);
      expect(svg).not.toMatch(/script|style=|href|<text|undefined|NaN/);
      expect(svg.length).toBeLessThan(1600);
    }
  }
});

describe.each(builtInTenants.map((tenant) => [tenant.host, tenant] as const))('%s', (_, tenant) => {
  test('calls its groups as its kind does, in its own language', () => {
    const names = groupNames[tenant.kind][tenant.defaultLanguage];
    expect(new Set(names).size).toBe(6);
    expect(untrueOf(tenant, names)).toEqual([]);
  });

  test('shows videos of what is done there', () => {
    const [{ values = [] } = raise()] = insertVideos(1, tenant.kind, now);
    const [, types, titles] = values as [number, string[], string[]];
    const isCalm = tenant.kind === 'spa' || tenant.kind === 'yogaStudio';
    expect(titles.map((title) => JSON.parse(title).en).includes('Squat')).toBe(!isCalm);
    expect(types.map((names) => JSON.parse(names).en).includes('Strength')).toBe(!isCalm);
    expect(types.map((names) => JSON.parse(names).en).includes('Before a round')).toBe(
      tenant.kind === 'golfClub',
    );
  });
});
