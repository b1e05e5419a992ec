import { addCents, type Cents, cents } from '#shared/kernel/money.ts';

/** How a product is taxed; exempt says why in the invoice's text (protocols section 6.3). */
export type VatKind = 'standard' | 'reduced' | 'zero' | 'exempt';
export const vatKinds = ['standard', 'reduced', 'zero', 'exempt'] as const satisfies readonly VatKind[];

/** A rate in hundredths of a percent, valid from a local date on. */
interface Rate {
  readonly from: string;
  readonly rate: number;
}

/** Latest first. What the law was on the day of supply counts, not the day of writing (protocols section 6.3). */
const rates: Record<'EE' | 'LV', Record<'standard' | 'reduced', readonly Rate[]>> = {
  EE: {
    standard: [
      { from: '2025-07-01', rate: 2400 },
      { from: '2024-01-01', rate: 2200 },
      { from: '2009-07-01', rate: 2000 },
    ],
    reduced: [
      { from: '2025-01-01', rate: 1300 },
      { from: '2009-01-01', rate: 900 },
    ],
  },
  LV: {
    standard: [{ from: '2012-07-01', rate: 2100 }],
    reduced: [{ from: '2011-01-01', rate: 1200 }],
  },
};

/** The rate of a kind on the day of supply, in hundredths of a percent: 24 % is 2400. */
export function vatRate(country: 'EE' | 'LV', kind: VatKind, supplyOn: string): number {
  if (kind === 'zero' || kind === 'exempt') return 0;
  return rates[country][kind].find(({ from }) => from <= supplyOn)?.rate ?? 0;
}

/** The standard rate of the country's law on a date, in percent: 24. */
export function standardPercent(country: string, on: string): number {
  return vatRate(country === 'LV' ? 'LV' : 'EE', 'standard', on) / 100;
}

/** What a line costs with VAT. `discountCents` is taken off the whole line. */
export interface PricedLine {
  readonly quantity: number;
  readonly unitCents: Cents;
  readonly discountCents: Cents;
  readonly vatKind: VatKind;
  readonly vatRate: number;
}

type TaxedLine<Line extends PricedLine> = Line & {
  readonly grossCents: Cents;
  readonly netCents: Cents;
  readonly vatCents: Cents;
};

/** One row of the invoice's VAT table: everything of one kind and rate. */
export interface VatRow {
  readonly vatKind: VatKind;
  readonly vatRate: number;
  readonly netCents: Cents;
  readonly vatCents: Cents;
}

export interface Taxed<Line extends PricedLine> {
  readonly lines: readonly TaxedLine<Line>[];
  readonly rows: readonly VatRow[];
  readonly netCents: Cents;
  readonly vatCents: Cents;
  readonly totalCents: Cents;
}

/**
 * Splits prices with VAT into net and VAT. The price shown is the truth: per kind and rate the gross sum is split once,
 * and the net cents are dealt to the lines by the largest remainder, so that lines, VAT rows and total agree to the cent
 * (protocols section 6.5, the one rounding rule). Works for credit notes, whose sums are negative, too.
 */
export function tax<Line extends PricedLine>(priced: readonly Line[]): Taxed<Line> {
  const lines = priced.map((line) => ({ ...line, grossCents: grossOf(line) }));
  const netOf = new Map<(typeof lines)[number], Cents>();
  const rows: VatRow[] = [];
  for (const group of Map.groupBy(lines, ({ vatKind, vatRate: rate }) => `${vatKind} ${rate}`).values()) {
    const [first] = group;
    if (!first) continue;
    const gross = addCents(...group.map(({ grossCents }) => grossCents));
    const net = splitNet(gross, first.vatRate);
    const shares = deal(
      net,
      group.map(({ grossCents }) => grossCents),
      first.vatRate,
    );
    for (const [index, line] of group.entries()) netOf.set(line, shares[index] ?? cents(0));
    rows.push({
      vatKind: first.vatKind,
      vatRate: first.vatRate,
      netCents: net,
      vatCents: cents(gross - net),
    });
  }
  const taxed = lines.map((line) => {
    const netCents = netOf.get(line) ?? cents(0);
    return { ...line, netCents, vatCents: cents(line.grossCents - netCents) };
  });
  const netCents = addCents(...rows.map((row) => row.netCents));
  const vatCents = addCents(...rows.map((row) => row.vatCents));
  return { lines: taxed, rows, netCents, vatCents, totalCents: addCents(netCents, vatCents) };
}

function grossOf({ quantity, unitCents, discountCents }: PricedLine): Cents {
  return cents(quantity * unitCents - discountCents);
}

/** Gross without its VAT, half a cent away from zero. */
function splitNet(gross: Cents, rate: number): Cents {
  const net = Math.floor((Math.abs(gross) * 10_000 * 2 + (10_000 + rate)) / (2 * (10_000 + rate)));
  return cents(gross < 0 ? -net : net);
}

/** The net sum dealt to lines: each has its own share rounded down, and the cents left go to the largest remainders. */
function deal(net: Cents, grosses: readonly Cents[], rate: number): readonly Cents[] {
  const exact = grosses.map((gross) => (gross * 10_000) / (10_000 + rate));
  const shares = exact.map((share) => Math.floor(share));
  const left = net - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .toSorted((one, other) => other.remainder - one.remainder || one.index - other.index);
  const more = new Set(byRemainder.slice(0, left).map(({ index }) => index));
  return shares.map((share, index) => cents(share + (more.has(index) ? 1 : 0)));
}

/** The VAT table of lines as they are stored, in the order they stand on the invoice. */
export function vatRowsOf(
  lines: readonly {
    readonly vatKind: VatKind;
    readonly vatRate: number;
    readonly netCents: Cents;
    readonly vatCents: Cents;
  }[],
): VatRow[] {
  const groups = Map.groupBy(lines, ({ vatKind, vatRate: rate }) => `${vatKind} ${rate}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return [
      {
        vatKind: first.vatKind,
        vatRate: first.vatRate,
        netCents: addCents(...group.map(({ netCents }) => netCents)),
        vatCents: addCents(...group.map(({ vatCents }) => vatCents)),
      },
    ];
  });
}
