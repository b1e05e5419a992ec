import { describe, expect, it } from 'vitest';
import { detectLanguage, type Language } from './language.ts';

describe('detectLanguage', () => {
  // shows: language-chosen, number-languages
  it.each<[string | null, string, Language[] | undefined, Language]>([
    ['lv', 'pohjala-sport.ee', undefined, 'lv'],
    [null, 'pohjala-sport.ee', undefined, 'et'],
    [null, 'dzintara-spa.lv', undefined, 'lv'],
    [null, 'Dzintara-Spa.LV:8443', undefined, 'lv'],
    [null, 'example.com', undefined, 'en'],
    [null, 'localhost', undefined, 'en'],
    ['', 'a.ee', undefined, 'et'],
    ['ru', 'a.lv', undefined, 'et'],
    ['lv', 'a.ee', ['et', 'en'], 'et'],
    ['xx', 'a.ee', ['lv', 'en'], 'lv'],
    [null, 'a.lv', ['et', 'en'], 'et'],
  ])('stored %s at %s among %s gives %s', (stored, host, supported, expected) => {
    expect(detectLanguage(stored, host, supported)).toBe(expected);
  });
});
