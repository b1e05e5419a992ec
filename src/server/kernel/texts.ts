import { createInstance, type TFunction } from 'i18next';
import { en } from '#i18n/en.ts';
import { et } from '#i18n/et.ts';
import { lv } from '#i18n/lv.ts';
import type { Language } from '#shared/kernel/language.ts';

const instance = createInstance();
const ready = instance.init({
  resources: { en: { translation: en }, et: { translation: et }, lv: { translation: lv } },
  fallbackLng: 'en',
  interpolation: { escapeValue: false },
});

/** Texts of what the server itself writes: mails, messages, documents. Screens have their own. */
export async function loadTexts(): Promise<(language: Language) => TFunction> {
  await ready;
  return (language) => instance.getFixedT(language);
}

/** After `loadTexts` at start. */
export function textsFor(language: Language): TFunction {
  return instance.getFixedT(language);
}
