import { createInstance, type TFunction } from 'i18next';
import { en } from '#i18n/en.ts';
import { et } from '#i18n/et.ts';
import { lv } from '#i18n/lv.ts';
import type { Language } from '#shared/kernel/language.ts';
import { withStop } from '#shared/kernel/sentences.ts';

const instance = createInstance();

/** The places that end a sentence fill in with its full stop, as the screens do (`withStop`). */
function withStops<T extends object>(section: T): T {
  const parts = Object.entries(section).map(([name, part]) => [
    name,
    typeof part === 'string' ? part.replace(/\{\{(\w+)\}\}\.(?!\.)/g, '{{$1, stop}}') : withStops(part),
  ]);
  return Object.fromEntries(parts);
}

const ready = instance.init({
  resources: {
    en: { translation: withStops(en) },
    et: { translation: withStops(et) },
    lv: { translation: withStops(lv) },
  },
  fallbackLng: 'en',
  interpolation: { escapeValue: false },
});
instance.services.formatter?.add('stop', (value) => withStop(String(value)));

/** Texts of what the server itself writes: mails, messages, documents. Screens have their own. */
export async function loadTexts(): Promise<(language: Language) => TFunction> {
  await ready;
  return (language) => instance.getFixedT(language);
}

/** After `loadTexts` at start. */
export function textsFor(language: Language): TFunction {
  return instance.getFixedT(language);
}
