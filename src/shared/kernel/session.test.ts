import { describe, expect, it } from 'vitest';
import { bearerOf, readClaims } from './session.ts';

const claims = {
  accountId: 1,
  sessionId: 's',
  sessionVersion: 1,
  clientId: 2,
  clientCode: 'C2',
  trainerId: 3,
  canSeeRegistrations: true,
  canManageRegistrations: false,
  isAdmin: false,
  needsUpdate: false,
  isFactorMissing: false,
  provedAt: 0,
  host: 'a.ee',
  keep: true,
  email: 'õnne@näide.test',
  phone: '+3725550000',
  firstName: 'Õnne',
  lastName: 'Žukovs 🏋',
  exp: 2,
  iat: 1,
  nbf: 1,
  iss: 'trenn',
  aud: 'a.ee',
};

// The project of shared code has no Buffer; its tests run under Node and have.
declare const Buffer: { from(text: string): { toString(encoding: 'base64url'): string } };
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('readClaims', () => {
  it('reads names in any alphabet', () => {
    expect(readClaims(`h.${encode(claims)}.s`)).toEqual(claims);
  });

  it('reads what stands behind the signed part, which alone goes with a call', () => {
    const { email, phone, firstName, lastName, ...signed } = claims;
    const token = `h.${encode(signed)}.s~${encode({ email, phone, firstName, lastName })}`;
    expect(readClaims(token)).toEqual(claims);
    expect(bearerOf(token)).toBe(`h.${encode(signed)}.s`);
    expect(readClaims(bearerOf(token))).toBeNull();
  });

  it.each(['', 'x', 'a.b.c', 'a.!!!.c', `a.${encode({ clientId: 1 })}.c`, `a.${encode('text')}.c`])(
    'gives null for %s',
    (token) => {
      expect(readClaims(token)).toBeNull();
    },
  );
});
