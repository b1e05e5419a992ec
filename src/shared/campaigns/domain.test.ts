import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import {
  type CampaignFacts,
  type CodeUse,
  decideCode,
  type NamedLine,
  type PriceRule,
  placesLeft,
  priceEffect,
  priceEffects,
  readCampaignCode,
  redemptionState,
} from './domain.ts';

const line = (
  parts: Partial<Record<'productId' | 'quantity' | 'unit' | 'discount', number>> = {},
): NamedLine => ({
  productId: parts.productId ?? 1,
  article: 'Ten visits',
  quantity: parts.quantity ?? 1,
  unitCents: cents(parts.unit ?? 7240),
  discountCents: cents(parts.discount ?? 0),
});
const rule = (effect: PriceRule['effect'], value: number, productIds: number[] = []): PriceRule => ({
  effect,
  value,
  productIds,
});

describe('what a code does to a price', () => {
  test.each([
    ['none', 0, line(), 0],
    ['set to less', 5000, line(), 2240],
    ['set to nothing', 0, line(), 7240],
    ['set to more than it costs: no dearer', 9000, line(), 0],
    ['set, of three', 5000, line({ quantity: 3 }), 6720],
    ['set, on top of another discount', 5000, line({ discount: 1000 }), 1240],
    ['subtract', 500, line(), 500],
    ['subtract, of each of three', 500, line({ quantity: 3 }), 1500],
    ['subtract more than it costs', 9000, line(), 7240],
    ['percent', 10, line(), 724],
    ['percent, half a cent up', 50, line({ unit: 25 }), 13],
    ['percent of what another discount left', 50, line({ discount: 1240 }), 3000],
    ['percent, all of it', 100, line(), 7240],
  ] as const)('%s', (name, value, sold, off) => {
    const effect = priceEffects.find((one) => name.startsWith(one)) ?? 'none';
    const priced = priceEffect(rule(effect, value), [sold]);
    expect(priced.discountCents).toBe(off);
    expect(priced.lines).toEqual([{ ...sold, discountCents: sold.discountCents + off }]);
  });

  test('only to the products it is for', () => {
    const lines = [line({ productId: 1 }), line({ productId: 2 }), { ...line(), productId: null }];
    const priced = priceEffect(rule('percent', 50, [2]), lines);
    expect(priced.lines.map(({ discountCents }) => discountCents)).toEqual([0, 3620, 0]);
  });

  const anyRule = fc.constantFrom(...priceEffects).chain((effect) =>
    fc.record({
      effect: fc.constant(effect),
      value: effect === 'percent' ? fc.integer({ min: 1, max: 100 }) : fc.integer({ min: 0, max: 30_000 }),
      productIds: fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
    }),
  );
  const anyLine = fc
    .record({
      productId: fc.option(fc.integer({ min: 1, max: 4 })),
      article: fc.string(),
      quantity: fc.integer({ min: 1, max: 20 }),
      unitCents: fc.integer({ min: 0, max: 50_000 }).map(cents),
      share: fc.integer({ min: 0, max: 100 }),
    })
    .map(({ share, ...rest }): NamedLine => {
      const discountCents = cents(Math.floor((rest.quantity * rest.unitCents * share) / 100));
      return { ...rest, discountCents };
    });
  const priceOf = ({ quantity, unitCents, discountCents }: NamedLine) => quantity * unitCents - discountCents;

  test('is never below zero and never dearer; what is taken off the lines is what is taken off', () => {
    fc.assert(
      fc.property(anyRule, fc.array(anyLine, { maxLength: 8 }), (campaign, lines) => {
        const priced = priceEffect(campaign, lines);
        let off = 0;
        for (const [index, after] of priced.lines.entries()) {
          const before = lines[index] as NamedLine;
          expect(priceOf(after)).toBeGreaterThanOrEqual(0);
          expect(priceOf(after)).toBeLessThanOrEqual(priceOf(before));
          off += priceOf(before) - priceOf(after);
        }
        expect(priced.discountCents).toBe(off);
      }),
    );
  });

  test('does not depend on the order of the lines', () => {
    fc.assert(
      fc.property(
        anyRule,
        fc
          .array(anyLine, { maxLength: 8 })
          .chain((lines) =>
            fc.tuple(fc.constant(lines), fc.shuffledSubarray([...lines.keys()], { minLength: lines.length })),
          ),
        (campaign, [lines, order]) => {
          const straight = priceEffect(campaign, lines);
          const mixed = priceEffect(
            campaign,
            order.map((index) => lines[index] as NamedLine),
          );
          expect(mixed.discountCents).toBe(straight.discountCents);
          expect(mixed.lines).toEqual(order.map((index) => straight.lines[index]));
        },
      ),
    );
  });

  test('a percentage is exact to half a cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 1, max: 100 }),
        (unit, percent) => {
          const { discountCents }: { discountCents: Cents } = priceEffect(rule('percent', percent), [
            line({ unit }),
          ]);
          expect(Math.abs(discountCents * 100 - unit * percent)).toBeLessThanOrEqual(50);
        },
      ),
    );
  });
});

const campaign: CampaignFacts = {
  ...rule('percent', 10, [1]),
  isActive: true,
  validFrom: '2026-09-01',
  validUntil: '2026-09-14',
  places: 10,
  taken: 9,
  clubIds: [7],
  isOncePerClient: true,
  isUsedByClient: false,
};
const use: CodeUse = {
  now: '2026-09-14T20:59:59Z',
  timeZone: 'Europe/Tallinn',
  clubId: 7,
  productIds: [1, null],
};

describe('whether a code may be used', () => {
  test.each([
    ['nothing', {}, {}],
    ['nothing', {}, { clubId: null, productIds: null }],
    ['nothing', { clubIds: [] }, { clubId: 8 }],
    ['nothing', { isUsedByClient: true, isOncePerClient: false }, {}],
    ['nothing', { places: null, taken: 1_000_000 }, {}],
    ['nothing', { validUntil: null }, { now: '2030-01-01T00:00:00Z' }],
    ['nothing', { validFrom: '2026-09-14', validUntil: '2026-09-14' }, {}],
    ['campaignCodeNotFound', { isActive: false, validFrom: '2026-10-01' }, {}],
    ['campaignNotYetValid', { validFrom: '2026-09-15', validUntil: null }, {}],
    ['campaignExpired', {}, { now: '2026-09-14T21:00:00Z' }],
    ['campaignNotForClub', {}, { clubId: 8, productIds: [2] }],
    ['campaignNotForPackage', {}, { productIds: [2] }],
    ['campaignNotForPackage', {}, { productIds: [] }],
    ['campaignAlreadyUsed', { isUsedByClient: true, taken: 10 }, {}],
    ['codePlacesFull', { taken: 10 }, {}],
    ['codePlacesFull', { taken: 11 }, {}],
  ] as const)('%s', (code, parts, when) => {
    const answer = () => decideCode({ ...campaign, ...parts }, { ...use, ...when });
    if (code === 'nothing') expect(answer().value).toBe(10);
    else expect(answer).toThrow(new AppError(code, undefined, 409).message);
  });

  test('an unknown one is not found', () => {
    expect(() => decideCode(undefined, use)).toThrow('campaignCodeNotFound');
  });

  test('places left', () => {
    expect(placesLeft({ places: 10, taken: 9 })).toBe(1);
    expect(placesLeft({ places: 10, taken: 12 })).toBe(0);
    expect(placesLeft({ places: null, taken: 12 })).toBeNull();
  });
});

test('a code is read as people type it', () => {
  expect(readCampaignCode(' sügis 2026 ')).toBe('SÜGIS2026');
  expect(readCampaignCode('su\u0308gis-26')).toBe('SÜGIS-26');
});

test.each([
  ['held', {}, '2026-09-14T09:14:59Z'],
  ['released', {}, '2026-09-14T09:15:00Z'],
  ['released', { releasedAt: '2026-09-14T09:01:00Z' }, '2026-09-14T09:02:00Z'],
  ['redeemed', { redeemedAt: '2026-09-14T09:01:00Z' }, '2026-09-20T09:02:00Z'],
] as const)('a draft’s place is %s', (state, parts, now) => {
  const held = { heldUntil: '2026-09-14T09:15:00Z', extendedAt: null, redeemedAt: null, releasedAt: null };
  expect(redemptionState({ ...held, ...parts }, now)).toBe(state);
});
