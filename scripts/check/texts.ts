import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Fault, SourceFile } from './tree.ts';

const languages = ['en', 'et', 'lv'] as const;
type Language = (typeof languages)[number];
/** A catalogue flattened: `schedule.places_one` → text. */
type FlatTexts = ReadonlyMap<string, string>;
export type Catalogues = Readonly<Record<Language, FlatTexts>>;

const plural = /^(.*?)(_ordinal)?_(zero|one|two|few|many|other)$/;

/** The catalogues as the app sees them. */
export async function loadCatalogues(root: string): Promise<Catalogues> {
  const load = async (language: Language) => {
    const module: Record<string, unknown> = await import(
      pathToFileURL(join(root, 'i18n', `${language}.ts`)).href
    );
    return flatten(module[language]);
  };
  const [en, et, lv] = await Promise.all([load('en'), load('et'), load('lv')]);
  return { en, et, lv };
}

export function flatten(value: unknown, prefix = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[prefix, value]]);
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(
    Object.entries(value).flatMap(([key, inner]) => [...flatten(inner, prefix ? `${prefix}.${key}` : key)]),
  );
}

/**
 * What the compiler cannot see in the texts: empty ones, values (`{{x}}`) that differ between languages,
 * and plural forms that a language needs but lacks.
 */
export function findTextFaults(catalogues: Catalogues, files: readonly SourceFile[]): Fault[] {
  return languages.flatMap((language) => {
    const texts = catalogues[language];
    return [...texts].flatMap(([key, text]) => {
      const problems = [
        ...(text.trim() === '' ? ['is empty'] : []),
        ...findValueProblems(key, text, language, catalogues),
        ...findPluralProblems(key, language, texts),
      ];
      return problems.map((problem) => ({ ...placeOf(language, key, files), text: `${key} ${problem}` }));
    });
  });
}

function findValueProblems(key: string, text: string, language: Language, catalogues: Catalogues): string[] {
  // The plural's full form in English is the measure; its other forms may leave the number itself out.
  const forms = plural.exec(key);
  const measureKey = forms ? `${forms[1]}${forms[2] ?? ''}_other` : key;
  const measure = catalogues.en.get(measureKey);
  if (measure === undefined) return language === 'en' || forms ? [] : ['is not in English'];
  const wanted = valuesIn(measure);
  const given = valuesIn(text);
  const missing = [...wanted].filter((value) => !given.has(value) && !(forms && value === 'count'));
  const extra = [...given].filter((value) => !wanted.has(value));
  return [
    ...missing.map((value) => `lacks {{${value}}}, which English has`),
    ...extra.map((value) => `has {{${value}}}, which English lacks`),
  ];
}

function valuesIn(text: string): Set<string> {
  return new Set([...text.matchAll(/\{\{\s*([^}\s,]+)[^}]*\}\}/g)].map((match) => match[1] ?? ''));
}

function findPluralProblems(key: string, language: Language, texts: FlatTexts): string[] {
  const forms = plural.exec(key);
  if (!forms) return [];
  const [, name = '', ordinal = '', form] = forms;
  const needed = language === 'lv' && !ordinal ? ['zero', 'other'] : ['other'];
  if (form === 'zero' && !texts.has(`${name}_one`)) return ['stands without its _one'];
  if (form !== 'one') return [];
  return needed
    .filter((other) => !texts.has(`${name}${ordinal}_${other}`))
    .map((other) => `stands without its _${other}`);
}

/** The line of a key in its catalogue's file, as near as a text search finds it. */
function placeOf(
  language: Language,
  key: string,
  files: readonly SourceFile[],
): { file: string; line?: number } {
  const parts = key.split('.');
  const path = `i18n/${language}/${kebab(parts[0] ?? '')}.ts`;
  const lines = files.find((file) => file.path === path)?.text.split('\n') ?? [];
  const line = lines.findIndex((text) => text.trimStart().startsWith(`${parts.at(-1)}:`));
  return line < 0 ? { file: path } : { file: path, line: line + 1 };
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
