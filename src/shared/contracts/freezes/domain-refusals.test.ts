import { describe, expect, test } from 'vitest';
import { cents } from '#shared/kernel/money.ts';
import { ContractSettings } from '../domain.ts';
import { decideFreeze, decideReturn, type Freezable } from './domain.ts';

// Told a day before, from 7 to 90 days long, twice within twelve months.
const settings = ContractSettings.parse({});
const frozen = (id: number, fromOn: string, untilOn: string) => ({ id, fromOn, untilOn, feeCents: cents(0) });

const contract = (parts: Partial<Freezable> = {}): Freezable => ({
  ...{ state: 'live', startsOn: '2026-01-01', endsOn: null, anchorDay: 1, periodMonths: 1, termMonths: null },
  ...{ renews: false, isRenewing: false, bindingUntil: null, noticeAt: null, agreedOn: '2026-01-01' },
  prices: [{ fromOn: '2026-01-01', priceCents: cents(4500) }],
  ...{ startsEarly: true, freezes: [], billed: [], block: null },
  ...parts,
});

describe('a freeze asked for on 10.03.', () => {
  const today = '2026-03-10';

  test.each([
    ['ends before it begins', '2026-03-20', '2026-03-19', 'dataValidationFailed', { field: 'untilOn' }],
    ['begins at once', '2026-03-10', '2026-03-20', 'freezeTooSoon', { date: '11.03.2026' }],
    ['begins after two years', '2028-03-12', '2028-03-20', 'freezeTooFar', { date: '11.03.2028' }],
    ['lasts a day too short', '2026-03-11', '2026-03-16', 'freezeTooShort', { days: 7 }],
    ['lasts a day too long', '2026-03-11', '2026-06-09', 'freezeTooLong', { days: 90 }],
  ])('is refused where it %s', (_, fromOn, untilOn, code, details) => {
    expect(() => decideFreeze(contract(), { fromOn, untilOn }, today, settings)).toThrow(
      expect.objectContaining({ code, details }),
    );
  });

  test.each([
    ['of the least length, from the first day there is', '2026-03-11', '2026-03-17', 7],
    ['of the greatest length', '2026-03-11', '2026-06-08', 90],
    ['from the last day there is', '2028-03-11', '2028-03-20', 10],
  ])('is taken %s', (_, fromOn, untilOn, days) => {
    expect(decideFreeze(contract(), { fromOn, untilOn }, today, settings).days).toBe(days);
  });

  test('begins with a contract to come, not before it', () => {
    const later = contract({ startsOn: '2026-04-01' });
    const ask = (fromOn: string) => () =>
      decideFreeze(later, { fromOn, untilOn: '2026-04-20' }, today, settings);
    expect(ask('2026-03-31')).toThrow(
      expect.objectContaining({ code: 'freezeTooSoon', details: { date: '01.04.2026' } }),
    );
    expect(ask('2026-04-01')).not.toThrow();
  });
});

test('what begins twelve months after another freeze does not count with it', () => {
  const freezes = [frozen(1, '2026-04-01', '2026-04-07'), frozen(2, '2027-04-01', '2027-04-07')];
  const ask = (of: Freezable) => () =>
    decideFreeze(of, { fromOn: '2026-10-01', untilOn: '2026-10-07' }, '2026-03-10', settings);
  expect(ask(contract({ freezes }))).not.toThrow();
  const aDayBefore = [frozen(1, '2026-04-01', '2026-04-07'), frozen(2, '2027-03-31', '2027-04-06')];
  expect(ask(contract({ freezes: aDayBefore }))).toThrow('freezeTooOften');
});

describe('coming back', () => {
  const paused = contract({ freezes: [frozen(1, '2026-03-01', '2026-03-14')] });

  test('is possible until the last day of a freeze', () => {
    expect(decideReturn(paused, 1, '2026-03-14')).toMatchObject({ untilOn: '2026-03-13', days: 1 });
    expect(() => decideReturn(paused, 1, '2026-03-15')).toThrow(
      expect.objectContaining({ code: 'actionNotAllowed', status: 409 }),
    );
  });

  test('from a freeze that the contract does not have is refused', () => {
    expect(() => decideReturn(paused, 2, '2026-03-02')).toThrow('itemNotFound');
  });
});
