import { describe, expect, test } from 'vitest';
import { builtInTenants } from '#server/tenants/built-in.ts';
import type { BuiltInTenant } from '#server/tenants/shape/built-in.ts';
import { languages } from '#shared/kernel/language.ts';
import { packagesFor } from './contracts/domain.ts';
import { personalPackages } from './personal-trainings/built-in.ts';
import { productsOf } from './products/data.ts';
import type { RoomKind } from './timetable/built-in.ts';
import { roomsOf } from './timetable/weeks/domain.ts';
import { vouchersOf } from './vouchers/domain.ts';

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
  [/reket|racket|raket|väljaku|\bcourts?\b/i, (tenant) => hasRoom(tenant, 'court')],
  [/ronimi|climb|kāp(ēj|ien|šan)/i, ({ kind }) => kind === 'climbingHall'],
];

function hasRoom(tenant: BuiltInTenant, ...kinds: readonly RoomKind[]): boolean {
  return roomsOf(tenant).some(({ kind }) => kinds.includes(kind));
}

describe.each(builtInTenants.map((tenant) => [tenant.host, tenant] as const))('%s', (_, tenant) => {
  test('sells what its kind has, and nothing of another', () => {
    const texts = soldBy(tenant).flatMap(({ names, descriptions }) =>
      languages.flatMap((language) => [names[language], descriptions?.[language] ?? '']),
    );
    const untrue = claims.filter(([, isTrue]) => !isTrue(tenant));
    expect(texts.filter((text) => untrue.some(([words]) => words.test(text)))).toEqual([]);
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
