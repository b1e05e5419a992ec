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
const codeOf = ({ country, idCode }: Person) =>
  (country === 'EE' || country === 'LV') && idCode ? `${country} ${idCode}` : undefined;

/**
 * Whether somebody and others of one mail address are one person: by an id code where both have one, otherwise by the name. Families
 * share addresses, and father and son a name.
 */
export function sameAs(one: Person): (other: Person) => boolean {
  const [code, name] = [codeOf(one), nameKey(one)];
  return (other) => {
    const otherCode = codeOf(other);
    return code !== undefined && otherCode !== undefined ? code === otherCode : name === nameKey(other);
  };
}

/** People of one mail address, by who seems to be one person: each with all that are left and are the same. */
export function samePeople<T extends Person>(people: readonly T[]): T[][] {
  const left = new Set(people);
  const known = people.map((person) => ({ person, code: codeOf(person), name: nameKey(person) }));
  const coded = Map.groupBy(known, ({ code }) => code);
  const named = Map.groupBy(known, ({ name }) => name);
  const uncoded = Map.groupBy(coded.get(undefined) ?? [], ({ name }) => name);
  return known.flatMap(({ person, code, name }) => {
    if (!left.has(person)) return [];
    const alike = code === undefined ? named : uncoded;
    const same = [...(code === undefined ? [] : (coded.get(code) ?? [])), ...(alike.get(name) ?? [])];
    // Nobody of them is left for another: thousands may share a name.
    alike.delete(name);
    return [same.map((one) => one.person).filter((one) => left.delete(one))];
  });
}

/** Which of some clients who are one person stays: whoever can log in, then whoever has been there longest. */
export function firstOf<T extends KnownClient>(clients: readonly T[]): T | undefined {
  return clients.toSorted(
    (one, other) => Number(other.hasAccount) - Number(one.hasAccount) || one.id - other.id,
  )[0];
}

/** Which of the clients of a mail address a person is. */
export function ownerOf<T extends KnownClient>(person: Person, clients: readonly T[]): T | undefined {
  return firstOf(clients.filter(sameAs(person)));
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
