import { expect, test } from 'vitest';
import { numberCell, printCsv, textCell } from './domain.ts';

test('is written for spreadsheets of the language', () => {
  const rows = [
    [textCell('Name'), textCell('Sum (€)')],
    [textCell('Jooga; "tugev", õrn'), numberCell(-1234.5, 2)],
    [textCell('two\nlines'), numberCell(null)],
  ];
  expect(printCsv(rows, 'en')).toBe(
    '\uFEFFName,Sum (€)\r\n"Jooga; ""tugev"", õrn",-1234.50\r\n"two\nlines",\r\n',
  );
  expect(printCsv(rows, 'et')).toBe(
    '\uFEFFName;Sum (€)\r\n"Jooga; ""tugev"", õrn";-1234,50\r\n"two\nlines";\r\n',
  );
  expect(printCsv(rows, 'lv')).toBe(printCsv(rows, 'et'));
});

test.each(['=1+1', '+372 5555', '-2', '@SUM(A1)', '\t=1', '＝1'])(
  '%j is words, never reckoned out',
  (text) => {
    expect(printCsv([[textCell(text)]], 'et')).toContain(`'${text}`);
  },
);

test('what is below nothing by a rounding is nothing', () => {
  expect(printCsv([[numberCell(-0.001, 2), numberCell(-0)]], 'et')).toBe('\uFEFF0,00;0\r\n');
});

test.each(['ACME;=1+1', 'ACME,=1+1'])('%s stays one cell in a spreadsheet of any language', (text) => {
  for (const language of ['en', 'et'] as const)
    expect(printCsv([[textCell(text)]], language)).toBe(`\uFEFF"${text}"\r\n`);
});
