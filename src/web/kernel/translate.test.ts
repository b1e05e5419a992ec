import { expect, test } from 'vitest';
import { en } from '#i18n/en.ts';
import { et } from '#i18n/et.ts';
import { lv } from '#i18n/lv.ts';
import { createTranslate } from './translate.ts';

const catalogues = { et, en, lv } as const;

type Say = (key: string | readonly string[], values?: Record<string, unknown>) => string;

const speak = (language: keyof typeof catalogues) =>
  createTranslate(language, catalogues[language]) as unknown as Say;

/** Every key of a catalogue as a screen asks for it: the forms of numbers share one. */
function keysOf(catalogue: object, prefix = ''): string[] {
  return Object.entries(catalogue).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [`${prefix}${name.replace(/(_ordinal)?_(zero|one|two|few|many|other)$/, '')}`]
      : keysOf(value as object, `${prefix}${name}.`),
  );
}

test.each(['et', 'en', 'lv'] as const)(
  '%s has a text for every key and every number',
  (language) => {
    const t = speak(language);
    for (const key of new Set(keysOf(catalogues[language]))) {
      for (const count of [0, 1, 2, 3, 4, 10, 11, 12, 21, 22, 100, 101, 111]) {
        const texts = [t(key, { count }), t(key, { count, ordinal: true })];
        expect(
          texts.some((text) => text !== key),
          `${key} ${count}`,
        ).toBe(true);
      }
    }
    // Every text with every number: a busy machine takes its time.
  },
  30_000,
);

test.each([
  ['et', 1, '1 päeva'],
  ['en', 0, '0 days'],
  ['en', 1, '1 day'],
  ['en', 21, '21 days'],
  ['lv', 0, '0 dienām'],
  ['lv', 1, '1 dienas'],
  ['lv', 11, '11 dienām'],
  ['lv', 21, '21 dienas'],
  ['lv', 22, '22 dienām'],
] as const)('%s counts %d as "%s"', (language, count, text) => {
  expect(speak(language)('common.days', { count })).toBe(text);
});

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [22, '22nd'],
])('the ordinal of %d ends as %s', (count, text) => {
  expect(speak('en')('schedule.position', { count, ordinal: true })).toBe(`Waiting, ${text}`);
});

test.each([
  ['et', 17_944, '17\u00a0944\u00a0h'],
  ['lv', 0.9, '0,9\u00a0h'],
  ['en', 17_944.5, '17,944.5\u00a0h'],
  ['en', 2026, '2026\u00a0h'],
] as const)('%s writes %d as its readers do: "%s"', (language, hours, text) => {
  expect(speak(language)('common.hours', { hours })).toBe(text);
});

test('values are filled in as they are, and a place without a value stays to be seen', () => {
  const t = speak('en');
  expect(t('common.hoursMinutes', { hours: 1, minutes: 5 })).toBe('1\u00a0h 5\u00a0min');
  expect(t('common.minutes', { minutes: '<$&>{{minutes}}' })).toBe('<$&>{{minutes}}\u00a0min');
  expect(t('common.minutes')).toBe('{{minutes}}\u00a0min');
});

test('a value with a full stop ends a sentence alone, one without takes it', () => {
  const t = speak('et');
  const text = (owner: string) => t('personalTrainings.offerText', { owner }).split(' ').slice(-2).join(' ');
  expect(text('Meelis L.')).toBe('Meelis L.');
  expect(text('Meelis')).toBe('talle: Meelis.');
});

// shows: message-anything-else
test('of several keys the first known one counts, and an unknown one is its own text', () => {
  const t = speak('en');
  expect(t(['errors.noSuchCode', 'errors.unknown'])).toBe(en.errors.unknown);
  expect(t('errors.noSuchCode')).toBe('errors.noSuchCode');
  expect(t('errors')).toBe('errors');
});
