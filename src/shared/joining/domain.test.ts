import { describe, expect, test } from 'vitest';
import {
  birthOf,
  draftHours,
  emptyForm,
  firstLoginDays,
  firstProblem,
  isMinor,
  type JoinForm,
  type JoinProblems,
  type JoinRules,
  joinProblems,
  longestOf,
  reminderMinutes,
  tidyForm,
  withdrawUntil,
} from './domain.ts';

const today = '2026-09-14';
const rules: JoinRules = {
  ...{ today, startUntil: '2026-11-13', withdrawalDays: 14, page: 'complete', hasGuardians: true },
  isOffered: (productId, unitId) => productId === 7 && unitId === 1,
};
/** Born on the first day of 2000. */
const grown: JoinForm = {
  ...emptyForm('EE', today, 1),
  ...{ productId: 7, firstName: 'Kai', lastName: 'Kask', email: 'kai@test.test', phone: '+37255551234' },
  ...{ idCode: '60001019906', address: 'Pikk 1', city: 'Tallinn', zip: '10123', hasAgreed: true },
  startsEarly: true,
};
/** Of age on the day after. */
const minor: JoinForm = { ...grown, country: 'XX', idCode: '', birthDate: '15.09.2008' };
const guarded: JoinForm = {
  ...minor,
  ...{ guardianFirstName: 'Mari', guardianLastName: 'Kask', guardianIdCode: '60001019906' },
  ...{ guardianEmail: 'mari@test.test', guardianPhone: '+37255551235' },
};
const long = (length: number) => 'x'.repeat(length);

describe('a joining form', () => {
  test.each<[string, Partial<JoinForm>, JoinProblems]>([
    ['filled in', {}, {}],
    ['without a club', { unitId: null }, { unitId: 'clubRequired' }],
    [
      'without a club and a package',
      { unitId: null, productId: null },
      { unitId: 'clubRequired', productId: 'packageRequired' },
    ],
    ['without a package', { productId: null }, { productId: 'packageRequired' }],
    ['with a package the club does not sell', { unitId: 2 }, { productId: 'packageRequired' }],
    ['without a code', { idCode: ' ' }, { idCode: 'fieldRequired' }],
    ['with a code that is none', { idCode: '60001019907' }, { idCode: 'idCodeInvalid' }],
    ['of a stranger without a date', { country: 'XX', idCode: '' }, { birthDate: 'fieldRequired' }],
    [
      'of a stranger with a date that is none',
      { country: 'XX', idCode: '', birthDate: '31.02.2000' },
      { birthDate: 'birthDateInvalid' },
    ],
    ['of a stranger', { country: 'XX', idCode: '', birthDate: '14.09.2008' }, {}],
    [
      'of a stranger with neither a code nor a date',
      { country: 'XX', idCode: '?', birthDate: '' },
      { idCode: 'idCodeInvalid', birthDate: 'fieldRequired' },
    ],
    [
      'without an address',
      { address: ' ', city: '', zip: '' },
      { address: 'fieldRequired', city: 'fieldRequired', zip: 'fieldRequired' },
    ],
    [
      'with as much as may be',
      { address: long(120), city: long(60), zip: long(12), additionalInfo: long(500) },
      {},
    ],
    [
      'with one character too many',
      { address: long(121), city: long(61), zip: long(13), additionalInfo: long(501) },
      { address: 'maxLength', city: 'maxLength', zip: 'maxLength', additionalInfo: 'maxLength' },
    ],
    [
      'without a name',
      { firstName: '', lastName: '' },
      { firstName: 'nameRequired', lastName: 'nameRequired' },
    ],
    ['that nobody can answer', { email: '', phone: '1' }, { email: 'emailRequired', phone: 'phoneInvalid' }],
    ['without the terms', { hasAgreed: false }, { hasAgreed: 'termsRequired' }],
    ['from today without the wish that it does', { startsEarly: false }, { startsEarly: 'earlyRequired' }],
    [
      'from the last day of withdrawal without it',
      { startsEarly: false, startsOn: '2026-09-28' },
      { startsEarly: 'earlyRequired' },
    ],
    ['from the day after without it', { startsEarly: false, startsOn: '2026-09-29' }, {}],
    ['without a first day and the wish', { startsOn: '', startsEarly: false }, { startsOn: 'fieldRequired' }],
    ['without a first day', { startsOn: '' }, { startsOn: 'fieldRequired' }],
    ['from yesterday', { startsOn: '2026-09-13' }, { startsOn: 'startPast' }],
    ['from the last day there is', { startsOn: '2026-11-13' }, {}],
    ['from the day after', { startsOn: '2026-11-14' }, { startsOn: 'startTooFar' }],
  ])('%s: %j', (_, changed, problems) => {
    expect(joinProblems({ ...grown, ...changed }, rules)).toEqual(problems);
  });

  test('asks for no address on the simple page', () => {
    const form = { ...grown, address: '', city: '', zip: '', additionalInfo: long(501) };
    expect(joinProblems(form, { ...rules, page: 'simple' })).toEqual({});
  });

  test.each<[string, JoinForm, boolean, JoinProblems]>([
    ['with a guardian', guarded, true, {}],
    ['where guardians are not asked, by the date', guarded, false, { birthDate: 'notOfAgeByDate' }],
    [
      'where guardians are not asked, by the code',
      { ...grown, idCode: '60809150006' },
      false,
      { idCode: 'notOfAge' },
    ],
    [
      'with a guardian nobody knows',
      { ...minor, guardianPhone: '1' },
      true,
      {
        ...{ guardianFirstName: 'nameRequired', guardianLastName: 'nameRequired' },
        ...{ guardianIdCode: 'fieldRequired', guardianEmail: 'emailRequired', guardianPhone: 'phoneInvalid' },
      },
    ],
    [
      'with a guardian whose code is none',
      { ...guarded, guardianIdCode: '60001019907' },
      true,
      { guardianIdCode: 'idCodeInvalid' },
    ],
    [
      'with a guardian not of age either',
      { ...guarded, guardianIdCode: '60809150006' },
      true,
      { guardianIdCode: 'guardianNotOfAge' },
    ],
  ])('of somebody not of age %s', (_, form, hasGuardians, problems) => {
    expect(isMinor(form, today)).toBe(true);
    expect(joinProblems(form, { ...rules, hasGuardians })).toEqual(problems);
  });

  test('the first wrong field is the first on the page', () => {
    expect(firstProblem({ hasAgreed: 'termsRequired', email: 'emailInvalid' })).toEqual({
      field: 'email',
      problem: 'emailInvalid',
    });
    expect(firstProblem({})).toBeUndefined();
  });
});

test.each([
  ['EE', '60001019906', '', '2000-01-01', false],
  ['EE', '', '01.01.2000', undefined, false],
  ['LV', '32345678901', '01.02.1990', '1990-02-01', true],
  ['XX', '', '01.02.1990', '1990-02-01', true],
] as const)('born by %s %s and %s: %s', (country, idCode, birthDate, born, isDateAsked) => {
  expect(birthOf({ country, idCode, birthDate }, today)).toMatchObject({ birthDate: born, isDateAsked });
});

test('what is not looked at is not kept', () => {
  const typed = {
    ...guarded,
    firstName: ' Kai ',
    email: ' KAI@test.test',
    code: 'AUTUMN',
    city: ' Tallinn ',
  };
  expect(tidyForm(typed, rules)).toMatchObject({
    ...{ firstName: 'Kai', email: 'kai@test.test', code: 'AUTUMN', city: 'Tallinn', birthDate: '2008-09-15' },
    ...{ guardianFirstName: 'Mari', guardianIdCode: '60001019906' },
  });
  expect(tidyForm(typed, { ...rules, page: 'simple', hasGuardians: false })).toMatchObject({
    ...{ address: '', city: '', zip: '', additionalInfo: '', code: '' },
    ...{ guardianFirstName: '', guardianIdCode: '', guardianPhone: '', guardianCountry: 'XX' },
  });
  const ofAge = { ...guarded, birthDate: '14.09.2008' };
  expect(tidyForm(ofAge, rules)).toMatchObject({ guardianFirstName: '', guardianEmail: '' });
});

test.each([
  ['kept of what begins on the last day of withdrawal', '2026-09-28', true, true],
  ['dropped of what begins after it', '2026-09-29', true, false],
  ['not made up', '2026-09-14', false, false],
])('the wish to begin early is %s', (_, startsOn, startsEarly, isKept) => {
  expect(tidyForm({ ...grown, startsOn, startsEarly }, rules).startsEarly).toBe(isKept);
});

test('how long things are', () => {
  const fields = ['address', 'city', 'zip', 'additionalInfo', 'firstName'] as const;
  expect(fields.map(longestOf)).toEqual([120, 60, 12, 500, 60]);
  expect([draftHours, reminderMinutes, firstLoginDays]).toEqual([24, 30, 7]);
  expect(withdrawUntil('2026-09-14', 14)).toBe('2026-09-28');
});
