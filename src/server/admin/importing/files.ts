import Papa from 'papaparse';
import { hasMoreThan } from '#server/kernel/decoding/counts.ts';
import { Undecodable } from '#server/kernel/decoding/decoder.ts';
import { toSlices } from '#server/kernel/files/slices.ts';
import { readPhone } from '#server/kernel/phones/phones.ts';
import {
  type ImportKind,
  type Line,
  missingColumns,
  readClient,
  readTitles,
} from '#shared/admin/importing/domain.ts';
import { readContract } from '#shared/admin/importing-contracts/domain.ts';

/** A file that is no table, or not a whole one. */
export class ImportFileError extends Undecodable {}

/** What an ImportFileError says of a file that is a table, but of too many lines. */
export const tooLong = 'too long';

export interface ReadFile {
  readonly encoding: 'utf-8' | 'windows-1257' | 'utf-16';
  readonly delimiter: ';' | ',' | 'tab';
  readonly titles: readonly string[];
  /** Cells in the order of the titles, with the number of the line each begins on. */
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

interface GivenFile {
  readonly bytes: Uint8Array;
  /** Without the titles. */
  readonly mostLines: number;
}

/**
 * UTF-8 says of itself whether it is: bytes of another encoding that happen to be UTF-8 do not occur in names. What is not
 * is what spreadsheets of the Baltics write, Windows-1257.
 */
function decode(bytes: Uint8Array): { readonly text: string; readonly encoding: ReadFile['encoding'] } {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    const name = bytes[0] === 0xff ? 'utf-16le' : 'utf-16be';
    return { text: new TextDecoder(name).decode(bytes), encoding: 'utf-16' };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1257').decode(bytes), encoding: 'windows-1257' };
  }
}

const delimiters = [';', ',', '\t'] as const;

/** The one that makes most of the titles; a price's comma is no delimiter because titles have none. */
function delimiterOf(content: string): (typeof delimiters)[number] {
  const count = (delimiter: string) =>
    Papa.parse<string[]>(content.trimStart(), { delimiter, preview: 1 }).data[0]?.length ?? 0;
  return delimiters.toSorted((one, other) => count(other) - count(one))[0] ?? ';';
}

/** Reads a CSV file: encoding and delimiter are its own. Throws ImportFileError for what is none, `tooLong` for too many. */
export function readFile({ bytes, mostLines }: GivenFile): ReadFile {
  // Far more than so many lines have: whoever counts them need not read them.
  const isEndless = hasMoreThan(bytes, '\n\r', 5 * mostLines) || hasMoreThan(bytes, ',;\t', 50 * mostLines);
  if (isEndless) throw new ImportFileError(tooLong);
  const { text, encoding } = decode(bytes);
  // A zero byte is in no text: a spreadsheet or a picture.
  if (text.includes('\0')) throw new ImportFileError('no text');
  // Spreadsheets may say the delimiter in a line of its own.
  const [said = '', named] = /^sep=(.)\r?\n/.exec(text) ?? [];
  const content = text.slice(said.length);
  const delimiter = delimiters.find((one) => one === named) ?? delimiterOf(content);
  const { data, errors } = Papa.parse<string[]>(content, { delimiter });
  if (errors.some(({ type }) => type === 'Quotes')) throw new ImportFileError('quotes');
  let line = said === '' ? 1 : 2;
  const all = data.map((cells) => {
    const row = { line, cells: cells.map((cell) => tidy(cell)) };
    // A cell in quotes may go over several lines.
    line += 1 + cells.join('').split('\n').length - 1;
    return row;
  });
  const filled = all.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [head, ...rows] = filled;
  if (!head || rows.length === 0) throw new ImportFileError('no lines');
  if (rows.length > mostLines) throw new ImportFileError(tooLong);
  return {
    encoding,
    delimiter: delimiter === '\t' ? 'tab' : delimiter,
    titles: head.cells,
    rows,
  };
}

/** Without what spreadsheets put around: spaces, spaces that do not break, an apostrophe that keeps a number a text. */
function tidy(cell: string): string {
  return cell
    .replaceAll(/[\s\u00a0\ufeff]+/g, ' ')
    .trim()
    .replace(/^'(?=[\d+])/, '');
}

/** The rows with their cells by column. */
function linesOf({ rows }: ReadFile, names: readonly (string | null)[]): Line[] {
  return rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(
      names.flatMap((name, index) => (name === null ? [] : [[name, cells[index] ?? '']])),
    ),
  }));
}

export interface GivenImport extends GivenFile {
  readonly kind: ImportKind;
  readonly country: 'EE' | 'LV';
  /** At the centre. */
  readonly today: string;
}

/** A file with what each of its lines says, of which lines there are of its kind. Throws as `readFile` does. */
export function readImport({ kind, country, today, ...given }: GivenImport) {
  const { rows, ...file } = readFile(given);
  const names = readTitles(kind, file.titles);
  const missing = missingColumns(kind, names);
  const lines = missing.length > 0 ? [] : linesOf({ rows, ...file }, names);
  const rules = { country, today, phoneOf: (text: string) => readPhone(text, country) } as const;
  return {
    ...file,
    names,
    missing,
    lineCount: rows.length,
    clients: toSlices(kind === 'clients' ? lines.map((line) => readClient(line, rules)) : []),
    contracts: toSlices(kind === 'contracts' ? lines.map((line) => readContract(line, rules)) : []),
  };
}
export type ReadImport = ReturnType<typeof readImport>;
