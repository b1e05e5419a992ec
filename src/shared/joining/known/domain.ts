/** Who somebody says to be. */
export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly country: string | null;
  /** Empty or null: not known. */
  readonly idCode: string | null;
}

/** A client of the same mail address. */
export interface KnownClient extends Person {
  readonly id: number;
  readonly hasAccount: boolean;
}

/** A name as it is compared: case, accents, hyphens and spaces make no difference, nor does the order of its words. */
export function nameKey({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
    .toSorted()
    .join(' ');
}

/** Codes of these countries name one person. */
const isTelling = ({ country, idCode }: Person) => (country === 'EE' || country === 'LV') && !!idCode;

/**
 * Whether two of one mail address are one person: by an id code where both have one, otherwise by the name. Families share
 * addresses, and father and son a name.
 */
export function isSamePerson(one: Person, other: Person): boolean {
  if (isTelling(one) && isTelling(other)) return one.country === other.country && one.idCode === other.idCode;
  return nameKey(one) === nameKey(other);
}

/** Which of the clients of a mail address a person is: whoever can log in, then whoever has been there longest. */
export function ownerOf<T extends KnownClient>(person: Person, clients: readonly T[]): T | undefined {
  return clients
    .filter((client) => isSamePerson(person, client))
    .toSorted((one, other) => Number(other.hasAccount) - Number(one.hasAccount) || one.id - other.id)[0];
}

/** Somebody who may be who was shown: they log in by it, or have the code. */
export interface ShownClient extends Pick<Person, 'firstName' | 'lastName'> {
  readonly isLinked: boolean;
  /** Their code was shown, not only typed. */
  readonly isIdShown: boolean;
  readonly isBlocked: boolean;
  readonly hasAccount: boolean;
}

/**
 * Which client is who was shown. Whom they log in as; else who has the code, and has shown it too, or has the same name and no
 * login: a code that was typed may be another's, and a login is opened by nobody who does not have it (decision 0156). Who is
 * kept out gets no new login.
 */
export function recognise<T extends ShownClient>(
  person: Pick<Person, 'firstName' | 'lastName'>,
  clients: readonly T[],
): T | undefined {
  const found =
    clients.find(({ isLinked }) => isLinked) ??
    clients.find((one) => one.isIdShown || (!one.hasAccount && nameKey(one) === nameKey(person)));
  return found && { ...found, hasAccount: found.hasAccount || found.isBlocked };
}
