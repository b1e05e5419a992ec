import { describe, expect, test } from 'vitest';
import { isIban } from '#shared/invoices/accounts/domain.ts';
import { Seller } from '#shared/invoices/domain.ts';
import { contrastRatio } from '#shared/kernel/colours.ts';
import { detectLanguage, languages } from '#shared/kernel/language.ts';
import { colourModes, timetableFilters } from '#shared/kernel/page-rules.ts';
import { computeThemeVariables, styleMarkColour, tenantKinds, themeReport } from '#shared/tenants/domain.ts';
import { builtInTenants, findBuiltInTenant } from './built-in.ts';
import { drawLogos, logoSvg } from './logos.ts';
import { builtInStyles } from './styles/built-in.ts';
import { aboutPage, buyingTerms } from './texts.ts';

const each = builtInTenants.map((tenant) => [tenant.host, tenant] as const);

describe('the built-in list', () => {
  // shows: centres-built-in
  test('has 21 centres, each with its own host, name, company and codes', () => {
    expect(builtInTenants).toHaveLength(21);
    for (const key of [
      (tenant) => tenant.host,
      (tenant) => tenant.title,
      (tenant) => tenant.company.name,
      (tenant) => tenant.company.registryCode,
      (tenant) => tenant.company.iban,
      (tenant) => tenant.contact.phone,
      (tenant) => tenant.slogan.en,
    ] satisfies ((tenant: (typeof builtInTenants)[number]) => string)[]) {
      expect(new Set(builtInTenants.map(key)).size).toBe(21);
    }
  });

  test('begins with the sports centre, the spa and the golf club', () => {
    const hosts = ['pohjala-sport.ee', 'dzintara-spa.lv', 'kadakaoja-golf.ee'];
    expect(builtInTenants.slice(0, 3).map((tenant) => tenant.host)).toEqual(hosts);
    expect(findBuiltInTenant('Dzintara-Spa.lv')?.title).toBe('Dzintara Spa');
    expect(findBuiltInTenant('elsewhere.ee')).toBeUndefined();
  });

  // shows: kinds-of-centres
  test('holds every kind of centre, both countries and both starting modes', () => {
    expect(new Set(builtInTenants.map((tenant) => tenant.kind))).toEqual(new Set(tenantKinds));
    expect(new Set(builtInTenants.map((tenant) => tenant.country2Code))).toEqual(new Set(['EE', 'LV']));
    expect(new Set(builtInTenants.map((tenant) => tenant.theme.defaultColorScheme))).toEqual(
      new Set(colourModes),
    );
    expect(new Set(builtInTenants.map((tenant) => tenant.defaultLanguage))).toEqual(new Set(languages));
  });

  test('has every switch on somewhere and off somewhere', () => {
    const sections = ['login', 'menu', 'notification', 'pageFunctions', 'pages', 'payment'] as const;
    for (const section of sections) {
      const settings = new Map<string, Set<boolean>>();
      for (const { pageRules } of builtInTenants) {
        for (const [name, value] of Object.entries(pageRules[section])) {
          settings.set(name, (settings.get(name) ?? new Set()).add(value));
        }
      }
      for (const [name, seen] of settings) expect([name, seen.size]).toEqual([name, 2]);
    }
    for (const filter of timetableFilters) {
      const offering = builtInTenants.filter((tenant) => tenant.pageRules.filters.includes(filter));
      expect(offering.length).toBeGreaterThan(0);
      expect(offering.length).toBeLessThan(21);
    }
  });

  test('offers every style somewhere', () => {
    const offered = new Set(builtInTenants.flatMap((tenant) => tenant.styles));
    expect(Object.keys(builtInStyles).filter((key) => !offered.has(key as never))).toEqual([]);
  });
});

describe.each(each)('%s', (_, tenant) => {
  // shows: rule-colour-country-language
  test('speaks the language of its host first', () => {
    expect(tenant.languages).toContain(tenant.defaultLanguage);
    expect(detectLanguage(undefined, tenant.host, tenant.languages)).toBe(tenant.defaultLanguage);
    expect(tenant.pageRules.main).toEqual({
      defaultColorScheme: tenant.theme.defaultColorScheme,
      country2Code: tenant.country2Code,
      defaultLanguage: tenant.defaultLanguage,
    });
  });

  test('has codes with right check digits', () => {
    const { registryCode, vatNumber } = tenant.company;
    if (tenant.country2Code === 'EE') {
      expect(registryCode).toMatch(/^\d{8}$/);
      expect(Number(registryCode[7])).toBe(estonianRegistryCheck(registryCode));
      // A non-profit need not be registered for VAT.
      expect(vatNumber).toMatch(tenant.company.name.endsWith('MTÜ') ? /^$/ : /^EE\d{9}$/);
      const checked = vatNumber === '' ? '000000000' : vatNumber.slice(2);
      expect(weighted(checked, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10).toBe(0);
    } else {
      expect(registryCode).toMatch(/^\d{11}$/);
      expect((weighted(registryCode, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) + 8) % 11).toBe(0);
      expect(vatNumber).toBe(`LV${registryCode}`);
    }
  });

  test('can be paid: an account with right check digits, and days to do so', () => {
    const { iban, bic, paymentDays } = Seller.parse({ ...tenant.company, contact: tenant.contact });
    expect(isIban(iban)).toBe(true);
    expect([iban, bic.slice(4, 6)]).toEqual([
      expect.stringMatching(tenant.country2Code === 'EE' ? /^EE\d{18}$/ : /^LV\d{2}[A-Z]{4}\d{13}$/),
      tenant.country2Code,
    ]);
    expect(paymentDays).toBeGreaterThanOrEqual(7);
  });

  test('has one to four clubs with hours and two or more rooms in groups', () => {
    expect(tenant.clubs.length).toBeGreaterThan(0);
    expect(tenant.clubs.length).toBeLessThanOrEqual(4);
    for (const club of tenant.clubs) {
      expect(club.openingHours).toHaveLength(7);
      for (const hours of club.openingHours) {
        if (!hours) continue;
        expect(hours.opens).toMatch(/^[0-2]\d:[0-5]\d$/);
        expect(hours.closes > hours.opens).toBe(true);
      }
      expect(club.rooms.length).toBeGreaterThanOrEqual(2);
      expect(club.rooms.length).toBeLessThanOrEqual(6);
      expect(new Set(club.rooms.map((room) => room.name)).size).toBe(club.rooms.length);
      for (const room of club.rooms) expect(club.roomGroups).toContain(room.roomGroup);
    }
  });

  test('has colours that keep every promise, and marks that are seen', () => {
    const report = themeReport(tenant.theme);
    const variables = computeThemeVariables(tenant.theme);
    for (const mode of colourModes) {
      expect(report[mode].ratios.filter((pair) => !pair.isEnough)).toEqual([]);
      expect(report[mode].isFillDistinct).toBe(true);
      for (const key of tenant.styles) {
        const mark = styleMarkColour(builtInStyles[key].colour, variables[mode]);
        expect(contrastRatio(mark, variables[mode]['--soft'])).toBeGreaterThanOrEqual(3);
      }
    }
  });

  // shows: centre-look
  test('has a title, colours of its own for both modes, and its logo drawn for each', () => {
    expect(tenant.title).toMatch(/^\S.{2,40}\S$/);
    const { light, dark } = computeThemeVariables(tenant.theme);
    for (const variables of [light, dark]) {
      for (const name of ['--bg', '--text', '--accent'] as const) {
        expect(variables[name]).toMatch(/^#[0-9A-F]{6}$/);
      }
    }
    expect(contrastRatio(light['--bg'], '#FFFFFF')).toBeLessThan(2);
    expect(contrastRatio(dark['--bg'], '#000000')).toBeLessThan(2);
    const logos = drawLogos(tenant);
    for (const name of ['light', 'dark', 'favicon', 'invoice', 'appIcon'] as const) {
      expect(logos[name]).toMatch(/^<svg .*<(path|circle|rect|g)\b.*<\/svg>$/);
    }
  });

  test('has texts in three languages, without a gap or a mark left unfilled', () => {
    for (const language of languages) {
      expect(tenant.slogan[language]).toMatch(/^\S.{1,40}\n.{1,40}\S$/);
      const pages = [buyingTerms(tenant, language), aboutPage(tenant, language)];
      expect(pages[0]?.sections).toHaveLength(8);
      for (const { title, sections } of pages) {
        const written = [title, ...sections.flatMap((part) => [part.heading, ...part.paragraphs])];
        for (const text of written) expect(text).toMatch(/^\S(?!.*(undefined|null|NaN| {2})).*\S$/);
      }
    }
  });
});

describe('logos', () => {
  test('are all different, in colour and in shape', () => {
    expect(new Set(builtInTenants.map((tenant) => logoSvg(tenant, 'light'))).size).toBe(21);
    expect(new Set(builtInTenants.map((tenant) => logoSvg(tenant, 'dark'))).size).toBe(21);
    expect(new Set(builtInTenants.map(({ logo }) => `${logo.container} ${logo.glyph}`)).size).toBe(21);
    expect(new Set(builtInTenants.map(({ logo }) => logo.container)).size).toBe(8);
  });

  test('are small, closed and harmless drawings', () => {
    for (const tenant of builtInTenants) {
      for (const svg of Object.values(drawLogos(tenant))) {
        expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"(.*)<\/svg>$/);
        expect(svg).not.toMatch(/script|style=|href|<text|undefined|NaN/);
        expect(svg.length).toBeLessThan(1500);
      }
    }
  });
});

test('the buying terms name the deadline of the tenant', () => {
  const [tenant] = builtInTenants;
  if (!tenant) throw new Error('no tenant');
  const termsOf = (freeCancelMinutes: number, language: (typeof languages)[number]) =>
    JSON.stringify(buyingTerms({ ...tenant, limits: { freeCancelMinutes } }, language));
  expect(termsOf(180, 'et')).toContain('hiljemalt 3 tundi enne algust');
  expect(termsOf(60, 'et')).toContain('hiljemalt 1 tund enne algust');
  expect(termsOf(60, 'en')).toContain('at least 1 hour before it starts');
  expect(termsOf(90, 'en')).toContain('at least 90 minutes before it starts');
  expect(termsOf(180, 'lv')).toContain('ne vēlāk kā 3 stundas pirms sākuma');
  expect(termsOf(1260, 'lv')).toContain('ne vēlāk kā 21 stundu pirms sākuma');
  expect(termsOf(660, 'lv')).toContain('ne vēlāk kā 11 stundas pirms sākuma');
  expect(termsOf(30, 'lv')).toContain('ne vēlāk kā 30 minūtes pirms sākuma');
  expect(termsOf(0, 'et')).toContain('tühistada kuni selle alguseni');
});

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, place) => sum + weight * Number(digits[place]), 0);
}

function estonianRegistryCheck(code: string): number {
  const first = weighted(code, [1, 2, 3, 4, 5, 6, 7]) % 11;
  return first === 10 ? (weighted(code, [3, 4, 5, 6, 7, 8, 9]) % 11) % 10 : first;
}
