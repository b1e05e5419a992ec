import { z } from 'zod';
import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { PngImages } from '#server/kernel/web/web-images.ts';
import { dataPolicy } from '#server/kernel/web/web-policy.ts';
import { IdentityKeys, offeredProviders } from '#shared/account/identity-keys/domain.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Language } from '#shared/kernel/language.ts';
import { colourModes } from '#shared/kernel/page-rules.ts';
import * as contract from '#shared/tenants/contract.ts';
import { computeThemeVariables, isTenantKind, Theme } from '#shared/tenants/domain.ts';
import { drawing, sharePicture, shareSize } from './logos.ts';
import { scenePicture } from './scenes/built-in.ts';
import { rentalName } from './texts.ts';

const Company = z.object({ contact: contract.PageConfiguration.shape.contact });
const StoredTexts = z.object({ buyingTerms: z.record(z.string(), contract.BuyingTerms) });
const StoredNames = z.object({ rentals: z.record(z.string(), z.string()).default({}) });
const Logos = z.object({
  light: z.string(),
  dark: z.string(),
  favicon: z.string(),
  invoice: z.string(),
  /** The ground to the edges; a tenant without one is shown by its logo. */
  appIcon: z.string().optional(),
});

/** Files of a tenant's brand by name; SVG as stored. */
const brandFiles = {
  'logo-light': 'light',
  'logo-dark': 'dark',
  favicon: 'favicon',
  'invoice-logo': 'invoice',
} as const;

/** Of an SVG: kept for an hour, and by itself it loads nothing. */
const drawingHeaders = {
  'Cache-Control': 'public, max-age=3600',
  'Content-Security-Policy': `${dataPolicy}; img-src data:; style-src 'unsafe-inline'`,
  'Content-Type': 'image/svg+xml; charset=utf-8',
} as const;

/** A week: an icon is asked for when the app is installed, and a new one may take its time. */
const iconSeconds = 7 * 24 * 60 * 60;

/** Icons of the installed app: platforms cut their own shape out of those that fill their square. */
const iconFiles = [
  { name: 'icon-192.png', size: 192, isFilled: false },
  { name: 'icon-512.png', size: 512, isFilled: false },
  { name: 'icon-maskable-512.png', size: 512, isFilled: true },
  { name: 'apple-touch-icon.png', size: 180, isFilled: true },
] as const;

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
      if (!terms) throw new AppError('itemNotFound');
      return terms;
    },
    { isReadyKept: true },
  );

  app.get<{ Params: { name: string } }>('/brand/:name', async (request, reply) => {
    const name = request.params.name.replace(/\.svg$/, '');
    const key = Object.hasOwn(brandFiles, name) ? brandFiles[name as keyof typeof brandFiles] : undefined;
    if (!key) throw new AppError('itemNotFound');
    return reply.headers(drawingHeaders).send(Logos.parse(request.tenant.logos)[key]);
  });

  for (const mode of colourModes) {
    app.get(`/brand/landing-${mode}.svg`, async (request, reply) => {
      const { kind, theme } = request.tenant;
      if (!isTenantKind(kind)) throw new AppError('itemNotFound');
      return reply.headers(drawingHeaders).send(scenePicture(kind, Theme.parse(theme), mode));
    });
  }

  const images = new PngImages();
  app.get('/brand/share.png', async (request, reply) => {
    const { id, logos, theme } = request.tenant;
    const svg = sharePicture(
      Logos.parse(logos).light,
      computeThemeVariables(Theme.parse(theme)).light['--bg'],
    );
    const { bytes, etag } = await images.get(`${id}/share.png`, svg, (drawn) =>
      app.ports.decoders.run(drawing, id, { svg: drawn, size: shareSize.width }),
    );
    // Shown on other people's pages.
    reply.headers({
      'Cache-Control': `public, max-age=${iconSeconds}`,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ETag: etag,
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('image/png').send(bytes);
  });
  for (const { name, size, isFilled } of iconFiles) {
    app.get(`/brand/${name}`, async (request, reply) => {
      const { light, appIcon = light } = Logos.parse(request.tenant.logos);
      const { id } = request.tenant;
      const { bytes, etag } = await images.get(`${id}/${name}`, isFilled ? appIcon : light, (svg) =>
        app.ports.decoders.run(drawing, id, { svg, size }),
      );
      reply.headers({ 'Cache-Control': `public, max-age=${iconSeconds}`, ETag: etag });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('image/png').send(bytes);
    });
  }
}

/** The centre's own name of what it lets, or else that of its kind. */
function rentalsOf({ texts, kind }: Tenant, language: Language): string {
  const own = StoredNames.parse(texts).rentals[language];
  return own || rentalName(isTenantKind(kind) ? kind : 'sportsCentre', language);
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
    identityProviders: offeredProviders(IdentityKeys.parse(tenant.company).identities),
    clubs: [...tenant.clubs],
    ...(tenant.pageRules.pages.isRentalPage && { rentals: rentalsOf(tenant, language) }),
    isSettingUp: tenant.isSettingUp,
  };
}
