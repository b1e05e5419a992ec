import type { Query } from '#server/kernel/db.ts';

/** Everything below is done by the system role, which sees all tenants; the tenant is named by each statement. */
export interface StoredTenant {
  readonly id: number;
  readonly name: string;
  readonly country: string;
  readonly kind: string;
  readonly isActive: boolean;
}

/** Two who add the same host at once come one after the other. */
export function lockAdding(): Query {
  return { text: 'select pg_advisory_xact_lock($1)', values: [7_361_003] };
}

export function findTenant(host: string): Query<StoredTenant> {
  return {
    text: `select tenant_id as id, name, country, kind, is_active as "isActive" from tenants where host = $1`,
    values: [host],
  };
}

export interface NewTenant {
  readonly host: string;
  readonly name: string;
  readonly kind: string;
  readonly country: string;
  readonly timeZone: string;
  readonly languages: readonly string[];
  readonly slogans: object;
  readonly theme: object;
  readonly pageRules: object;
  readonly limits: object;
  readonly company: object;
  readonly texts: object;
  readonly logos: object;
}

export function insertTenant(tenant: NewTenant): Query<{ readonly id: number }> {
  return {
    text: `insert into tenants (host, name, kind, country, time_zone, default_language, languages, slogans, theme, page_rules,
        limits, company, texts, logos, is_setting_up)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, true) returning tenant_id as id`,
    values: [
      tenant.host,
      tenant.name,
      tenant.kind,
      tenant.country,
      tenant.timeZone,
      tenant.languages[0] ?? 'en',
      tenant.languages,
      JSON.stringify(tenant.slogans),
      JSON.stringify(tenant.theme),
      JSON.stringify(tenant.pageRules),
      JSON.stringify(tenant.limits),
      JSON.stringify(tenant.company),
      JSON.stringify(tenant.texts),
      JSON.stringify(tenant.logos),
    ],
  };
}

/** From here on the transaction is of one tenant. */
export function beTenant(tenantId: number): Query {
  return { text: `select set_config('app.tenant_id', $1, true)`, values: [String(tenantId)] };
}

/** The account of an address at a tenant that was there already. */
export function findAccount(
  tenantId: number,
  email: string,
): Query<{ readonly id: number; readonly isAdmin: boolean; readonly firstName: string }> {
  return {
    text: `select a.id, a.is_admin and not a.is_blocked as "isAdmin", c.first_name as "firstName"
      from accounts a join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
      where a.tenant_id = $1 and a.email = $2`,
    values: [tenantId, email],
  };
}
