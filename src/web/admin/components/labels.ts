import { formatDate, parseLocalDate } from '#shared/kernel/dates.ts';
import type { Field, FormRow, FormValue, Problem } from '#shared/kernel/fields.ts';
import type { Language } from '#shared/kernel/language.ts';
import { formatAmount, parseAmount } from '#shared/kernel/money.ts';
import type { SectionName } from '#shared/tenants/settings/domain.ts';
import type { Texts } from '#web/kernel/texts.tsx';

type T = Texts['t'];

/** Where a form's fields have their names. */
export type Wording = 'fields' | 'setUpTraining' | 'giving' | `settings.${SectionName}`;

/** A text whose key is put together from what the server named; `fallback` where there is none. */
export function textAt(t: T, key: string, fallback: string): string {
  const whole = `backOffice.${key}`;
  const text = t(whole as 'backOffice.title');
  return text === whole ? fallback : text;
}

export function labelOf(t: T, wording: Wording, { name, label }: Pick<Field, 'name' | 'label'>): string {
  return textAt(t, `${wording}.${label ?? name}`, name);
}

/** What a field says of what is wrong in it. */
export function problemText(t: T, { from }: Pick<Field, 'from'>, { code, num }: Problem): string {
  if (code === 'required' && from === 'products') return t('validation.productRequired');
  return t(`backOffice.problems.${code}` as 'backOffice.problems.least', { num: num ?? 0 });
}

/** What may be chosen in a field: its value and its word. */
export interface Option {
  readonly value: string;
  readonly text: string;
  readonly isOff?: boolean | undefined;
}

export type ReferenceLists = Readonly<
  Record<string, readonly { id: number; name: string; isOff?: boolean | undefined }[]>
>;

export function optionsOf(t: T, field: Field, references: ReferenceLists): readonly Option[] {
  if (field.from) {
    return (references[field.from] ?? []).map(({ id, name, isOff }) => ({
      value: String(id),
      text: name,
      isOff,
    }));
  }
  return (field.choices ?? []).map((value) => ({ value, text: textAt(t, `choices.${value}`, value) }));
}

/** What a field holds as its reader writes it: 12,50 and 31.12.2026. */
export function writtenText(kind: Field['kind'], text: string, language: Language): string {
  if (kind === 'date') return parseLocalDate(text) === undefined ? text : formatDate(text);
  if (kind !== 'euros' && kind !== 'cents') return text;
  const amount = parseAmount(text);
  return amount === undefined ? text : formatAmount(amount, language);
}

/** A value as words, to stand beside another one. */
export function valueText(
  { t, language }: Texts,
  field: Field,
  value: FormValue | undefined,
  references: ReferenceLists,
): string {
  const options = optionsOf(t, field, references);
  const wordOf = (one: string) =>
    options.find((option) => option.value === one)?.text ?? writtenText(field.kind, one, language);
  const partOf = (row: FormRow) =>
    Object.entries(row).map(([name, one]) => {
      const column = field.columns?.find((known) => known.name === name);
      return column ? writtenText(column.kind, one, language) : one;
    });
  if (typeof value === 'boolean') return value ? '✓' : '–';
  if (Array.isArray(value)) {
    const parts = (value as readonly (string | FormRow)[]).map((part) =>
      typeof part === 'string' ? wordOf(part) : partOf(part).join(' → '),
    );
    return parts.join(', ') || '–';
  }
  return typeof value === 'string' && value !== '' ? wordOf(value) : '–';
}
