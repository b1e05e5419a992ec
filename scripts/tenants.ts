import { Db, roleUrl } from '#server/kernel/db.ts';
import { checkDatabaseUrl, readEnv, StartError } from '#server/kernel/env.ts';
import { migrate } from '#server/kernel/migrate.ts';
import { startEmbeddedPostgres } from '#server/kernel/postgres/postgres.ts';
import { TenantRegistry } from '#server/kernel/tenant.ts';
import { builtInTenants } from '#server/tenants/built-in.ts';

interface Line {
  host: string;
  name: string;
  kind: string;
  country: string;
  languages: readonly string[];
  timeZone: string;
}

/** The tenants of the database; of an empty one, the built-in list it would be filled with. */
async function listTenants(): Promise<Line[]> {
  const env = readEnv(process.env);
  if (env.databaseUrl) await checkDatabaseUrl(env.databaseUrl);
  const log = { info: () => {}, warn: () => {}, error: console.error };
  const postgres = env.databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: env.dataDir, log });
  try {
    const url = env.databaseUrl ?? postgres?.adminUrl ?? '';
    await migrate(env.databaseDirectUrl ?? url);
    const system = new Db({
      url: roleUrl(url, 'trenn_system'),
      poolSize: 1,
      isNamed: false,
      onError: () => {},
    });
    const registry = new TenantRegistry(system, false);
    await registry.load();
    await system.close();
    const stored = registry.all().map(({ host, name, kind, country, languages, timeZone }) => ({
      host,
      name,
      kind,
      country,
      languages,
      timeZone,
    }));
    if (stored.length > 0) return stored;
    return builtInTenants.map(({ host, title, kind, country2Code, languages, timeZone }) => ({
      host,
      name: title,
      kind,
      country: country2Code,
      languages,
      timeZone,
    }));
  } finally {
    await postgres?.stop();
  }
}

try {
  const tenants = await listTenants();
  if (process.argv.includes('--json')) console.log(JSON.stringify(tenants, null, 2));
  else console.table(tenants.map((tenant) => ({ ...tenant, languages: tenant.languages.join(' ') })));
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
