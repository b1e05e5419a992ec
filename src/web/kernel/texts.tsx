import type { TFunction } from 'i18next';
import { createContext, type ReactNode, useContext } from 'react';
import type { First, Late, LateSection } from '#i18n/en/parts.ts';
import type { en } from '#i18n/en.ts';
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
  /** Fetches sections that do not come with the entry, each once. Rejects when one cannot be had. */
  readonly bring: (sections: readonly LateSection[]) => Promise<void>;
}

interface Parts {
  readonly first: First;
  readonly late: Late;
}

/** One chunk each, and one for each late section; a page loads its own language only. */
const languages: Record<Language, () => Promise<Parts>> = {
  et: () => import('#i18n/et/parts.ts'),
  en: () => import('#i18n/en/parts.ts'),
  lv: () => import('#i18n/lv/parts.ts'),
};

const loaded = new Map<Language, Promise<Texts>>();

/** The first texts of one language, loaded once. Changing the language opens the page anew. */
export function loadTexts(language: Language): Promise<Texts> {
  const known = loaded.get(language);
  if (known) return known;
  const texts = load(language);
  loaded.set(language, texts);
  texts.catch(() => loaded.delete(language));
  return texts;
}

/** All texts of one language: the server draws any page at once. */
export async function loadAllTexts(language: Language): Promise<Texts> {
  const texts = await loadTexts(language);
  const { late } = await languages[language]();
  await texts.bring(Object.keys(late) as LateSection[]);
  return texts;
}

async function load(language: Language): Promise<Texts> {
  const { first, late } = await languages[language]();
  const known: Record<string, object> = { ...first };
  const coming = new Map<LateSection, Promise<void>>();

  function bringOne(name: LateSection): Promise<void> {
    const begun = coming.get(name);
    if (begun) return begun;
    const section = late[name]().then((texts) => {
      // Codes of errors come in three parts: some were there from the first, others are the office's.
      const section = name === 'officeErrors' ? 'errors' : name;
      known[section] = { ...known[section], ...texts };
    });
    coming.set(name, section);
    section.catch(() => coming.delete(name));
    return section;
  }

  return {
    t: createTranslate(language, known),
    language,
    bring: async (sections) => {
      await Promise.all(sections.map(bringOne));
    },
  };
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
