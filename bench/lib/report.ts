/** One budget of the product: what was measured beside what limit, and whether it holds. */
export interface Line {
  readonly what: string;
  readonly figure: string;
  /** The limit measured in the same run, or a dash. */
  readonly limit?: string | undefined;
  /** Figure as a share of the limit. */
  readonly ratio?: number | undefined;
  readonly budget: string;
  /** Undefined where the line only informs. */
  readonly isOk?: boolean | undefined;
}

export interface Report {
  readonly lines: readonly Line[];
  /** How it was measured and what disturbed it, in plain sentences. */
  readonly notes?: readonly string[];
}

const columns = ['what', 'figure', 'limit', 'ratio', 'budget', ''] as const;

/** Prints one part's budgets as a table, one line each. */
export function print(title: string, { lines, notes = [] }: Report): void {
  const rows = lines.map((line) => [
    line.what,
    line.figure,
    line.limit ?? '–',
    line.ratio === undefined ? '–' : percent(line.ratio),
    line.budget,
    line.isOk === undefined ? '' : line.isOk ? 'ok' : 'OVER',
  ]);
  const widths = columns.map((name, index) =>
    Math.max(name.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const draw = (cells: readonly string[]) =>
    `  ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd();
  console.log(`\n${title}`);
  if (rows.length > 0) console.log([draw(columns), ...rows.map(draw)].join('\n'));
  for (const note of notes) console.log(`  ${note}`);
}

export function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en-GB')}/s`;
}

export function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}

export function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
