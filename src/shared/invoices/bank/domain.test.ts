import { describe, expect, test } from 'vitest';
import { creditorReference, referenceOf } from '#shared/invoices/references/domain.ts';
import { cents } from '#shared/kernel/money.ts';
import {
  type BankReceipt,
  cluesOf,
  freshEntries,
  matchReceipt,
  type PayableInvoice,
  Payables,
  partsByClient,
  proposalsFor,
} from './domain.ts';

const reference = referenceOf('260114');

const receipt = (parts: Partial<BankReceipt> = {}): BankReceipt => ({
  entryKey: 'K1',
  otherKey: 'K1#1',
  isOwnKey: false,
  bookedOn: '2026-09-14',
  amountCents: cents(7240),
  payerName: 'METS MARI',
  payerAccount: '',
  reference: '',
  message: '',
  ...parts,
});

const invoice = (
  id: number,
  parts: Partial<PayableInvoice> = {},
  total = 7240,
  paid = 0,
): PayableInvoice => ({
  id,
  number: `A-2026-00000${id}`,
  reference: referenceOf(String(1000 + id)),
  sums: {
    state: 'issued',
    totalCents: cents(total),
    creditedCents: cents(0),
    paidCents: cents(paid),
    isWrittenOff: false,
  },
  names: ['Mari Mets'],
  ...parts,
});

describe('clues', () => {
  test.each([
    ['a national reference', { reference }, { references: [reference] }],
    ['in groups of four', { reference: '2601 148' }, { references: ['2601148'] }],
    ['a creditor reference', { reference: creditorReference(reference) }, { references: [reference] }],
    ['in the message', { message: `for ${creditorReference(reference)}.` }, { references: [reference] }],
    ['a wrong check digit', { reference: '2601149' }, {}],
    ['a creditor reference with wrong digits', { reference: `RF00${reference}` }, {}],
    ['a number in words', { message: 'Par rēķinu a-2026-000123, paldies' }, { numbers: ['A-2026-000123'] }],
    ['digits in words', { message: `arve ${reference} eest` }, { digits: [reference] }],
    [
      'digits that are given as the reference too',
      { reference, message: `arve ${reference}` },
      { references: [reference], digits: [] },
    ],
    ['a date and a year', { message: '14.09.2026 trenn' }, { digits: [] }],
    ['nothing', {}, {}],
  ])('%s', (_, parts, wanted) => {
    const clues = cluesOf(receipt(parts));
    const { digits = clues.digits, ...rest } = wanted as Partial<typeof clues>;
    expect(clues).toEqual({ references: [], numbers: [], ...rest, digits });
  });
});

describe('where a receipt belongs', () => {
  const named = [invoice(1, { reference })];
  const sale = invoice(1, { reference, sums: { ...invoice(1).sums, state: 'draft' } });
  test.each([
    ['reference and amount', receipt({ reference }), named, [], 'booked'],
    ['reference and less', receipt({ reference, amountCents: cents(10) }), named, [], 'booked'],
    ['reference and more', receipt({ reference, amountCents: cents(99_999) }), named, [], 'booked'],
    ['its number in words', receipt({ message: 'A-2026-000001' }), named, [], 'booked'],
    ['digits in words and the sum', receipt({ message: reference }), named, [], 'booked'],
    [
      'digits in words and another sum',
      receipt({ message: reference, amountCents: cents(5) }),
      named,
      [],
      'proposed',
    ],
    [
      'two invoices named',
      receipt({ reference, message: 'A-2026-000002' }),
      [...named, invoice(2)],
      [],
      'proposed',
    ],
    ['name and amount', receipt(), [], [invoice(3)], 'proposed'],
    ['amount alone', receipt({ payerName: 'Jaan Tamm' }), [], [invoice(3)], 'unmatched'],
    ['no name at all', receipt({ payerName: '' }), [], [invoice(3, { names: [''] })], 'unmatched'],
    [
      'digits of a paid invoice',
      receipt({ message: reference }),
      [invoice(1, { reference }, 7240, 7240)],
      [],
      'unmatched',
    ],
    ['a sale that is not issued, and its price', receipt({ reference }), [sale], [], 'booked'],
    [
      'a sale that is not issued, and a cent less than it costs',
      receipt({ reference, amountCents: cents(7239) }),
      [sale],
      [],
      'unmatched',
    ],
    ['nothing', receipt(), [], [], 'unmatched'],
  ])('%s', (_, one, byName, byAmount, outcome) => {
    expect(matchReceipt(one, new Payables(byName, byAmount)).outcome).toBe(outcome);
  });

  test('proposals: what is named first, each once, only what is open', () => {
    const open = invoice(3);
    const all = [invoice(1, { reference }), open];
    const paid = invoice(4, {}, 7240, 7240);
    expect(
      proposalsFor(receipt({ message: `${reference} A-2026-000003` }), new Payables(all, [open, paid])).map(
        ({ id }) => id,
      ),
    ).toEqual([3, 1]);
  });

  test('an invoice that is paid is proposed for nothing, though its number is given', () => {
    const all = [invoice(1), invoice(2, {}, 7240, 7240)];
    const one = receipt({ message: 'A-2026-000001 A-2026-000002' });
    expect(proposalsFor(one, new Payables(all, [])).map(({ id }) => id)).toEqual([1]);
  });
});

test('however many receipts there are of one sum, the names of invoices are read once', () => {
  let looks = 0;
  const many = Array.from({ length: 100 }, (_, at) =>
    Object.defineProperty(invoice(at), 'names', {
      get: () => {
        looks += 1;
        return [`Mari Mets ${at}`];
      },
    }),
  );
  const payables = new Payables([], many);
  for (let at = 0; at < 100; at += 1) {
    expect(matchReceipt(receipt({ payerName: `Mets ${at} Mari` }), payables).outcome).toBe('proposed');
  }
  expect(looks).toBeLessThanOrEqual(200);
});

describe('entries that are not known yet', () => {
  const entry = (parts: Partial<BankReceipt>) => ({ ...receipt(parts), account: 'EE1' });
  const mari = entry({ payerName: 'MARI', otherKey: 'K1#mari' });
  const jyri = entry({ payerName: 'JÜRI', otherKey: 'K1#jyri' });
  const keys = (entries: readonly { readonly entryKey: string }[]) => entries.map(({ entryKey }) => entryKey);

  test('two of one running number that say different things are two, whichever came first, and each once', () => {
    const first = freshEntries([mari, jyri, mari], []);
    expect(keys(first)).toEqual(['K1', 'K1#jyri']);
    for (const again of [[mari], [jyri], [mari, jyri], [jyri, mari]])
      expect(freshEntries(again, first)).toEqual([]);
    const later = freshEntries([jyri], freshEntries([mari], []));
    expect(keys(later)).toEqual(['K1#jyri']);
  });

  test.each([
    ['other words', { payerName: 'M. METS', message: 'x' }, true],
    ['another day', { bookedOn: '2026-09-15' }, true],
    ['the account as people write it', { payerAccount: 'ee47 1000 0010 2014 5685' }, true],
    ['no account of the payer', { payerAccount: '' }, true],
    ['another sum', { amountCents: cents(1) }, false],
    ['another account of the payer', { payerAccount: 'EE382200221020145685' }, false],
  ])('under an id of the bank’s own, %s', (_, parts: Partial<BankReceipt>, isKnown) => {
    const own = { ...mari, isOwnKey: true, payerAccount: 'EE471000001020145685' };
    const other = { ...own, otherKey: 'K1#other', ...parts };
    expect(keys(freshEntries([other], [own]))).toEqual(isKnown ? [] : ['K1#other']);
    expect(keys(freshEntries([own, other], []))).toEqual(isKnown ? ['K1'] : ['K1', 'K1#other']);
  });

  test.each([
    ['the same name written otherwise', ' mári ', true],
    ['no name', '', true],
    ['another name', 'JÜRI', false],
  ])('under an id of the bank’s own, from payers without an account, %s', (_, payerName, isKnown) => {
    const own = { ...mari, isOwnKey: true };
    const other = { ...own, otherKey: 'K1#other', payerName };
    expect(keys(freshEntries([other], [own]))).toEqual(isKnown ? [] : ['K1#other']);
  });

  test.each([
    ['day', { bookedOn: '2026-09-15' }],
    ['account of the payer', { payerAccount: 'EE382200221020145685' }],
  ])('of one running number with another %s they are two', (_, parts) => {
    const other = { ...mari, otherKey: 'K1#other', ...parts };
    expect(keys(freshEntries([other], [mari]))).toEqual(['K1#other']);
  });

  test('another account has numbers of its own', () => {
    expect(keys(freshEntries([{ ...mari, account: 'EE2' }], [mari]))).toEqual(['K1']);
  });
});

test.each<[string, number, [number, number | null, number][], [number, number[]][]]>([
  [
    'one client: one part',
    3500,
    [
      [1, 7, 1000],
      [2, 7, 2000],
    ],
    [[3500, [1, 2]]],
  ],
  [
    'two clients: each what theirs owes',
    3000,
    [
      [1, 7, 1000],
      [2, 8, 2000],
    ],
    [
      [1000, [1]],
      [2000, [2]],
    ],
  ],
  [
    'what is over is the first one’s',
    3500,
    [
      [1, 7, 1000],
      [2, 8, 2000],
    ],
    [
      [1500, [1]],
      [2000, [2]],
    ],
  ],
  [
    'too little goes in their order',
    1500,
    [
      [1, 7, 1000],
      [2, 8, 2000],
    ],
    [
      [1000, [1]],
      [500, [2]],
    ],
  ],
  [
    'nothing is left for the last',
    900,
    [
      [1, 7, 1000],
      [2, 8, 2000],
    ],
    [
      [900, [1]],
      [0, [2]],
    ],
  ],
  [
    'one’s between another’s',
    3000,
    [
      [1, 7, 1000],
      [2, 8, 1000],
      [3, 7, 1000],
    ],
    [
      [2000, [1, 3]],
      [1000, [2]],
    ],
  ],
  [
    'payers who are no clients are each somebody',
    2000,
    [
      [1, null, 1000],
      [2, null, 1000],
    ],
    [
      [1000, [1]],
      [1000, [2]],
    ],
  ],
])('a transfer for several invoices, %s', (_, amount, of, expected) => {
  const invoices = of.map(([id, clientId, total]) => ({ ...invoice(id, {}, total), clientId }));
  const parts = partsByClient(invoices, cents(amount));
  expect(parts.map((part) => [part.amountCents, part.invoices.map(({ id }) => id)])).toEqual(expected);
});

test('of a transfer for an invoice and a sale that is not issued, the sale gets none', () => {
  const [bill, sold] = [invoice(1, {}, 1000), invoice(2, {}, 2000)];
  const parts = partsByClient(
    [
      { ...bill, clientId: 7 },
      { ...sold, clientId: 8, sums: { ...sold.sums, state: 'draft' } },
    ],
    cents(3000),
  );
  expect(parts.map((part) => [part.amountCents, part.invoices.map(({ id }) => id)])).toEqual([
    [3000, [1]],
    [0, [2]],
  ]);
});
