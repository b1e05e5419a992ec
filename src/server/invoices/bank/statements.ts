import { createHash } from 'node:crypto';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { hasMoreThan } from '#server/kernel/decoding/counts.ts';
import { Undecodable } from '#server/kernel/decoding/decoder.ts';
import { isIban, plainIban } from '#shared/invoices/accounts/domain.ts';
import { mostEntries } from '#shared/invoices/bank/contract.ts';
import {
  type BankReceipt,
  type BankStatement,
  payerIn,
  type ReceiptWords,
} from '#shared/invoices/bank/domain.ts';
import { clip } from '#shared/kernel/clip.ts';
import { parseLocalDate } from '#shared/kernel/dates.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';

/** A file that is no statement, or not a whole one. */
export class StatementError extends Undecodable {}

/** What a StatementError says of a statement of too many entries. */
export const tooLong = 'too long';

/** What a column of cents holds. */
const mostCents = 2_147_483_647;

const lists = new Set(['Stmt', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd', 'Strd']);
/** Values stay texts: a reference may begin with zero. Entities are not expanded; the five known ones are read below. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  isArray: (name) => lists.has(name),
});

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function readText(raw: string): string {
  const text = raw.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,5}));/gi,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return entities[name] ?? whole;
      const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
      return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
    },
  );
  return text.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
}

/** An element with nothing but text in it, or none. */
const Text = z
  .union([z.string(), z.object({ '#text': z.string().default('') })])
  .optional()
  .transform((value) => clip(readText(typeof value === 'string' ? value : (value?.['#text'] ?? '')), 500));
/** An empty element is an empty text; it holds nothing. */
const part = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'object' && value !== null ? value : {}), schema);
const parts = <Schema extends z.ZodType>(schema: Schema) => z.array(part(schema)).default([]);

const Amount = z.object({ '#text': z.string(), '@Ccy': z.string() }).optional();
const Party = part(z.object({ Nm: Text, Pty: part(z.object({ Nm: Text })) }));
const Details = z.object({
  Refs: part(z.object({ AcctSvcrRef: Text })),
  Amt: Amount,
  CdtDbtInd: Text,
  AmtDtls: part(z.object({ TxAmt: part(z.object({ Amt: Amount })) })),
  RltdPties: part(
    z.object({ Dbtr: Party, DbtrAcct: part(z.object({ Id: part(z.object({ IBAN: Text })) })) }),
  ),
  RmtInf: part(
    z.object({
      Ustrd: z.array(Text).default([]),
      Strd: parts(z.object({ CdtrRefInf: part(z.object({ Ref: Text })) })),
    }),
  ),
});
const BankEntry = z.object({
  NtryRef: Text,
  Amt: Amount,
  CdtDbtInd: Text,
  RvslInd: Text,
  Sts: z.union([Text, part(z.object({ Cd: Text })).transform(({ Cd }) => Cd)]),
  BookgDt: part(z.object({ Dt: Text, DtTm: Text })),
  AcctSvcrRef: Text,
  NtryDtls: parts(z.object({ TxDtls: parts(Details) })),
});
type BankEntry = z.output<typeof BankEntry>;
type Details = z.output<typeof Details>;
const File = z.object({
  Document: z.object({
    BkToCstmrStmt: z.object({
      Stmt: z
        .array(
          z.object({
            Acct: z.object({ Id: z.object({ IBAN: Text }) }),
            Ntry: z.array(BankEntry).default([]),
          }),
        )
        .min(1),
    }),
  }),
});

/** Reads a statement (camt.053, any version) in UTF-8. Throws StatementError for anything else. */
export function readStatements(bytes: Uint8Array): BankStatement[] {
  // Banks write some forty of them for an entry: whoever counts twice as many need not read them.
  if (hasMoreThan(bytes, '<', 80 * mostEntries)) throw new StatementError(tooLong);
  const text = new TextDecoder().decode(bytes);
  // A document type is where entities are declared; no bank sends one. What is no text nothing can keep.
  if (text.includes('\0') || /<!(DOCTYPE|ENTITY)/i.test(text)) throw new StatementError('refused');
  let parsed: unknown;
  try {
    parsed = parser.parse(text, true);
  } catch {
    throw new StatementError('no XML');
  }
  const file = File.safeParse(parsed);
  if (!file.success) throw new StatementError('no statement');
  const { Stmt } = file.data.Document.BkToCstmrStmt;
  const entries = Stmt.flatMap(({ Ntry }) => Ntry);
  const payments = entries.map(({ NtryDtls }) =>
    NtryDtls.reduce((sum, { TxDtls }) => sum + TxDtls.length, 0),
  );
  // One that gathers payments counts as many.
  if (payments.reduce((sum, count) => sum + Math.max(1, count), 0) > mostEntries)
    throw new StatementError(tooLong);
  return Stmt.map(({ Acct, Ntry }) => {
    const account = plainIban(Acct.Id.IBAN);
    if (!isIban(account)) throw new StatementError('no account');
    const counts: Counts = new Map();
    const receipts = Ntry.flatMap((entry) => readEntry(entry, counts));
    return {
      account,
      receipts,
      skippedCount: Ntry.filter((entry) => !isReceipt(entry)).length,
    };
  });
}

/** How XML says yes. */
const truths: ReadonlySet<string> = new Set(['true', '1']);

/** Money that came in euros and is booked; what is taken back of a payment of ours is none. */
function isReceipt({ Amt, CdtDbtInd, RvslInd, Sts }: BankEntry): boolean {
  const isBooked = Sts === 'BOOK' || Sts === '';
  return (
    CdtDbtInd === 'CRDT' &&
    !truths.has(RvslInd) &&
    isBooked &&
    Amt?.['@Ccy'] === 'EUR' &&
    toCents(Amt['#text']) > 0
  );
}

/** How often each thing was said in a statement so far. */
type Counts = Map<string, number>;

/** One receipt for an entry, or one for each payment it gathers. */
function readEntry(entry: BankEntry, counts: Counts): BankReceipt[] {
  if (!isReceipt(entry)) return [];
  const amountCents = toCents(entry.Amt?.['#text'] ?? '');
  const bookedOn = parseLocalDate((entry.BookgDt.Dt || entry.BookgDt.DtTm).slice(0, 10));
  if (bookedOn === undefined) throw new StatementError('no date');
  const details = entry.NtryDtls.flatMap(({ TxDtls }) => TxDtls);
  const shares = details.map((detail) => toCents((detail.Amt ?? detail.AmtDtls.TxAmt.Amt)?.['#text'] ?? '0'));
  const isGathered =
    details.length > 1 &&
    shares.every((share) => share > 0) &&
    shares.reduce((sum, share) => sum + share, 0) === amountCents;
  if (!isGathered) {
    const [detail] = details.length === 1 ? details : [];
    const receipt = toReceipt(detail, bookedOn, amountCents);
    const own = entry.AcctSvcrRef || detail?.Refs.AcctSvcrRef || '';
    return [{ ...receipt, ...keysOf(own, entry.NtryRef, receipt, counts) }];
  }
  const refs = details.map(({ Refs }) => Refs.AcctSvcrRef);
  // Some banks repeat the entry's own id in each of its payments.
  const areOwn = refs.every((ref) => ref !== '') && new Set(refs).size === refs.length;
  const gathered = entry.AcctSvcrRef || refs[0] || '';
  const numbered = (of: string, index: number) => (of === '' ? '' : `${of}/${index + 1}`);
  return details.map((detail, index) => {
    const receipt = toReceipt(detail, bookedOn, shares[index] ?? cents(0));
    const own = areOwn ? (refs[index] ?? '') : numbered(gathered, index);
    return { ...receipt, ...keysOf(own, numbered(entry.NtryRef, index), receipt, counts) };
  });
}

function toReceipt(detail: Details | undefined, bookedOn: string, amountCents: Cents): ReceiptWords {
  const { Dbtr, DbtrAcct } = detail?.RltdPties ?? {};
  const references = (detail?.RmtInf.Strd ?? []).map(({ CdtrRefInf }) => CdtrRefInf.Ref).filter(Boolean);
  return {
    bookedOn,
    amountCents,
    payerName: Dbtr?.Nm || Dbtr?.Pty.Nm || '',
    payerAccount: DbtrAcct?.Id.IBAN ?? '',
    reference: references[0] ?? '',
    message: clip([...references.slice(1), ...(detail?.RmtInf.Ustrd ?? [])].filter(Boolean).join(' '), 500),
  };
}

/**
 * The bank's id of the entry, or its running number, which is one only together with day and sum. Where there is neither, what
 * the entry says, and which of those that say the same it is. In the other key stands what it is told apart by.
 */
function keysOf(
  own: string,
  running: string,
  words: ReceiptWords,
  counts: Counts,
): Pick<BankReceipt, 'entryKey' | 'otherKey' | 'isOwnKey'> {
  const { bookedOn, amountCents } = words;
  if (own !== '') {
    return { entryKey: own, otherKey: `${own}#${hashOf([amountCents, ...payerIn(words)])}`, isOwnKey: true };
  }
  const hash = hashOf(Object.values(words));
  if (running !== '') {
    const key = `${running}|${bookedOn}|${amountCents}`;
    return { entryKey: key, otherKey: `${key}#${hash}`, isOwnKey: false };
  }
  const count = (counts.get(hash) ?? 0) + 1;
  counts.set(hash, count);
  const key = `${hash}#${count}`;
  return { entryKey: key, otherKey: `${key}#${hash}`, isOwnKey: false };
}

function hashOf(words: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('base64url').slice(0, 32);
}

/** Throws StatementError for what is no amount. */
function toCents(text: string): Cents {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d{1,5}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || /[1-9]/.test(fraction.slice(2))) throw new StatementError('no amount');
  const amount = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  if (amount > mostCents) throw new StatementError('no amount');
  return cents(amount);
}
