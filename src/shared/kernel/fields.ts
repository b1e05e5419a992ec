import { isHexColour } from '#shared/kernel/colours.ts';
import { parseLocalDate } from '#shared/kernel/dates.ts';
import { isEmail } from '#shared/kernel/emails.ts';
import { languages } from '#shared/kernel/language.ts';
import { centsToEuros, parseAmount } from '#shared/kernel/money.ts';

/** What a field holds, and so how it is typed and read. `cents` and `euros` are typed in euros. */
export type FieldKind =
  | 'text'
  | 'long'
  | 'email'
  | 'phone'
  | 'integer'
  | 'integers'
  | 'euros'
  | 'cents'
  | 'isOn'
  | 'choice'
  | 'choices'
  | 'colour'
  | 'date'
  | 'time'
  | 'hours'
  | 'rows';

/** Lists of the centre's own things that a field may choose from. */
export const references = [
  'clubs',
  'roomGroups',
  'rooms',
  'styles',
  'trainers',
  'accounts',
  'products',
  'packages',
  'fees',
  'videoTypes',
] as const;
export type Reference = (typeof references)[number];

/** One field of a form: plain, so that the server may send it and the browser needs no schema. */
export interface Field {
  /** Place in the values; dots lead inside: `names.et`. */
  readonly name: string;
  readonly kind: FieldKind;
  /** Its name in the texts, where that of its place is another thing's as well. */
  readonly label?: string | undefined;
  readonly isRequired?: boolean | undefined;
  /** Of numbers the value, of texts the characters. */
  readonly least?: number | undefined;
  readonly most?: number | undefined;
  /** Words to choose from. */
  readonly choices?: readonly string[] | undefined;
  /** Things to choose from, by id. */
  readonly from?: Reference | undefined;
  /** Chosen when it is made, and never again. */
  readonly isFixed?: boolean | undefined;
  /** What holds where nothing else was chosen, as the form shows it. */
  readonly standard?: string | undefined;
  /** Only there while another field says one of these. */
  readonly when?: { readonly name: string; readonly is: readonly string[] } | undefined;
  /** Of `rows`: what each row has. */
  readonly columns?: readonly Field[] | undefined;
}

export type FormValue = string | boolean | readonly string[] | readonly FormRow[];
export type FormRow = Readonly<Record<string, string>>;
/** What stands in the fields, by their names. */
export type Form = Readonly<Record<string, FormValue>>;
export type Values = Readonly<Record<string, unknown>>;

/** What is wrong with a field: a text of the catalogue and its number. */
export interface Problem {
  readonly code:
    | 'required'
    | 'number'
    | 'least'
    | 'most'
    | 'shorter'
    | 'email'
    | 'phone'
    | 'colour'
    | 'hours'
    | 'time'
    | 'date'
    | 'amount';
  readonly num?: number | undefined;
}

const clock = '([01]\\d|2[0-3]):[0-5]\\d';
const hours = new RegExp(`^(${clock})-(${clock}|24:00)$`);
const time = new RegExp(`^${clock}$`);

/** The value at a field's place; undefined where there is none. */
export function valueAt(values: unknown, name: string): unknown {
  return name.split('.').reduce<unknown>((inside, key) => {
    if (typeof inside !== 'object' || inside === null) return undefined;
    return (inside as Record<string, unknown>)[key];
  }, values);
}

function centsText(amount: number): string {
  return `${Math.trunc(amount / 100)}.${String(Math.abs(amount) % 100).padStart(2, '0')}`;
}

function toForm(field: Field, value: unknown): FormValue {
  switch (field.kind) {
    case 'isOn':
      return value === true;
    case 'choices':
      return Array.isArray(value) ? value.map(String) : [];
    case 'integers':
      return Array.isArray(value) ? value.join(', ') : '';
    case 'rows':
      return (Array.isArray(value) ? value : []).map((row: unknown) =>
        Object.fromEntries(
          (field.columns ?? []).map((column) => [
            column.name,
            // Chosen ones stand in a row with commas between them.
            String(toForm(column, valueAt(row, column.name))),
          ]),
        ),
      );
    case 'euros':
      return typeof value === 'number' ? centsText(Math.round(value * 100)) : '';
    case 'cents':
      return typeof value === 'number' ? centsText(value) : '';
    default:
      return value === null || value === undefined ? '' : String(value);
  }
}

/** Values as the fields show them. */
export function formOf(fields: readonly Field[], values: unknown): Form {
  return Object.fromEntries(fields.map((field) => [field.name, toForm(field, valueAt(values, field.name))]));
}

function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text.trim().replace(',', '.'));
}

/** The fields that are there by what others say. */
export function shownFields(fields: readonly Field[], form: Form): readonly Field[] {
  return fields.filter(({ when }) => !when || when.is.includes(String(form[when.name])));
}

function partsOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== '');
}

function fromForm(field: Field, value: FormValue | undefined): unknown {
  if (field.kind === 'isOn') return value === true;
  if (Array.isArray(value)) {
    if (field.kind === 'rows') {
      return (value as readonly FormRow[]).map((row) => valuesOf(field.columns ?? [], row));
    }
    const chosen = value as readonly string[];
    return field.from ? chosen.map(Number) : chosen;
  }
  const text = typeof value === 'string' ? value : '';
  switch (field.kind) {
    case 'integer':
      return numberOf(text);
    case 'euros': {
      const amount = parseAmount(text);
      return amount === undefined ? null : centsToEuros(amount);
    }
    case 'cents':
      return parseAmount(text) ?? null;
    case 'integers':
      return partsOf(text).map(Number);
    // In a row: chosen ones with commas.
    case 'choices':
      return field.from ? partsOf(text).map(Number) : partsOf(text);
    case 'choice':
      if (text === '') return field.from || !field.isRequired ? null : text;
      return field.from ? Number(text) : text;
    case 'date':
    case 'time':
      return text === '' ? null : text;
    case 'colour':
      return text.trim().toUpperCase();
    case 'long':
      return text;
    default:
      return text.trim();
  }
}

/** What the fields say as values, in the shape of the contract. */
export function valuesOf(fields: readonly Field[], form: Form): Values {
  const values: Record<string, unknown> = {};
  for (const field of shownFields(fields, form)) {
    const keys = field.name.split('.');
    const last = keys.pop() ?? '';
    let inside = values;
    for (const key of keys) {
      inside[key] ??= {};
      inside = inside[key] as Record<string, unknown>;
    }
    inside[last] = fromForm(field, form[field.name]);
  }
  return values;
}

function numberProblem(field: Field, number: number, isWhole: boolean): Problem | undefined {
  if (Number.isNaN(number) || (isWhole && !Number.isInteger(number))) {
    return { code: isWhole ? 'number' : 'amount' };
  }
  const scale = field.kind === 'cents' ? 100 : 1;
  if (field.least !== undefined && number < field.least / scale)
    return { code: 'least', num: field.least / scale };
  if (field.most !== undefined && number > field.most / scale)
    return { code: 'most', num: field.most / scale };
  return undefined;
}

const patterns: Partial<Record<FieldKind, [Problem['code'], (text: string) => boolean]>> = {
  email: ['email', isEmail],
  phone: ['phone', (text) => /^\+?[\d\s-]{5,20}$/.test(text)],
  colour: ['colour', isHexColour],
  hours: ['hours', (text) => isHours(text)],
  time: ['time', (text) => time.test(text)],
  date: ['date', (text) => parseLocalDate(text) !== undefined],
};

/** Opening hours of a day, `06:30-22:00`: closing comes after opening, at the latest at `24:00`. */
export function isHours(text: string): boolean {
  const parts = hours.exec(text);
  return parts !== null && (parts[1] ?? '') < (parts[3] ?? '');
}

/** The first wrong part of a field of rows: in which row (from 0), in which of its columns, and what is wrong. */
export function wrongPart(
  { columns = [] }: Field,
  value: FormValue | undefined,
): { readonly row: number; readonly column: string; readonly problem: Problem } | undefined {
  for (const [row, parts] of (Array.isArray(value) ? (value as readonly FormRow[]) : []).entries()) {
    const [found] = Object.entries(findProblems(columns, parts));
    if (found) return { row, column: found[0], problem: found[1] };
  }
  return undefined;
}

function problemOf(field: Field, value: FormValue | undefined): Problem | undefined {
  if (field.kind === 'isOn') return undefined;
  if (Array.isArray(value)) {
    if (field.isRequired && value.length === 0) return { code: 'required' };
    if (field.kind !== 'rows') return undefined;
    return wrongPart(field, value)?.problem;
  }
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') return field.isRequired ? { code: 'required' } : undefined;
  if (field.kind === 'integer') return numberProblem(field, numberOf(text) ?? Number.NaN, true);
  if (field.kind === 'euros' || field.kind === 'cents') {
    const amount = parseAmount(text);
    return numberProblem(field, amount === undefined ? Number.NaN : centsToEuros(amount), false);
  }
  if (field.kind === 'integers') {
    const numbers = text.split(/[\s,;]+/).map(Number);
    return numbers
      .map((number) => numberProblem(field, number, true))
      .find((problem) => problem !== undefined);
  }
  const pattern = patterns[field.kind];
  if (pattern && !pattern[1](text)) return { code: pattern[0] };
  if (field.kind === 'choice') return undefined;
  if (field.most !== undefined && text.length > field.most) return { code: 'shorter', num: field.most };
  return undefined;
}

/** What is wrong with what stands in the fields; a field that is in order is not there. */
export function findProblems(fields: readonly Field[], form: Form): Readonly<Record<string, Problem>> {
  return Object.fromEntries(
    shownFields(fields, form).flatMap((field) => {
      const problem = problemOf(field, form[field.name]);
      return problem ? [[field.name, problem] as const] : [];
    }),
  );
}

/** Whether two texts of a field say one value: 12,5 and 12.50 do. What is no value at all says only itself. */
function meansSame(field: Field, one: FormValue | undefined, other: FormValue | undefined): boolean {
  if (JSON.stringify(one) === JSON.stringify(other)) return true;
  if (problemOf(field, one) || problemOf(field, other)) return false;
  return JSON.stringify(fromForm(field, one)) === JSON.stringify(fromForm(field, other));
}

/** Names of the fields whose values differ between two forms, in the order of the fields. */
export function changedFields(fields: readonly Field[], one: Form, other: Form): string[] {
  return fields
    .filter((field) => !meansSame(field, one[field.name], other[field.name]))
    .map(({ name }) => name);
}

/**
 * What was typed over one state of a thing, carried over to its next: a field left alone takes what is stored now, one that
 * was changed keeps what was typed, and so does one that already says what is stored: no text changes under the fingers.
 * `conflicts` are the fields that both changed, each to something else.
 */
export function rebase(
  fields: readonly Field[],
  { base, stored, typed }: { readonly base: Form; readonly stored: Form; readonly typed: Form },
): { readonly form: Form; readonly conflicts: readonly string[] } {
  const mine = changedFields(fields, base, typed);
  const theirs = changedFields(fields, base, stored);
  const form = { ...stored };
  for (const field of fields) {
    const own = typed[field.name];
    if (own === undefined) continue;
    if (mine.includes(field.name) || meansSame(field, own, stored[field.name])) form[field.name] = own;
  }
  const differing = changedFields(fields, stored, form);
  return { form, conflicts: differing.filter((name) => theirs.includes(name)) };
}

/** A name in each language. */
export const nameFields: readonly Field[] = languages.map((language) => ({
  name: `names.${language}`,
  kind: 'text',
  isRequired: true,
  most: 100,
}));
