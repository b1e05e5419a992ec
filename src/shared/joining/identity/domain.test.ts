import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#shared/kernel/dates.ts';
import {
  ageOn,
  estonianCheckDigit,
  formatIdCode,
  isOfFullAge,
  latvianCheckDigit,
  maskIdCode,
  readBirthDate,
  readIdentity,
} from './domain.ts';

const today = '2026-11-21';

describe('Estonian codes', () => {
  test.each([
    ['36805280109', '1968-05-28', 'male'],
    ['38001085718', '1980-01-08', 'male'],
    ['30303039914', '1903-03-03', 'male'],
    ['60001019906', '2000-01-01', 'female'],
    // The second stage, and its forced zero.
    ['47101010033', '1971-01-01', 'female'],
    [' 3680528 0109 ', '1968-05-28', 'male'],
  ])('%s is of %s, %s', (typed, birthDate, gender) => {
    expect(readIdentity('EE', typed, today)).toEqual({
      country: 'EE',
      code: typed.replaceAll(' ', ''),
      birthDate,
      gender,
    });
  });

  // shows: field-id-code
  test.each([
    ['too short', '3680528010'],
    ['too long', '368052801090'],
    ['another check digit', '36805280108'],
    ['letters', '3680528010A'],
    ['another first digit', '98501010019'],
    ['nothing', ''],
    ['the first digit 0', '08501010010'],
    ['a month that does not exist', withCheck('3991301001')],
    ['the month 00', withCheck('3990001001')],
    ['a day that does not exist', withCheck('3850230001')],
    ['the day 00', withCheck('3990100001')],
    ['29 February of a common year', withCheck('3010229001')],
    ['29 February 1900', withCheck('3000229001')],
    ['tomorrow', withCheck('5261122001')],
    ['the next century', withCheck('7010101001')],
  ])('%s is none', (_, typed) => {
    expect(readIdentity('EE', typed, today)).toBeUndefined();
  });

  test('born today, and on 29 February 2000', () => {
    expect(readIdentity('EE', withCheck('5261121001'), today)?.birthDate).toBe(today);
    expect(readIdentity('EE', withCheck('5000229001'), today)?.birthDate).toBe('2000-02-29');
  });

  test('every stage of the check digit is met', () => {
    const stages = { one: 0, two: 0, zero: 0 };
    for (let serial = 0; serial < 1000; serial += 1) {
      const ten = `3800108${String(serial).padStart(3, '0')}`;
      const rest = (weights: number[]) => weights.reduce((sum, w, i) => sum + w * Number(ten[i]), 0) % 11;
      const first = rest([1, 2, 3, 4, 5, 6, 7, 8, 9, 1]);
      const second = rest([3, 4, 5, 6, 7, 8, 9, 1, 2, 3]);
      const [stage, digit] =
        first < 10 ? ['one', first] : second < 10 ? ['two', second] : (['zero', 0] as const);
      stages[stage as keyof typeof stages] += 1;
      expect(estonianCheckDigit(ten)).toBe(digit);
      expect(readIdentity('EE', `${ten}${digit}`, today)?.birthDate).toBe('1980-01-08');
    }
    expect(Object.values(stages).every((count) => count > 0)).toBe(true);
  });
});

describe('Latvian codes', () => {
  test.each([
    ['161175-19997', '1975-11-16'],
    ['030303-10012', '1903-03-03'],
    ['290758-10403', '1958-07-29'],
    ['16117519997', '1975-11-16'],
    // The new form: no date, no check digit, no fixed prefix.
    ['32123456789', null],
    ['320000-00000', null],
    ['399999-99999', null],
  ])('%s: %s', (typed, birthDate) => {
    expect(readIdentity('LV', typed, today)).toEqual({
      country: 'LV',
      code: typed.replace('-', ''),
      birthDate,
      gender: null,
    });
  });

  // shows: field-id-code
  test.each([
    ['another check digit', '161175-19998'],
    ['another century', '161175-39997'],
    ['a day between the forms', '311175-1999'],
    ['the first digits 30', withLatvianCheck('3013751999')],
    ['a day that does not exist', withLatvianCheck('3002751999')],
    ['the month 00', withLatvianCheck('1500751999')],
    ['the day 00', withLatvianCheck('0011751999')],
    ['31', '31917519997'],
    ['letters', '32123456X89'],
    ['ten digits', '3212345678'],
    ['an Estonian one', '38001085718'.replace('38', '48')],
    ['a date ahead', withLatvianCheck('2211262001')],
  ])('%s is none', (_, typed) => {
    expect(readIdentity('LV', typed, today)).toBeUndefined();
  });
});

// shows: citizenship
test.each([
  ['AB-123 456', 'AB123456'],
  ['191273-456g', '191273456G'],
])('%s of another country is kept as %s', (typed, code) => {
  expect(readIdentity('XX', typed, today)).toEqual({ country: 'XX', code, birthDate: null, gender: null });
});

test.each(['', 'A1', 'a'.repeat(31), 'A1/234', '<b>x</b>'])('%s is no code of another country', (typed) => {
  expect(readIdentity('XX', typed, today)).toBeUndefined();
});

describe('properties', () => {
  const dates = fc.integer({ min: 0, max: 82_000 }).map((days) => addDays('1802-05-10', days));
  const serials = fc.integer({ min: 0, max: 999 });

  test('every date gives its Estonian and its old Latvian code back, with or without a hyphen', () => {
    fc.assert(
      fc.property(dates, serials, fc.boolean(), (date, serial, isMale) => {
        const [year = '', month = '', day = ''] = date.split('-');
        const three = String(serial).padStart(3, '0');
        const century = Number(year.slice(0, 2)) - 18;
        const estonian = withCheck(`${century * 2 + (isMale ? 1 : 2)}${year.slice(2)}${month}${day}${three}`);
        expect(readIdentity('EE', estonian, today)).toMatchObject({
          birthDate: date,
          gender: isMale ? 'male' : 'female',
        });
        const latvian = withLatvianCheck(`${day}${month}${year.slice(2)}${century}${three}`);
        expect(readIdentity('LV', formatIdCode('LV', latvian), today)).toMatchObject({
          code: latvian,
          birthDate: date,
        });
      }),
    );
  });

  test('a changed digit is found by the check digit of the old forms', () => {
    const changed = fc.tuple(dates, serials, fc.integer({ min: 0, max: 10 }), fc.integer({ min: 1, max: 9 }));
    let [tried, found] = [0, 0];
    fc.assert(
      fc.property(changed, ([date, serial, at, by]) => {
        const [year = '', month = '', day = ''] = date.split('-');
        const three = String(serial).padStart(3, '0');
        const group = (Number(year.slice(0, 2)) - 18) * 2 + 1;
        const code = withCheck(`${group}${year.slice(2)}${month}${day}${three}`);
        const wrong = code.slice(0, at) + ((Number(code[at]) + by) % 10) + code.slice(at + 1);
        tried += 1;
        if (!readIdentity('EE', wrong, today)) found += 1;
      }),
      { numRuns: 2000 },
    );
    expect(found / tried).toBeGreaterThan(0.95);
  });

  test('whatever is typed, nothing is thrown, and what is read is compact and not ahead', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('EE', 'LV', 'XX'),
        fc.string({ unit: fc.constantFrom(...'0139- AõŠ‑٣x<') }),
        (country, typed) => {
          const read = readIdentity(country, typed, today);
          fc.pre(read !== undefined);
          expect(read.code).toMatch(/^[\p{Lu}\p{Lo}\p{Lm}\p{Ll}\p{N}]+$/u);
          expect(read.birthDate === null || read.birthDate <= today).toBe(true);
        },
      ),
    );
  });
});

test('formatted and masked', () => {
  expect(formatIdCode('LV', '16117519997')).toBe('161175-19997');
  expect(formatIdCode('EE', '38001085718')).toBe('38001085718');
  expect(maskIdCode('38001085718')).toBe('•••••••5718');
  expect(maskIdCode('AB12')).toBe('••••');
  expect(maskIdCode('AB1234')).toBe('••••••');
  expect(maskIdCode('AB12345')).toBe('•••2345');
});

describe('age', () => {
  test.each([
    ['2008-11-21', '2026-11-20', 17],
    ['2008-11-21', '2026-11-21', 18],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2008-02-29', '2028-02-29', 20],
    ['2026-11-21', '2026-11-21', 0],
  ])('born on %s, on %s: %i', (birthDate, date, age) => {
    expect(ageOn(birthDate, date)).toBe(age);
    expect(isOfFullAge(birthDate, date)).toBe(age >= 18);
  });

  test.each([
    ['2001-03-04', '2001-03-04'],
    ['04.03.2001', '2001-03-04'],
    ['2001-02-30', undefined],
    ['2026-11-21', '2026-11-21'],
    ['2026-11-22', undefined],
    ['1900-11-22', '1900-11-22'],
    ['1900-11-21', undefined],
    ['1890-01-01', undefined],
    ['', undefined],
  ])('a birth date typed as %s is %s', (typed, date) => {
    expect(readBirthDate(typed, today)).toBe(date);
  });
});

function withCheck(ten: string): string {
  return `${ten}${estonianCheckDigit(ten)}`;
}

function withLatvianCheck(ten: string): string {
  return `${ten}${latvianCheckDigit(ten)}`;
}
