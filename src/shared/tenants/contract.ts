import { z } from 'zod';
import { identityProviders } from '#shared/account/identities/domain.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { languages } from '#shared/kernel/language.ts';
import { PageRules } from '#shared/kernel/page-rules.ts';
import { Id } from '#shared/kernel/wire.ts';

const ColourVariables = z.record(z.string(), z.string());

/** What a screen must know of its centre before it draws anything. */
export const PageConfiguration = z.object({
  host: z.string(),
  title: z.string(),
  slogan: z.string(),
  timeZone: z.string(),
  languages: z.array(z.enum(languages)),
  currency: z.literal('EUR'),
  /** CSS variables per mode, computed on the server from the tenant's colours. */
  theme: z.object({ light: ColourVariables, dark: ColourVariables }),
  logo: z.object({ light: z.string(), dark: z.string() }),
  favicon: z.string(),
  invoiceLogo: z.string(),
  contact: z.object({ email: z.string(), phone: z.string(), address: z.string() }),
  /** Services by which one may log in beside a password. */
  identityProviders: z.array(z.enum(identityProviders)),
  clubs: z.array(z.object({ id: Id, name: z.string(), address: z.string(), city: z.string() })),
  /** What it lets by the hour, in the language of the call; only where it lets. */
  rentals: z.string().optional(),
  /** Its first administrator is still setting it up. */
  isSettingUp: z.boolean(),
});
export type PageConfiguration = z.infer<typeof PageConfiguration>;

export const BuyingTerms = z.object({
  title: z.string(),
  sections: z.array(z.object({ heading: z.string(), paragraphs: z.array(z.string()) })),
});

export const getPageRules = endpoint({
  noun: 'tenants',
  method: 'GET',
  path: '/page/',
  role: 'visitor',
  isStorable: true,
  summary: "The tenant's page rules; fallback rules where none are stored",
  response: PageRules,
  cacheSeconds: 3600,
});

export const getPageConfiguration = endpoint({
  noun: 'tenants',
  method: 'GET',
  path: '/page/configuration',
  role: 'visitor',
  isStorable: true,
  summary: "The tenant's title, theme, logos, languages and clubs",
  response: PageConfiguration,
  cacheSeconds: 3600,
});

export const getBuyingTerms = endpoint({
  noun: 'tenants',
  method: 'GET',
  path: '/page/buying-terms',
  role: 'visitor',
  isStorable: true,
  summary: "The tenant's buying terms in the language of the call",
  response: BuyingTerms,
  cacheSeconds: 3600,
});
