import type { TFunction } from 'i18next';
import type { Language } from '#shared/kernel/language.ts';
import { formatNumber } from '#shared/kernel/money.ts';
import { withStop } from '#shared/kernel/sentences.ts';
import { pluralForm } from './format.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The texts of one catalogue by key (sections may still be added to it), as i18next gives them: `{{value}}` is filled
 * in, `count` chooses among `_zero`, `_one`, … (with `ordinal` among `_ordinal_one`, …), of several keys the first known
 * one counts, and an unknown key is its own text. A page needs no more of i18next, whose start and size every visit
 * would pay for; the server, which writes all languages, uses i18next itself with the same catalogues.
 */
export function createTranslate(language: Language, catalogue: object): TFunction {
  function textOf(key: string, { count, ordinal }: Values): string | undefined {
    if (typeof count !== 'number') return find(catalogue, key);
    const form = pluralForm(count, language, ordinal === true);
    const asOrdinal = ordinal === true ? find(catalogue, `${key}_ordinal_${form}`) : undefined;
    // Nothing has words of its own where the catalogue knows some.
    const asNone = count === 0 && ordinal !== true ? find(catalogue, `${key}_zero`) : undefined;
    return asOrdinal ?? asNone ?? find(catalogue, `${key}_${form}`) ?? find(catalogue, key);
  }

  function translate(keys: string | readonly string[], values: Values = {}): string {
    const list = typeof keys === 'string' ? [keys] : keys;
    for (const key of list) {
      const text = textOf(key, values);
      if (text !== undefined) return fill(text, values, language);
    }
    return list.at(-1) ?? '';
  }

  return translate as unknown as TFunction;
}

function find(catalogue: object, key: string): string | undefined {
  let found: unknown = catalogue;
  for (const part of key.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Values)[part];
  }
  return typeof found === 'string' ? found : undefined;
}

/**
 * Numbers are written as the language writes them. What a value says is never read as a text with places of its own; a
 * place without a value stays to be seen.
 */
function fill(text: string, values: Values, language: Language): string {
  if (!text.includes('{{')) return text;
  return text.replace(/\{\{(\w+)\}\}(\.(?!\.))?/g, (place, name: string, stop?: string) => {
    const value = values[name];
    if (value === undefined || value === null) return place;
    const said = typeof value === 'number' ? formatNumber(value, language) : String(value);
    return stop === undefined ? said : withStop(said);
  });
}
