import type { Language } from '#shared/kernel/language.ts';

/** What a cell holds: words are guarded, a number is written as the language writes it, nothing stays empty. */
export type Cell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number; readonly decimals: number }
  | { readonly kind: 'none' };

export const textCell = (text: string): Cell => ({ kind: 'text', text });
export const numberCell = (value: number | null, decimals = 0): Cell =>
  value === null ? { kind: 'none' } : { kind: 'number', value, decimals };

/** Spreadsheets show letters beyond ASCII rightly only behind this. */
const byteOrderMark = '\uFEFF';
const lineEnd = '\r\n';
/** Begins of what spreadsheets would reckon out (OWASP, CSV injection), full-width twins included. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/** Where the decimal comma rules, spreadsheets part fields with semicolons. */
function dialectOf(language: Language): { readonly separator: string; readonly decimal: string } {
  return language === 'en' ? { separator: ',', decimal: '.' } : { separator: ';', decimal: ',' };
}

/**
 * A file of comma-separated values (RFC 4180) for spreadsheets: UTF-8 with its mark, lines that end in CRLF, fields
 * quoted where they must be. What would be taken for a formula stands behind an apostrophe.
 */
export function printCsv(rows: readonly (readonly Cell[])[], language: Language): string {
  return byteOrderMark + printCsvLines(rows, language);
}

/** Further lines of such a file: a long one is printed in parts. */
export function printCsvLines(rows: readonly (readonly Cell[])[], language: Language): string {
  const { separator, decimal } = dialectOf(language);
  const lines = rows.map((row) => row.map((cell) => printCell(cell, separator, decimal)).join(separator));
  return lines.map((line) => line + lineEnd).join('');
}

function printCell(cell: Cell, separator: string, decimal: string): string {
  if (cell.kind === 'none') return '';
  const text =
    cell.kind === 'number'
      ? printNumber(cell.value, cell.decimals, decimal)
      : formulaStart.test(cell.text)
        ? `'${cell.text}`
        : cell.text;
  // A spreadsheet of another language parts at the other separator.
  const isParted = cell.kind === 'text' ? /[;,]/.test(text) : text.includes(separator);
  const isQuoted = isParted || /["\r\n]|^\s|\s$/.test(text);
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Never −0, and nothing between thousands: a spreadsheet puts its own. */
function printNumber(value: number, decimals: number, decimal: string): string {
  const text = value.toFixed(decimals);
  return (Number(text) === 0 ? text.replace('-', '') : text).replace('.', decimal);
}
