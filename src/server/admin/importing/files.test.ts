import { describe, expect, test } from 'vitest';
import { ImportFileError, readFile } from './files.ts';

const text = 'Eesnimi;Perekonnanimi\nJüri;Õunapuu\nĢirts;Šķēle\n';

/** Letters of the Baltics in Windows-1257. */
function windows1257(content: string): Uint8Array {
  const bytes = new Map<string, number>();
  const decoder = new TextDecoder('windows-1257');
  for (let byte = 0; byte < 256; byte += 1) bytes.set(decoder.decode(new Uint8Array([byte])), byte);
  return Uint8Array.from([...content].map((letter) => bytes.get(letter) ?? 63));
}

const utf8 = (content: string) => new TextEncoder().encode(content);
const names = [
  ['Jüri', 'Õunapuu'],
  ['Ģirts', 'Šķēle'],
];

describe('a file', () => {
  test.each([
    ['utf-8', utf8(text)],
    ['utf-8', utf8(`\ufeff${text}`)],
    ['windows-1257', windows1257(text)],
    ['utf-16', Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'))],
  ] as const)('in %s is read with every letter', (encoding, bytes) => {
    const read = readFile({ bytes, mostLines: 10 });
    expect([read.encoding, read.delimiter, read.titles]).toEqual([
      encoding,
      ';',
      ['Eesnimi', 'Perekonnanimi'],
    ]);
    expect(read.rows.map(({ cells }) => cells)).toEqual(names);
  });

  test.each([
    [';', 'a;b;c\n1;"2,5";3\n4;5;6'],
    [',', 'a,b,c\r\n1,"2;5",3\r\n4,5,6\r\n'],
    ['tab', 'a\tb\tc\n1\t2\t3\n4\t5\t6\n'],
    [';', 'sep=;\na;b;c\n1;2;3\n4;5;6'],
  ] as const)('is known to have %s between its columns', (delimiter, content) => {
    const read = readFile({ bytes: utf8(content), mostLines: 10 });
    expect([read.delimiter, read.titles, read.rows.length]).toEqual([delimiter, ['a', 'b', 'c'], 2]);
  });

  test('names its lines as an editor does, also after empty ones and cells over two lines', () => {
    const read = readFile({ bytes: utf8('a;b\n\n1;"two\nlines"\n;\n3;4\n'), mostLines: 10 });
    expect(read.rows).toEqual([
      { line: 3, cells: ['1', 'two lines'] },
      { line: 6, cells: ['3', '4'] },
    ]);
  });

  test('has no spaces around, and a number that was kept a text is one', () => {
    expect(readFile({ bytes: utf8("a;b\n '+372 5;\u00a0x \n"), mostLines: 10 }).rows[0]?.cells).toEqual([
      '+372 5',
      'x',
    ]);
  });

  test.each([
    ['nothing', ''],
    ['only titles', 'a;b\n'],
    ['a quote without an end', 'a;b\n"1;2\n'],
    ['no text', 'PK\u0003\u0004\0\0;\n'],
    ['too many lines', `a;b\n${'1;2\n'.repeat(11)}`],
  ])('with %s is refused', (_, content) => {
    expect(() => readFile({ bytes: utf8(content), mostLines: 10 })).toThrow(ImportFileError);
  });
});
