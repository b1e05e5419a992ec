import type { Field } from '#shared/kernel/fields.ts';

export const clientFields: readonly Field[] = [
  { name: 'firstName', kind: 'text', isRequired: true, most: 100 },
  { name: 'lastName', kind: 'text', isRequired: true, most: 100 },
  { name: 'email', kind: 'email', most: 254 },
  { name: 'phone', kind: 'phone', most: 40 },
  { name: 'address', kind: 'text', most: 200 },
  { name: 'city', kind: 'text', most: 100 },
  { name: 'county', kind: 'text', most: 100 },
  { name: 'zip', kind: 'text', most: 20 },
  { name: 'isBlocked', kind: 'isOn' },
];

interface Reachable {
  readonly email: string;
}

/** Whether what leads to a client, mails of invoices and the first login, would lead to somebody else. */
export function isOtherAddress(before: Reachable | undefined, after: Reachable): boolean {
  return (
    before !== undefined && before.email !== '' && before.email.toLowerCase() !== after.email.toLowerCase()
  );
}
