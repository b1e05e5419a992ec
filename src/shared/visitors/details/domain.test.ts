import { describe, expect, test } from 'vitest';
import { tidyDetails, visitorProblems } from './domain.ts';

const good = { firstName: 'Kai', lastName: 'Kask', email: 'kai@test.test', phone: '+372 5555 1234' };

describe('what a visitor typed', () => {
  test.each([
    [{}, {}],
    [{ firstName: "Jean-Luc d'Été" }, {}],
    [{ lastName: 'Šķēle' }, {}],
    [{ firstName: '  ' }, { firstName: 'nameRequired' }],
    [{ firstName: 'See http://x.test' }, { firstName: 'nameInvalid' }],
    [{ firstName: 'a'.repeat(60), lastName: 'a'.repeat(60) }, {}],
    // shows: field-too-long
    [{ lastName: 'a'.repeat(61) }, { lastName: 'maxLength' }],
    // shows: field-email
    [{ email: '' }, { email: 'emailRequired' }],
    // shows: field-email
    [{ email: 'kai@' }, { email: 'emailInvalid' }],
    [{ email: `${'a'.repeat(250)}@test.test` }, { email: 'emailInvalid' }],
    [{ phone: '' }, { phone: 'fieldRequired' }],
    [{ phone: '12345' }, { phone: 'phoneInvalid' }],
    [{ phone: 'call me' }, { phone: 'phoneInvalid' }],
    [{ phone: '-55551234' }, { phone: 'phoneInvalid' }],
    [{ email: 'oie@õie.ee' }, {}],
    [{ phone: '(0372) 55-55.12 34' }, {}],
  ])('%o is answered %o', (change, problems) => {
    expect(visitorProblems({ ...good, ...change })).toEqual(problems);
  });

  test('is kept tidy', () => {
    expect(tidyDetails({ ...good, firstName: ' Kai ', email: ' Kai@Test.test ' })).toEqual({
      ...good,
      phone: '+37255551234',
    });
    expect(tidyDetails({ ...good, email: 'Oie@Õie.ee' }).email).toBe('oie@xn--ie-bka.ee');
  });
});
