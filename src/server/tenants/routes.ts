import { z } from 'zod';
import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Language } from '#shared/kernel/language.ts';
import * as contract from '#shared/tenants/contract.ts';
import { computeThemeVariables, Theme } from '#shared/tenants/domain.ts';

const Company = z.object({ contact: contract.PageConfiguration.shape.contact });
const StoredTexts = z.object({ buyingTerms: z.record(z.string(), contract.BuyingTerms) });
const Logos = z.object({ light: z.string(), dark: z.string(), favicon: z.string(), invoice: z.string() });

/** Files of a tenant's brand by name; SVG as stored. */
export const brandFiles = {
  'logo-light': 'light',
  'logo-dark': 'dark',
  favicon: 'favicon',
  'invoice-logo': 'invoice',
} as const;

export function mountTenants(app: App): void {
  mount(app, contract.getPageRules, async ({ tenant }) => tenant.pageRules, { isReadyKept: true });

  mount(
    app,
    contract.getPageConfiguration,
    async ({ tenant, language }) => configurationOf(tenant, language),
    { isReadyKept: true },
  );

  mount(
    app,
    contract.getBuyingTerms,
    async ({ tenant, language }) => {
      const { buyingTerms } = StoredTexts.parse(tenant.texts);
      const terms = buyingTerms[language] ?? buyingTerms[tenant.defaultLanguage];
      if (!terms) throw new AppError('itemNotFound', 404);
      return terms;
    },
    { isReadyKept: true },
  );

  app.get<{ Params: { name: string } }>('/brand/:name', async (request, reply) => {
    const name = request.params.name.replace(/\.svg$/, '');
    const key = Object.hasOwn(brandFiles, name) ? brandFiles[name as keyof typeof brandFiles] : undefined;
    if (!key) throw new AppError('itemNotFound', 404);
    return reply
      .header('Cache-Control', 'public, max-age=3600')
      .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
      .type('image/svg+xml')
      .send(Logos.parse(request.tenant.logos)[key]);
  });
}

/** What a page needs of its tenant before anything else. */
export function configurationOf(tenant: Tenant, language: Language): contract.PageConfiguration {
  return {
    host: tenant.host,
    title: tenant.name,
    slogan: tenant.slogans[language] ?? tenant.slogans[tenant.defaultLanguage] ?? tenant.name,
    timeZone: tenant.timeZone,
    languages: [...tenant.languages],
    currency: 'EUR',
    theme: computeThemeVariables(Theme.parse(tenant.theme)),
    logo: { light: '/brand/logo-light.svg', dark: '/brand/logo-dark.svg' },
    favicon: '/brand/favicon.svg',
    invoiceLogo: '/brand/invoice-logo.svg',
    contact: Company.parse(tenant.company).contact,
    clubs: [...tenant.clubs],
  };
}
