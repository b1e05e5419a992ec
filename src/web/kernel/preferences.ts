import { useSyncExternalStore } from 'react';
import type { Language } from '#shared/kernel/language.ts';
import type { ColourMode } from '#shared/kernel/page-rules.ts';
import { useStartContext } from './start-context.ts';
import { writeStored } from './stored.ts';

/** Each language in its own words, so that it is found by those who read no other. */
export const languageNames: Readonly<Record<Language, string>> = {
  et: 'Eesti',
  en: 'English',
  lv: 'Latviešu',
};

/** The page's language and those the centre speaks. Choosing another one opens the same address anew. */
export function useLanguageChoice() {
  const { language, configuration } = useStartContext();
  return {
    language,
    languages: configuration.languages,
    choose: (chosen: Language) => {
      if (chosen === language) return;
      writeStored('language', chosen);
      window.location.reload();
    },
  };
}

let chosenMode: ColourMode | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Light or dark (specification point 4): the stored choice, else the tenant's default, decided by the page. */
export function useColourMode() {
  const { mode: pageMode } = useStartContext();
  const mode = useSyncExternalStore(
    subscribe,
    () => chosenMode ?? pageMode,
    () => pageMode,
  );
  function choose(next: ColourMode) {
    chosenMode = next;
    writeStored('colormode', next);
    document.documentElement.dataset.mode = next;
    for (const listener of listeners) listener();
  }
  return { mode, choose, toggle: () => choose(mode === 'dark' ? 'light' : 'dark') };
}
