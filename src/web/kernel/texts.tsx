import type { TFunction } from 'i18next';
import { createContext, type ReactNode, useContext } from 'react';
import type { Catalogue, en } from '#i18n/en.ts';
import type { Language } from '#shared/kernel/language.ts';
import { createTranslate } from './translate.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
    returnNull: false;
  }
}

export interface Texts {
  readonly t: TFunction;
  readonly language: Language;
}

/** One chunk each; a page loads its own language only. */
const catalogues: Record<Language, () => Promise<Catalogue>> = {
  et: () => import('#i18n/et.ts').then((module) => module.et),
  en: () => import('#i18n/en.ts').then((module) => module.en),
  lv: () => import('#i18n/lv.ts').then((module) => module.lv),
};

const loaded = new Map<Language, Promise<Texts>>();

/** The texts of one language, loaded once. Changing the language opens the page anew. */
export function loadTexts(language: Language): Promise<Texts> {
  const known = loaded.get(language);
  if (known) return known;
  const texts = load(language);
  loaded.set(language, texts);
  texts.catch(() => loaded.delete(language));
  return texts;
}

async function load(language: Language): Promise<Texts> {
  return { t: createTranslate(language, await catalogues[language]()), language };
}

const context = createContext<Texts | null>(null);

export function TextsProvider({ texts, children }: { texts: Texts; children: ReactNode }) {
  return <context.Provider value={texts}>{children}</context.Provider>;
}

/** The texts of the page's language; `t` knows every key of the catalogue. */
export function useTexts(): Texts {
  const found = useContext(context);
  if (!found) throw new Error('no texts around this component');
  return found;
}
