import type { Query } from '#server/kernel/db.ts';

export interface StoredLogos {
  readonly light: string;
  readonly dark: string;
  readonly favicon: string;
  readonly invoice: string;
  readonly appIcon?: string;
}

export function findLogos(): Query<{ readonly logos: StoredLogos }> {
  return { text: 'select logos from tenants where tenant_id = app_tenant()', values: [] };
}

export function lockLogos(): Query<{ readonly logos: StoredLogos }> {
  return { text: 'select logos from tenants where tenant_id = app_tenant() for no key update', values: [] };
}

export function saveLogos(logos: StoredLogos): Query {
  return {
    text: 'update tenants set logos = $1 where tenant_id = app_tenant()',
    values: [JSON.stringify(logos)],
  };
}
