import { describe, expect, test } from 'vitest';
import { fallbackPageRules, PageRules, withSwitches } from './page-rules.ts';

describe('page rules', () => {
  // shows: colour-mode-dark-at-last, rules-fallback
  test('an empty object gives the fallback rules', () => {
    expect(PageRules.parse({})).toEqual(fallbackPageRules);
    expect(fallbackPageRules.main).toEqual({
      defaultColorScheme: 'dark',
      country2Code: 'EE',
      defaultLanguage: 'en',
    });
    expect(fallbackPageRules.payment).toEqual({ isPaymentActive: false, isPaymentInFrame: false });
    expect(fallbackPageRules.filters).toEqual(['club', 'style', 'trainer']);
  });

  test('a part may be given alone, the rest of it takes its defaults', () => {
    const rules = PageRules.parse({ payment: { isPaymentActive: true }, main: { country2Code: 'LV' } });
    expect(rules.payment).toEqual({ isPaymentActive: true, isPaymentInFrame: false });
    expect(rules.main.country2Code).toBe('LV');
    expect(rules.main.defaultLanguage).toBe('en');
  });

  test('parsing what was parsed changes nothing', () => {
    expect(PageRules.parse(fallbackPageRules)).toEqual(fallbackPageRules);
  });

  test.each([
    { main: { defaultColorScheme: 'sepia' } },
    { main: { country2Code: 'Estonia' } },
    { main: { defaultLanguage: 'ru' } },
    { menu: { isInvoiceHidden: 'yes' } },
    { filters: ['club', 'club'] },
    { filters: ['weather'] },
  ])('refuses %j', (rules) => {
    expect(PageRules.safeParse(rules).success).toBe(false);
  });
});

describe('rules kept on a device', () => {
  const rules = PageRules.parse({ menu: { isInvoiceHidden: false }, payment: { isPaymentActive: true } });

  test('turn switches on and off', () => {
    const kept = PageRules.parse({ menu: { isInvoiceHidden: true }, payment: { isPaymentActive: false } });
    expect(withSwitches(rules, kept)).toEqual(kept);
  });

  test.each([
    undefined,
    null,
    'text',
    [],
    {},
    { menu: 'text', payment: null },
    { menu: { isInvoiceHidden: 'true' }, unknown: { isOn: true } },
    { main: { defaultLanguage: 'ru', country2Code: 'XX' }, filters: ['weather'] },
  ])('change nothing when they are %j', (kept) => {
    expect(withSwitches(rules, kept)).toEqual(rules);
  });
});
