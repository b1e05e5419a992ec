import type { Query } from '#server/kernel/db.ts';
import type { StoredCentre } from '#shared/tenants/settings/domain.ts';

const columns = `select name, default_language as "defaultLanguage", languages, slogans, theme, page_rules as "pageRules",
  limits, company, texts from tenants where tenant_id = app_tenant()`;

/** The centre's own row. */
export function findCentre(): Query<StoredCentre> {
  return { text: columns, values: [] };
}

export function lockCentre(): Query<StoredCentre> {
  return { text: `${columns} for no key update`, values: [] };
}

/** Writes the centre's row whole; it is locked. */
export function saveCentre(centre: StoredCentre): Query {
  return {
    text: `update tenants set name = $1, default_language = $2, languages = $3, slogans = $4, theme = $5, page_rules = $6,
      limits = $7, company = $8, texts = $9 where tenant_id = app_tenant()`,
    values: [
      centre.name,
      centre.defaultLanguage,
      centre.languages,
      JSON.stringify(centre.slogans),
      JSON.stringify(centre.theme),
      JSON.stringify(centre.pageRules),
      JSON.stringify(centre.limits),
      JSON.stringify(centre.company),
      JSON.stringify(centre.texts),
    ],
  };
}
