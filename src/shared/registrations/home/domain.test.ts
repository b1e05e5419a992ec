import { describe, expect, it } from 'vitest';
import { membershipOn, type OwnContract, quoteCount, quoteOfDay } from './domain.ts';

const today = '2026-09-14';
const contract = (parts: Partial<OwnContract> = {}): OwnContract => ({
  id: 1,
  category: 'webapp_fitness',
  startsOn: '2026-01-01',
  endsOn: null,
  isRenewing: false,
  ...parts,
});

describe('membershipOn', () => {
  it.each([
    ['nothing', [], false, 'none'],
    ['one that waits for its payment', [], true, 'settled'],
    ['one without an end', [contract()], false, 'settled'],
    ['one that is over', [contract({ endsOn: '2026-09-13' })], false, 'none'],
    ['one that ends today', [contract({ endsOn: today })], false, 'ending'],
    ['one of this day alone', [contract({ startsOn: today, endsOn: today })], false, 'ending'],
    ['one that ends in seven days', [contract({ endsOn: '2026-09-21' })], false, 'ending'],
    ['one that ends in eight days', [contract({ endsOn: '2026-09-22' })], false, 'settled'],
    ['one that goes on by itself', [contract({ endsOn: '2026-09-20', isRenewing: true })], false, 'settled'],
    ['one still to begin', [contract({ startsOn: '2026-10-01', endsOn: '2027-10-01' })], false, 'settled'],
  ])('%s', (_, contracts, hasPending, state) => {
    expect(membershipOn(contracts, hasPending, today).state).toBe(state);
  });

  it('does not speak of an end that another of its kind follows', () => {
    const ends = contract({ id: 1, endsOn: '2026-09-20' });
    const next = contract({ id: 2, startsOn: '2026-09-21' });
    expect(membershipOn([ends, next], false, today)).toEqual({ state: 'settled' });
    expect(membershipOn([ends, { ...next, category: 'webapp_pilates' }], false, today)).toMatchObject({
      state: 'ending',
      contract: { id: 1 },
      daysLeft: 6,
    });
  });

  it('names the one that ends first', () => {
    const later = contract({ id: 1, endsOn: '2026-09-19' });
    const sooner = contract({ id: 2, category: 'webapp_pilates', endsOn: '2026-09-16' });
    expect(membershipOn([later, sooner], false, today)).toMatchObject({ contract: { id: 2 }, daysLeft: 2 });
  });
});

describe('quoteOfDay', () => {
  // shows: number-quotes
  it('gives each of ten days its own sentence, and begins anew', () => {
    const days = Array.from({ length: 10 }, (_, index) => `2026-09-${10 + index}`);
    expect(new Set(days.map(quoteOfDay)).size).toBe(quoteCount);
    expect(quoteOfDay('2026-09-20')).toBe(quoteOfDay('2026-09-10'));
  });
  it.each([
    ['2026-01-01', 1],
    ['2026-01-10', 10],
    ['2025-12-31', 10],
  ])('%s is the day of sentence %i', (date, quote) => {
    expect(quoteOfDay(date)).toBe(quote);
  });
});
