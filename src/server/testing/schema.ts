import type pg from 'pg';

/** Tables that belong to no tenant: applied migrations and who works through the queue are the installation's. */
const tenantless = ['migrations', 'job_workers'];

/** A centre's own host is looked up before the centre is known. */
const acrossTenants = ['tenants_host_key'];

interface TableFacts {
  name: string;
  isGuarded: boolean;
  isForced: boolean;
  owner: string;
  isTenantRequired: boolean | null;
  primaryKey: string[] | null;
  policies: string[];
  appRights: string | null;
}
interface KeyFacts {
  table: string;
  name: string;
  columns: string[];
  referenced: string | null;
}

const tables = `select c.relname as name, relrowsecurity as "isGuarded", relforcerowsecurity as "isForced",
    pg_get_userbyid(relowner) as owner,
    (select attnotnull from pg_attribute where attrelid = c.oid and attname = 'tenant_id' and atttypid = 'int4'::regtype)
      as "isTenantRequired",
    (select array(select a.attname::text from unnest(conkey) with ordinality k(num, place)
        join pg_attribute a on a.attrelid = conrelid and a.attnum = k.num order by place)
      from pg_constraint where conrelid = c.oid and contype = 'p') as "primaryKey",
    array(select format('%s to %s using %s check %s', polcmd, array_to_string(polroles::regrole[], ','),
        pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
      from pg_policy where polrelid = c.oid order by 1) as policies,
    (select string_agg(privilege_type, ' ' order by privilege_type) from aclexplode(relacl)
      where grantee = 'trenn_app'::regrole) as "appRights"
  from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`;

const uniqueKeys = `select c.relname as "table", i.relname as name, null as referenced,
    array(select a.attname::text from unnest(x.indkey::int2[]) with ordinality k(num, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num order by place) as columns
  from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
  where c.relnamespace = 'public'::regnamespace order by 1, 2`;

const foreignKeys = `select conrelid::regclass::text as "table", conname as name, confrelid::regclass::text as referenced,
    array(select a.attname::text from unnest(conkey) num join pg_attribute a on a.attrelid = conrelid and a.attnum = num)
      as columns
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`;

const policies = [
  '* to trenn_app using (tenant_id = app_tenant()) check (tenant_id = app_tenant())',
  '* to trenn_system using true check true',
];

/** What breaks the wall between tenants in a migrated database, one sentence each; empty when it stands. */
export async function findSchemaFaults(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<TableFacts>(tables);
  const { rows: indexes } = await owner.query<KeyFacts>(uniqueKeys);
  const { rows: references } = await owner.query<KeyFacts>(foreignKeys);
  const guarded = rows.filter(({ name }) => !tenantless.includes(name));
  const open = rows.filter(({ name }) => tenantless.includes(name));
  return [
    ...guarded.flatMap(findTableFaults),
    ...open.filter(({ appRights }) => appRights).map(({ name }) => `${name}: the app may touch it`),
    ...indexes
      .filter(({ table, name }) => !tenantless.includes(table) && !acrossTenants.includes(name))
      .filter(({ columns }) => columns[0] !== 'tenant_id')
      .map(({ table, name }) => `${table}: index ${name} does not begin with tenant_id`),
    ...references
      .filter(({ columns }) => !columns.includes('tenant_id'))
      .map(({ table, name }) => `${table}: foreign key ${name} does not carry tenant_id`),
  ];
}

function findTableFaults(table: TableFacts): string[] {
  const { name, isGuarded, isForced, owner, isTenantRequired, primaryKey } = table;
  const checks: [isRight: boolean, text: string][] = [
    [isTenantRequired === true, 'has no tenant_id that is always there'],
    [primaryKey?.[0] === 'tenant_id', 'has no primary key that begins with tenant_id'],
    [isGuarded, 'has no row level security'],
    [isForced, 'does not force its row policies'],
    [owner !== 'trenn_app' && owner !== 'trenn_system', `belongs to ${owner}`],
    [
      JSON.stringify(table.policies) === JSON.stringify(policies),
      `has other policies: ${table.policies.join('; ')}`,
    ],
    [name !== 'tenants' || table.appRights === 'SELECT', 'may be changed by the app'],
  ];
  return checks.filter(([isRight]) => !isRight).map(([, text]) => `${name}: ${text}`);
}
