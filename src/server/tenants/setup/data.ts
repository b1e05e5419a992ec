import type { Query } from '#server/kernel/db.ts';
import type { SetupFacts } from '#shared/tenants/setup/domain.ts';

/** What there is of the centre, as its steps need it; a training counts while somebody can still come to it. */
export function findSetup(now: string): Query<SetupFacts & { readonly isSettingUp: boolean }> {
  const count = (table: string, more = '') =>
    `(select count(*)::integer from ${table} where tenant_id = app_tenant() ${more})`;
  return {
    text: `select is_setting_up as "isSettingUp", setup_steps as passed,
        company -> 'contact' ->> 'phone' <> '' and company -> 'contact' ->> 'address' <> '' as "hasContact",
        company ->> 'registryCode' <> '' as "hasCompany",
        ${count('clubs')} as clubs, ${count('rooms')} as rooms, ${count('styles')} as styles,
        ${count('trainers', 'and is_active')} as trainers, ${count('products', 'and is_active')} as products,
        (select count(*)::integer from (select from trainings where tenant_id = app_tenant() and starts_at > $1
          and not is_cancelled and is_public limit 100) as ahead) as trainings
      from tenants where tenant_id = app_tenant()`,
    values: [now],
  };
}

export function lockTenant(): Query {
  return {
    text: 'select tenant_id from tenants where tenant_id = app_tenant() for no key update',
    values: [],
  };
}

export function passStep(step: string): Query {
  return {
    text: `update tenants set setup_steps = array_append(array_remove(setup_steps, $1), $1) where tenant_id = app_tenant()`,
    values: [step],
  };
}

export function endSetup(): Query {
  return { text: 'update tenants set is_setting_up = false where tenant_id = app_tenant()', values: [] };
}

export function listStyleNames(): Query<{ readonly names: Readonly<Record<string, string>> }> {
  return { text: 'select names from styles where tenant_id = app_tenant()', values: [] };
}

export function insertStyles(styles: readonly { readonly names: object; readonly colour: string }[]): Query {
  return {
    text: `insert into styles (names, colour) select names, colour
      from jsonb_to_recordset($1::jsonb) as s (names jsonb, colour text)`,
    values: [JSON.stringify(styles)],
  };
}
