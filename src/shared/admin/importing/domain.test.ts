import { describe, expect, test } from 'vitest';
import { compactCode, readContract } from '../importing-contracts/domain.ts';
import {
  type ClientLine,
  ClientSorter,
  columnsOf,
  comparedName,
  importKinds,
  type KnownClient,
  keysOf,
  missingColumns,
  readClient,
  readTitles,
} from './domain.ts';

const rules = {
  ...{ today: '2026-09-14', country: 'EE' as const },
  phoneOf: (text: string) => (/^\+?\d{7,12}$/.test(text) ? `+372${text.slice(-8)}` : undefined),
};

describe('the titles of a file', () => {
  test.each([
    ['clients', ['Eesnimi', 'PEREKONNANIMI', 'E-post'], ['firstName', 'lastName', 'email']],
    ['clients', ['uzvards', 'dzimsanas datums', 'pasta-indekss'], ['lastName', 'birthDate', 'zip']],
    ['clients', ['email', 'E-mail', 'colour', ''], ['email', null, null, null]],
    ['contracts', ['Paid until', 'algus', 'lõpp', 'klient'], ['paidUntil', 'startsOn', 'endsOn', null]],
  ] as const)('of %s: %j', (kind, titles, names) => {
    expect(readTitles(kind, titles)).toEqual(names);
  });

  test('no title means two columns', () => {
    for (const kind of importKinds)
      for (const { name, titles } of columnsOf[kind])
        for (const title of [name, ...titles]) expect(readTitles(kind, [title])).toEqual([name]);
  });

  test.each([
    ['clients', ['firstName', 'lastName'], []],
    ['clients', ['email', null], ['firstName', 'lastName']],
    ['contracts', ['email', 'package', 'startsOn'], []],
    ['contracts', ['clientCode', 'package', 'startsOn'], []],
    ['contracts', ['package'], ['idCode', 'startsOn']],
  ] as const)('missing of %s with %j: %j', (kind, names, missing) => {
    expect(missingColumns(kind, names)).toEqual(missing);
  });

  test('so many characters a column takes', () => {
    const longest = (kind: (typeof importKinds)[number]) =>
      columnsOf[kind]
        .map(({ name, most, isRequired }) => `${name}${isRequired ? '!' : ''} ${most}`)
        .join(', ');
    expect(longest('clients')).toBe(
      'firstName! 100, lastName! 100, idCode 30, country 20, birthDate 10, email 254, phone 40, address 200, ' +
        'city 100, county 100, zip 20',
    );
    expect(longest('contracts')).toBe(
      'firstName 100, lastName 100, idCode 30, email 254, clientCode 20, package! 100, club 100, startsOn! 10, ' +
        'endsOn 10, price 12, paidUntil 10, number 40',
    );
  });
});

const read = (cells: Record<string, string>, country: 'EE' | 'LV' = 'EE') =>
  readClient(
    { line: 2, cells: { firstName: 'Kai', lastName: 'Kask', email: 'kai@test.test', ...cells } },
    { ...rules, country },
  );

describe('a line as a client', () => {
  test.each<[string, Record<string, string>, object]>([
    ['plain', { email: 'KAI@test.test' }, { email: 'kai@test.test', idCode: null, birthDate: null }],
    [
      'with a code',
      { idCode: '60001019906' },
      { idCountry: 'EE', idCode: '60001019906', birthDate: '2000-01-01' },
    ],
    [
      'with its date as well',
      { idCode: '60001019906', birthDate: '01.01.2000' },
      { birthDate: '2000-01-01' },
    ],
    ['with a date alone', { birthDate: '01.01.2000' }, { birthDate: '2000-01-01', idCode: null }],
    ['with a country', { country: 'Eesti', idCode: '60001019906' }, { idCountry: 'EE' }],
    ['with a telephone', { phone: '55551234' }, { phone: '+37255551234' }],
    ['with a new code of the neighbour as it is written', { idCode: '323456-78901' }, { idCountry: 'LV' }],
  ])('%s', (_, cells, expected) => {
    expect(read(cells)).toMatchObject({ client: { line: 2, ...expected }, problems: [] });
  });

  test.each<[Record<string, string>, string | null, string]>([
    [{ firstName: '' }, 'firstName', 'required'],
    [{ city: 'x'.repeat(101) }, 'city', 'tooLong'],
    [{ country: 'Mars' }, 'country', 'country'],
    [{ idCode: '60001019907' }, 'idCode', 'idCode'],
    // Without a hyphen it may be a slip of the pen.
    [{ idCode: '32345678901' }, 'idCode', 'idCode'],
    [{ birthDate: '31.02.2000' }, 'birthDate', 'birthDate'],
    [{ idCode: '60001019906', birthDate: '02.01.2000' }, 'birthDate', 'birthDateOther'],
    [{ phone: 'none' }, 'phone', 'phone'],
    [{ email: 'kai@test' }, 'email', 'email'],
    [{ email: 'kai..k@test.test' }, 'email', 'email'],
    [{ email: '' }, null, 'nothingToTell'],
  ])('%j is refused', (cells, column, code) => {
    const { problems } = read(cells);
    const value = column === null ? '' : (cells[column] ?? '').slice(0, 100);
    expect(problems).toEqual([{ line: 2, column, code, value, other: null }]);
  });

  test('as much as may be is taken', () => {
    expect(read({ city: 'x'.repeat(100) }).problems).toEqual([]);
  });

  test('in Latvia its own code needs no hyphen, and an Estonian one is known by its check digit', () => {
    expect(read({ idCode: '32345678901' }, 'LV').client).toMatchObject({ idCountry: 'LV', birthDate: null });
    expect(read({ idCode: '60001019906' }, 'LV').client).toMatchObject({ idCountry: 'EE' });
  });
});

function clientLine(line: number, more: Partial<ClientLine> = {}): ClientLine {
  return {
    ...{ line, firstName: 'Kai', lastName: 'Kask', email: '', phone: '', address: '', city: '', county: '' },
    ...{ zip: '', idCountry: null, idCode: null, birthDate: null, ...more },
  };
}
const coded = (idCode: string) => ({ idCountry: 'EE', idCode }) as const;

describe('who is the same person', () => {
  test('is known by a code, or by name with a mail address, a telephone or a date of birth', () => {
    const all = clientLine(2, {
      ...{
        ...coded('60001019906'),
        email: 'Kai@test.test',
        phone: '+372 5555 1234',
        birthDate: '2000-01-01',
      },
    });
    expect(keysOf(all)).toEqual([
      ...['code EE 60001019906', 'mail kai@test.test kaikask', 'phone 55551234 kaikask'],
      'born 2000-01-01 kaikask',
    ]);
    expect(keysOf(clientLine(2))).toEqual([]);
  });

  test.each<[string, Partial<ClientLine>, Partial<ClientLine>, boolean]>([
    ['the code', coded('1'), { ...coded('1'), firstName: 'Mari' }, true],
    ['the mail address and the name', { email: 'a@b.ee' }, { email: 'a@b.ee' }, true],
    ['the date of birth and the name', { birthDate: '2000-01-01' }, { birthDate: '2000-01-01' }, true],
    [
      'the date of birth alone',
      { birthDate: '2000-01-01' },
      { birthDate: '2000-01-01', firstName: 'Mari' },
      false,
    ],
    ['the mail address of a family', { email: 'a@b.ee' }, { email: 'a@b.ee', firstName: 'Mari' }, false],
    ['the name alone', { email: 'a@b.ee' }, { email: 'c@d.ee' }, false],
    ['all but the code', { ...coded('1'), email: 'a@b.ee' }, { ...coded('2'), email: 'a@b.ee' }, false],
    ['the mail address where one has no code', { ...coded('1'), email: 'a@b.ee' }, { email: 'a@b.ee' }, true],
  ])('%s alike', (_, one, other, isSame) => {
    const known: KnownClient = { ...clientLine(0, one), id: 5 };
    const line = clientLine(2, other);
    const alone = new ClientSorter();
    alone.know(known);
    alone.add(line);
    expect(alone).toMatchObject({
      ...{ fresh: isSame ? [] : [line], knownCount: isSame ? 1 : 0, problems: [] },
    });
    const twice = new ClientSorter();
    twice.add(clientLine(2, one));
    twice.add(clientLine(3, other));
    expect(twice.fresh.map(({ line: at }) => at)).toEqual(isSame ? [2] : [2, 3]);
    const value = `${other.firstName ?? 'Kai'} Kask`;
    expect(twice.problems).toEqual(
      isSame ? [{ line: 3, column: null, code: 'duplicate', value, other: '2' }] : [],
    );
  });
});

describe('sorting lines by people', () => {
  const codeOf = (letter: string) => (letter === '' ? null : `code of ${letter}`);
  const named = { firstName: 'Kai', lastName: 'Kask', email: 'kai@test.test', phone: '' } as const;
  const person = (letter: string) => ({
    ...({ ...named, idCountry: 'EE', idCode: codeOf(letter), birthDate: null } as const),
  });
  const lineOf = (letter: string, line: number) => ({ ...person(letter), line }) as ClientLine;

  // People of one name and address, who are told apart by their codes alone, each by a letter.
  test.each<{ known?: string[]; lines: string[]; fresh: string[]; knownCount?: number; twins?: string[][] }>([
    { lines: ['A', 'B'], fresh: ['A', 'B'] },
    { lines: ['A', 'B', 'A'], fresh: ['A', 'B'], twins: [['4', '2']] },
    { lines: ['A', 'B', 'B'], fresh: ['A', 'B'], twins: [['4', '3']] },
    { lines: ['A', 'B', 'C', 'B'], fresh: ['A', 'B', 'C'], twins: [['5', '3']] },
    { lines: ['', 'A'], fresh: [''], twins: [['3', '2']] },
    { lines: ['A', 'B', ''], fresh: ['A', 'B'], twins: [['4', '2']] },
    { known: ['A'], lines: ['A', 'B'], fresh: ['B'], knownCount: 1 },
    { known: ['A', 'B', 'C'], lines: ['A', 'B', 'C', 'D'], fresh: ['D'], knownCount: 3 },
    { known: ['A', 'B'], lines: ['', 'A'], fresh: [], knownCount: 1, twins: [['3', '2']] },
  ])('%j', ({ known = [], lines, fresh, knownCount = 0, twins = [] }) => {
    const sorter = new ClientSorter();
    for (const [at, letter] of known.entries()) sorter.know({ ...person(letter), id: at + 1 });
    for (const [at, letter] of lines.entries()) sorter.add(lineOf(letter, at + 2));
    expect(sorter.fresh.map(({ idCode }) => idCode)).toEqual(fresh.map(codeOf));
    expect(sorter.knownCount).toBe(knownCount);
    const doubled = sorter.problems.map(({ code, line, other }) => [code, String(line), other]);
    expect(doubled).toEqual(twins.map(([line, other]) => ['duplicate', line, other]));
  });

  test('however many share a name and have codes of their own, each is compared with few', () => {
    const count = 2000;
    let looks = 0;
    const counted = (at: number) => ({
      ...lineOf('', at),
      get idCode() {
        looks += 1;
        return codeOf(String(at));
      },
    });
    const sorter = new ClientSorter();
    for (let at = 0; at < count; at += 1) sorter.know(Object.assign(counted(at), { id: at }));
    for (let at = 0; at < count; at += 1) sorter.add(counted(count + at));
    expect([sorter.fresh.length, sorter.problems, sorter.knownCount]).toEqual([count, [], 0]);
    expect(looks).toBeLessThan(count * 20);
  });

  test('somebody who is known by one of their keys is known, whatever the others say', () => {
    const sorter = new ClientSorter();
    sorter.know({ ...person('A'), id: 1 });
    sorter.add({ ...lineOf('', 2), phone: '+37255551234' });
    sorter.add({ ...lineOf('', 3), email: 'other@test.test' });
    expect([sorter.knownCount, sorter.fresh.map(({ line }) => line)]).toEqual([1, [3]]);
  });
});

describe('a line as a contract', () => {
  const cells = { email: 'KAI@test.test', package: 'Kuukaart', startsOn: '01.09.2026' };
  const at = { today: '2026-09-14' };

  test('is read as it is meant', () => {
    const more = {
      endsOn: '31.08.2027',
      price: '1 249,9 €',
      paidUntil: '30.09.2026',
      idCode: ' 323456-78901',
    };
    const { contract, problems } = readContract({ line: 4, cells: { ...cells, ...more, number: 'A-1' } }, at);
    expect(problems).toEqual([]);
    expect(contract).toEqual({
      ...{
        line: 4,
        name: '',
        idCode: '32345678901',
        email: 'kai@test.test',
        clientCode: '',
        package: 'Kuukaart',
      },
      ...{ club: '', startsOn: '2026-09-01', endsOn: '2027-08-31', priceCents: 124_990 },
      ...{ paidUntil: '2026-09-30', number: 'A-1' },
    });
    expect(readContract({ line: 4, cells }, at).contract).toMatchObject({
      ...{ endsOn: null, priceCents: null, paidUntil: null },
    });
    const day = { ...cells, endsOn: '01.09.2026' };
    expect(readContract({ line: 4, cells: day }, at).problems).toEqual([]);
  });

  test.each([
    { startsOn: '14.09.1996', paidUntil: '14.09.2021' },
    { startsOn: '14.09.2056', paidUntil: '14.09.2031' },
  ])('%j is just not too far away', (more) => {
    expect(readContract({ line: 4, cells: { ...cells, ...more } }, at).problems).toEqual([]);
  });

  test.each<[Record<string, string>, string | null, string]>([
    [{ startsOn: '' }, 'startsOn', 'required'],
    [{ startsOn: '32.09.2026' }, 'startsOn', 'date'],
    [{ endsOn: '31.08.2026' }, 'endsOn', 'endsBefore'],
    [{ paidUntil: 'soon' }, 'paidUntil', 'date'],
    [{ startsOn: '13.09.1996' }, 'startsOn', 'dateFar'],
    [{ startsOn: '15.09.2056' }, 'startsOn', 'dateFar'],
    [{ paidUntil: '13.09.2021' }, 'paidUntil', 'dateFar'],
    [{ paidUntil: '15.09.2031' }, 'paidUntil', 'dateFar'],
    [{ price: '12,345' }, 'price', 'price'],
    [{ price: '1234567' }, 'price', 'price'],
    [{ email: '' }, null, 'noClient'],
  ])('%j is refused', (more, column, code) => {
    const { problems } = readContract({ line: 4, cells: { ...cells, ...more } }, at);
    expect(problems.map((one) => [one.column, one.code])).toEqual([[column, code]]);
  });
});

test('codes and names are compared without what people add', () => {
  expect(compactCode(' 323456–78901 a')).toBe('32345678901A');
  expect(comparedName('Kuukaart ÕHTU')).toBe(comparedName('kuukaart õhtu'));
  expect(comparedName('Kuukaart')).not.toBe(comparedName('Aastakaart'));
  expect([' ', '-'].map(comparedName)).toEqual(['', '']);
});
