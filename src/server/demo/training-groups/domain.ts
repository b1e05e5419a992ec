import type { BuiltInTenant } from '#server/tenants/shape/built-in.ts';
import { estonianCheckDigit, latvianCheckDigit } from '#shared/joining/identity/domain.ts';
import { type DemoClient, womensNames } from '../people/domain.ts';
import { randomOf } from '../random/domain.ts';

export interface DemoIdentity {
  readonly clientIndex: number;
  readonly country: 'EE' | 'LV';
  readonly code: string;
  readonly birthDate: string;
}

/** Codes of most of those who train, by their first names; the account holders come from where codes say nothing. */
export function seedIdentities(tenant: BuiltInTenant, clients: readonly DemoClient[]): DemoIdentity[] {
  const random = randomOf(tenant.host, 'identities');
  const country = tenant.country2Code;
  const taken = new Set<string>();
  return clients.flatMap(({ firstName, isRegular, isChild }, clientIndex) => {
    const year = isChild ? random.integer(2013, 2018) : random.integer(1955, 2004);
    const month = pad(random.integer(1, 12), 2);
    const day = pad(random.integer(1, 28), 2);
    const serial = random.integer(1, 999);
    if (!isChild && (!isRegular || random.isTrue(0.12))) return [];
    const code = country === 'EE' ? estonian() : latvian();
    if (taken.has(code)) return [];
    taken.add(code);
    return [{ clientIndex, country, code, birthDate: `${year}-${month}-${day}` }];

    function estonian(): string {
      const century = year < 2000 ? 3 : 5;
      const group = century + (womensNames.has(firstName) ? 1 : 0);
      const ten = `${group}${pad(year % 100, 2)}${month}${day}${pad(serial, 3)}`;
      return `${ten}${estonianCheckDigit(ten)}`;
    }

    function latvian(): string {
      const ten = `${day}${month}${pad(year % 100, 2)}${year < 2000 ? 1 : 2}${pad(serial, 3)}`;
      return `${ten}${latvianCheckDigit(ten)}`;
    }
  });
}

function pad(number: number, length: number): string {
  return String(number).padStart(length, '0');
}
