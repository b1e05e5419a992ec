import { type IdCountry, idCountries, readBirthDate, readIdentity } from '#shared/joining/identity/domain.ts';
import { clip } from '#shared/kernel/clip.ts';
import { asciiEmail, isEmail } from '#shared/kernel/emails.ts';

export const importKinds = ['clients', 'contracts'] as const;
export type ImportKind = (typeof importKinds)[number];

interface Column {
  readonly name: string;
  /** What a file may call it, in the three languages; case, accents, spaces and hyphens do not matter. */
  readonly titles: readonly string[];
  readonly isRequired?: true;
  /** Most characters. */
  readonly most: number;
}

const column = (name: string, most: number, ...titles: readonly string[]): Column => ({ name, titles, most });
const required = (name: string, most: number, ...titles: readonly string[]): Column => ({
  ...column(name, most, ...titles),
  isRequired: true,
});

const idCode = column('idCode', 30, 'isikukood', 'id code', 'personal code', 'personas kods');
const email = column('email', 254, 'e-post', 'e-mail', 'email', 'meil', 'e-pasts');

const names = (make: typeof column) => [
  make('firstName', 100, 'eesnimi', 'first name', 'given name', 'vārds'),
  make('lastName', 100, 'perekonnanimi', 'perenimi', 'last name', 'surname', 'uzvārds'),
];

/** The columns a file may have, in the order of the example. */
export const columnsOf: Readonly<Record<ImportKind, readonly Column[]>> = {
  clients: [
    ...names(required),
    idCode,
    column('country', 20, 'riik', 'kodakondsus', 'country', 'citizenship', 'valsts'),
    column('birthDate', 10, 'sünniaeg', 'sünnikuupäev', 'birth date', 'date of birth', 'dzimšanas datums'),
    email,
    column('phone', 40, 'telefon', 'mobiil', 'phone', 'mobile', 'tālrunis', 'telefons'),
    column('address', 200, 'aadress', 'address', 'street', 'adrese'),
    column('city', 100, 'linn', 'city', 'town', 'pilsēta'),
    column('county', 100, 'maakond', 'county', 'novads'),
    column('zip', 20, 'postiindeks', 'indeks', 'zip', 'zip code', 'postal code', 'pasta indekss'),
  ],
  contracts: [
    ...names(column),
    idCode,
    email,
    column('clientCode', 20, 'kliendinumber', 'client number', 'klienta numurs'),
    required('package', 100, 'pakett', 'package', 'abonements', 'pakalpojums'),
    column('club', 100, 'klubi', 'club', 'klubs'),
    required(
      'startsOn',
      10,
      'algus',
      'alguskuupäev',
      'start',
      'start date',
      'valid from',
      'sākums',
      'sākuma datums',
    ),
    column('endsOn', 10, 'lõpp', 'lõppkuupäev', 'end', 'end date', 'valid until', 'beigas', 'beigu datums'),
    column('price', 12, 'hind', 'kuutasu', 'price', 'cena'),
    column('paidUntil', 10, 'makstud kuni', 'tasutud kuni', 'paid until', 'apmaksāts līdz'),
    column('number', 40, 'lepingu number', 'leping', 'contract number', 'number', 'līguma numurs'),
  ],
};

/** Titles and names that are alike whatever their case and accents are the same here; empty: one of none. */
export function comparedName(title: string): string {
  return title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Which column each of a file's titles is; null where none is meant, or it is there already. */
export function readTitles(kind: ImportKind, titles: readonly string[]): readonly (string | null)[] {
  const seen = new Set<string>();
  return titles.map((title) => {
    const wanted = comparedName(title);
    const found = columnsOf[kind].find(
      ({ name, titles: known }) =>
        wanted !== '' && [name, ...known].some((one) => comparedName(one) === wanted),
    );
    if (!found || seen.has(found.name)) return null;
    seen.add(found.name);
    return found.name;
  });
}

/** Columns that must be there and are not. */
export function missingColumns(kind: ImportKind, names: readonly (string | null)[]): readonly string[] {
  const missing = columnsOf[kind]
    .filter(({ name, isRequired }) => isRequired && !names.includes(name))
    .map(({ name }) => name);
  const hasClient = ['idCode', 'email', 'clientCode'].some((name) => names.includes(name));
  return kind === 'contracts' && !hasClient ? ['idCode', ...missing] : missing;
}

export const problemCodes = [
  'required',
  'tooLong',
  'country',
  'idCode',
  'birthDate',
  'birthDateOther',
  'email',
  'phone',
  'nothingToTell',
  'duplicate',
  'idCodeTaken',
  'date',
  'price',
  'noClient',
  'clientUnknown',
  'clientUnsure',
  'otherEmail',
  'nameUnsure',
  'packageUnknown',
  'clubUnknown',
  'dateFar',
  'endsBefore',
  'overlaps',
  'numberTaken',
  'historyTooLong',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** What is wrong with a line of the file; lines count from 1, the titles being the first. */
export interface LineProblem {
  readonly line: number;
  /** The column, where it is one's. */
  readonly column: string | null;
  readonly code: ProblemCode;
  /** As it stands in the file. */
  readonly value: string;
  /** The other line, or the contract that is in the way. */
  readonly other: string | null;
}

/** A line with its cells by column; what is not there is empty. */
export interface Line {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

export interface ClientLine {
  readonly line: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly city: string;
  readonly county: string;
  readonly zip: string;
  readonly idCountry: IdCountry | null;
  readonly idCode: string | null;
  readonly birthDate: string | null;
}

/** What reading needs of the centre. */
export interface ReadingRules {
  readonly today: string;
  readonly country: 'EE' | 'LV';
  /** A number as it is called; undefined for none. */
  readonly phoneOf: (text: string) => string | undefined;
}

const countryWords: Readonly<Record<IdCountry, readonly string[]>> = {
  EE: ['ee', 'est', 'eesti', 'estonia', 'igaunija'],
  LV: ['lv', 'lva', 'lati', 'latvia', 'latvija'],
  XX: ['xx', 'muu', 'other', 'cits', 'cita'],
};

/** Collects what is wrong with a line. */
export class Faults {
  readonly list: LineProblem[] = [];
  private readonly line: Line;

  constructor(line: Line) {
    this.line = line;
  }

  add(column: string | null, code: ProblemCode, other: string | null = null): void {
    const value = column === null ? '' : (this.line.cells[column] ?? '');
    this.list.push({ line: this.line.line, column, code, value: clip(value, 100), other });
  }
}

/** The cells as they are meant to be typed, with what is missing or too long. */
export function checkCells(kind: ImportKind, line: Line, faults: Faults): (name: string) => string {
  for (const { name, isRequired, most } of columnsOf[kind]) {
    const value = line.cells[name] ?? '';
    if (isRequired && value === '') faults.add(name, 'required');
    if (value.length > most) faults.add(name, 'tooLong');
  }
  return (name) => line.cells[name] ?? '';
}

function readCountry(text: string): IdCountry | undefined {
  const wanted = comparedName(text);
  return idCountries.find((country) => countryWords[country].includes(wanted));
}

/**
 * Where no country is named it is the centre's; a neighbour's code is known by its check digit or by how it is written. A
 * new Latvian one has no check digit: in Estonia a slip of the pen would look like one.
 */
function identify(typed: string, named: IdCountry | undefined, home: 'EE' | 'LV', today: string) {
  if (named !== undefined) return readIdentity(named, typed, today);
  const own = readIdentity(home, typed, today);
  if (own !== undefined) return own;
  const other = readIdentity(home === 'EE' ? 'LV' : 'EE', typed, today);
  return other?.birthDate !== null || /^\d{6}-\d{5}$/.test(typed.trim()) ? other : undefined;
}

/** A line as a client; what cannot be read is left out of it and stands among the problems. */
export function readClient(
  line: Line,
  { today, country, phoneOf }: ReadingRules,
): { readonly client: ClientLine; readonly problems: readonly LineProblem[] } {
  const faults = new Faults(line);
  const cell = checkCells('clients', line, faults);
  const typedCountry = cell('country') === '' ? undefined : readCountry(cell('country'));
  if (cell('country') !== '' && typedCountry === undefined) faults.add('country', 'country');
  const typedCode = cell('idCode');
  const identity = identify(typedCode, typedCountry, country, today);
  if (typedCode !== '' && identity === undefined) faults.add('idCode', 'idCode');
  const typedBirth = cell('birthDate');
  const birthDate = typedBirth === '' ? undefined : readBirthDate(typedBirth, today);
  if (typedBirth !== '' && birthDate === undefined) faults.add('birthDate', 'birthDate');
  if (birthDate !== undefined && identity?.birthDate && identity.birthDate !== birthDate)
    faults.add('birthDate', 'birthDateOther');
  const typedPhone = cell('phone');
  const phone = typedPhone === '' ? '' : phoneOf(typedPhone);
  if (phone === undefined) faults.add('phone', 'phone');
  const address = asciiEmail(cell('email').toLowerCase());
  if (address !== '' && !isEmail(address)) faults.add('email', 'email');
  const client: ClientLine = {
    line: line.line,
    firstName: cell('firstName'),
    lastName: cell('lastName'),
    email: address,
    phone: phone ?? '',
    address: cell('address'),
    city: cell('city'),
    county: cell('county'),
    zip: cell('zip'),
    idCountry: identity?.country ?? null,
    idCode: identity?.code ?? null,
    birthDate: identity?.birthDate ?? birthDate ?? null,
  };
  if (faults.list.length === 0 && keysOf(client).length === 0) faults.add(null, 'nothingToTell');
  return { client, problems: faults.list };
}

/** Whoever is known under one of these is the same person. */
export function keysOf(
  client: Pick<
    ClientLine,
    'firstName' | 'lastName' | 'email' | 'phone' | 'idCountry' | 'idCode' | 'birthDate'
  >,
): readonly string[] {
  const name = comparedName(`${client.firstName} ${client.lastName}`);
  return [
    ...(client.idCode === null ? [] : [`code ${client.idCountry} ${client.idCode}`]),
    ...(client.email === '' ? [] : [`mail ${client.email.toLowerCase()} ${name}`]),
    ...(client.phone === '' ? [] : [`phone ${client.phone.replaceAll(/\D/g, '').slice(-8)} ${name}`]),
    ...(client.birthDate === null ? [] : [`born ${client.birthDate} ${name}`]),
  ];
}

export interface KnownClient
  extends Pick<
    ClientLine,
    'firstName' | 'lastName' | 'email' | 'phone' | 'idCountry' | 'idCode' | 'birthDate'
  > {
  readonly id: number;
}

/** Which lines are new, which are people that are there already, and which stand in the file twice. */
export class ClientSorter {
  readonly fresh: ClientLine[] = [];
  readonly problems: LineProblem[] = [];
  knownCount = 0;
  private readonly known = new Alike<KnownClient>();
  private readonly seen = new Alike<ClientLine>();

  /** Somebody who is there already; all of them come before the first line. */
  know(client: KnownClient): void {
    this.known.add(keysOf(client), client);
  }

  /** A line that follows those before. */
  add(line: ClientLine): void {
    const keys = keysOf(line);
    const twin = this.seen.find(keys, line);
    if (twin) {
      const value = clip(`${line.firstName} ${line.lastName}`, 100);
      const other = String(twin.line);
      this.problems.push({ line: line.line, column: null, code: 'duplicate', value, other });
      return;
    }
    this.seen.add(keys, line);
    if (this.known.find(keys, line)) this.knownCount += 1;
    else this.fresh.push(line);
  }
}

/** People by what they are known under. Two id codes are two people: of each key the first of each code is enough. */
class Alike<T extends { readonly idCode: string | null }> {
  private readonly byKey = new Map<string, T>();

  add(keys: readonly string[], person: T): void {
    for (const key of keys.flatMap((one) => [`anybody ${one}`, `${person.idCode} ${one}`]))
      if (!this.byKey.has(key)) this.byKey.set(key, person);
  }

  /** Who may be the same person, by the first key that knows one. */
  find(keys: readonly string[], { idCode }: { readonly idCode: string | null }): T | undefined {
    return keys
      .flatMap((key) => (idCode === null ? [`anybody ${key}`] : [`${idCode} ${key}`, `null ${key}`]))
      .map((key) => this.byKey.get(key))
      .find((person) => person !== undefined);
  }
}
