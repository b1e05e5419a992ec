import { describe, expect, test } from 'vitest';
import { detailsXml, type StatementEntry, statement, testAccount } from '#server/testing/statements.ts';
import { mostEntries } from '#shared/invoices/bank/contract.ts';
import { readStatements, StatementError } from './statements.ts';

const readAll = (text: string) => readStatements(Buffer.from(text));
const read = (text: string) => readAll(text)[0];

describe('a statement', () => {
  test('gives receipts in euros; payments, other money and what is not booked are counted', () => {
    const found = read(
      statement([
        {
          amount: '72.40',
          id: 'B1',
          name: 'Mari &amp; Jüri &#x160;mits &lt;OÜ&gt;',
          reference: '0012',
          message: 'Aitäh',
        },
        { amount: '5', id: 'B2', isNew: true, name: 'Uus Vorm' },
        { amount: '10.00', id: 'B3', direction: 'DBIT' },
        { amount: '10.00', id: 'B4', currency: 'USD' },
        { amount: '10.00', id: 'B5', status: 'PDNG' },
        { amount: '10.00', id: 'B6', isReversal: true },
        { amount: '0.00', id: 'B7' },
      ]),
    );
    expect(found).toEqual({
      account: testAccount,
      skippedCount: 5,
      receipts: [
        {
          entryKey: 'B1',
          otherKey: expect.stringMatching(/^B1#/),
          isOwnKey: true,
          bookedOn: '2026-09-14',
          amountCents: 7240,
          payerName: 'Mari & Jüri Šmits <OÜ>',
          payerAccount: 'EE471000001020145685',
          reference: '0012',
          message: 'Aitäh',
        },
        expect.objectContaining({
          entryKey: 'B2',
          amountCents: 500,
          payerName: 'Uus Vorm',
          bookedOn: '2026-09-14',
        }),
      ],
    });
  });

  test.each(['true', '1', ' true '])('takes what is taken back of a payment of ours for none: %j', (word) => {
    const text = statement([{ amount: '10.00', id: 'B1', isReversal: true }]);
    const said = text.replace('<RvslInd>true<', `<RvslInd>${word}<`);
    expect(read(said)).toMatchObject({ skippedCount: 1, receipts: [] });
  });

  test('has a key for each entry: the bank’s, its running number with day and sum, or what it says', () => {
    const same = { amount: '1.00', name: 'Mari' };
    const text = statement([{ ...same, id: 'B1', running: '7' }, { ...same, running: '7' }, same, same]);
    const keys = read(text)?.receipts.map(({ entryKey }) => entryKey) ?? [];
    expect(keys.slice(0, 2)).toEqual(['B1', '7|2026-09-14|100']);
    expect(keys[2]).toMatch(/#1$/);
    expect(keys[3]).toMatch(/#2$/);
    expect(read(text)?.receipts.map(({ entryKey }) => entryKey)).toEqual(keys);
  });

  test('has another key beside each, of what tells it apart', () => {
    const keysOf = (entry: StatementEntry) => read(statement([entry]))?.receipts[0];
    const mari = { amount: '1.00', name: 'Mari', running: '7' };
    const keys = keysOf(mari);
    expect(keys?.otherKey).toMatch(/^7\|2026-09-14\|100#/);
    expect(keysOf(mari)).toEqual(keys);
    expect(keysOf({ ...mari, name: 'Jüri' })?.otherKey).not.toBe(keys?.otherKey);
    const own = keysOf({ ...mari, id: 'B1' })?.otherKey;
    expect(keysOf({ ...mari, id: 'B1', name: 'Jüri' })?.otherKey).toBe(own);
    expect(keysOf({ ...mari, id: 'B1', amount: '2.00' })?.otherKey).not.toBe(own);
    const cash = (name: string) =>
      read(statement([{ ...mari, id: 'B1', name }]).replace(/<DbtrAcct>.*<\/DbtrAcct>/s, ''))?.receipts[0];
    expect(cash('Jüri')?.otherKey).not.toBe(cash('Mari')?.otherKey);
    expect(cash('MARI')?.otherKey).toBe(cash('Mari')?.otherKey);
  });

  test('one entry that gathers payments is as many receipts, when their sums agree', () => {
    const gather = (first: string, ref: (place: number) => string) =>
      statement([{ amount: '30.00', id: 'B1', name: 'X' }]).replace(
        /<NtryDtls>.*<\/NtryDtls>/s,
        `<NtryDtls>${[first, '20.00']
          .map((amount, place) =>
            detailsXml(
              { name: `Payer ${place}`, reference: `1${place}` },
              `<Refs>${ref(place)}</Refs><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls>`,
            ),
          )
          .join('')}</NtryDtls>`,
      );
    const keys = (text: string) =>
      read(text)?.receipts.map(({ entryKey, amountCents }) => [entryKey, amountCents]);
    expect(keys(gather('10.00', (place) => `<AcctSvcrRef>T${place}</AcctSvcrRef>`))).toEqual([
      ['T0', 1000],
      ['T1', 2000],
    ]);
    expect(keys(gather('10.00', () => '<AcctSvcrRef>B1</AcctSvcrRef>'))).toEqual([
      ['B1/1', 1000],
      ['B1/2', 2000],
    ]);
    expect(keys(gather('10.00', () => ''))).toEqual([
      ['B1/1', 1000],
      ['B1/2', 2000],
    ]);
    expect(keys(gather('11.00', () => ''))).toEqual([['B1', 3000]]);
    // A running number is one only with day and sum, here too.
    const running = gather('10.00', () => '').replace(
      /<AcctSvcrRef>B1<\/AcctSvcrRef>/,
      '<NtryRef>7</NtryRef>',
    );
    expect(keys(running)).toEqual([
      ['7/1|2026-09-14|1000', 1000],
      ['7/2|2026-09-14|2000', 2000],
    ]);
  });

  test('cuts what is too long between two characters', () => {
    const [receipt] =
      read(statement([{ amount: '1.00', id: 'B1', message: `${'a'.repeat(499)}😀 b` }]))?.receipts ?? [];
    expect(receipt?.message).toBe('a'.repeat(499));
  });

  test('that gathers more payments than entries may be is too long', () => {
    const many = detailsXml({ name: 'X' }, '').repeat(mostEntries + 1);
    const text = statement([{ amount: '30.00', id: 'B1' }]).replace(
      /<NtryDtls>.*<\/NtryDtls>/s,
      `<NtryDtls>${many}</NtryDtls>`,
    );
    expect(() => read(text)).toThrow('too long');
  });

  test('without entries is empty', () => {
    expect(read(statement([]))).toEqual({ account: testAccount, receipts: [], skippedCount: 0 });
  });
});

const bomb = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]>${statement([])}`;
test.each([
  ['nothing', ''],
  ['no XML', 'Date;Amount\n1;2'],
  ['broken XML', '<Document><BkToCstmrStmt>'],
  ['another message', '<Document><CstmrCdtTrfInitn/></Document>'],
  ['no account', statement([], 'EE00')],
  ['entities of its own', bomb],
  ['a file from outside', `<!doctype a SYSTEM "file:///etc/passwd">${statement([])}`],
  ['an amount that is none', statement([{ amount: '1,00', id: 'B' }])],
  ['a part of a cent', statement([{ amount: '1.005', id: 'B' }])],
  ['more than a column holds', statement([{ amount: '999999999', id: 'B' }])],
  ['no date', statement([{ amount: '1.00', id: 'B', date: '2026-02-30' }])],
  ['too many entries', statement(Array.from({ length: 5001 }, () => ({ amount: '1' })))],
  ['nested without end', '<a>'.repeat(100_000)],
])('refused: %s', { timeout: 20_000 }, (_, text) => {
  expect(() => readAll(text)).toThrow(StatementError);
});

test('an entity nobody knows stays as it is written', () => {
  expect(
    read(statement([{ amount: '1.00', id: 'B', name: '&secret;&#0;&#x110000;' }]))?.receipts[0]?.payerName,
  ).toBe('&secret;');
});
