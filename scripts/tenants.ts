// npm run tenants: lists the centres; `-- --json` for programs; `-- add …` makes a new one (`-- add --help`);
// `-- lock-key HOST` prints the key its locks ask for (`--rotate` makes a new one);
// `-- reset-factor HOST E-MAIL` mails who lost their second step a link that is good after a day;
// `-- close-demo` takes the known passwords from the demo's accounts.
import { resetAsOperator } from '#server/account/resets/commands.ts';
import { closeDemoAccounts } from '#server/demo/closing/commands.ts';
import { readLockKey } from '#server/entry/locks/commands.ts';
import { lockKeyDays } from '#server/entry/locks/signature.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { StartError } from '#server/kernel/env.ts';
import { EventBus } from '#server/kernel/events.ts';
import { sessionSecrets } from '#server/kernel/secrets.ts';
import { TenantRegistry } from '#server/kernel/tenant.ts';
import { loadTexts } from '#server/kernel/texts.ts';
import { Tokens } from '#server/kernel/tokens.ts';
import { builtInTenants } from '#server/tenants/built-in.ts';
import { addFromCommandLine, originOf } from './lib/add-tenant.ts';
import { withSystemDb } from './lib/system-db.ts';

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
  const stored = await withSystemDb(async (system) => {
    const registry = new TenantRegistry(system, false);
    await registry.load();
    return registry.all();
  });
  if (stored.length > 0) {
    return stored.map(({ host, name, kind, country, languages, timeZone }) => ({
      ...{ host, name, kind, country, languages, timeZone },
    }));
  }
  return builtInTenants.map(({ host, title, kind, country2Code, languages, timeZone }) => ({
    ...{ host, name: title, kind, country: country2Code, languages, timeZone },
  }));
}

async function printLockKey(args: readonly string[]): Promise<void> {
  const [host = ''] = args.filter((arg) => !arg.startsWith('--'));
  const isRotating = args.includes('--rotate');
  const { number, key } = await withSystemDb((system, env) => {
    const tokens = new Tokens(sessionSecrets(env), systemClock, new EventBus());
    return readLockKey(system, tokens, { host, isRotating, now: systemClock.now() });
  });
  console.log(`Key ${number} of the locks of ${host}: ${key}`);
  if (isRotating) console.log(`What is sent bears key ${number - 1} too for ${lockKeyDays} days.`);
}

async function resetFactor([host = '', email = '']: readonly string[]): Promise<void> {
  if (host === '' || email === '') throw new StartError('npm run tenants -- reset-factor HOST E-MAIL');
  await loadTexts();
  const { opensAt, expiresAt } = await withSystemDb(async (system, env) => {
    const registry = new TenantRegistry(system, false);
    await registry.load();
    const tenant = registry.all().find((one) => one.host === host);
    if (!tenant) throw new StartError(`There is no centre at ${host}.`);
    return resetAsOperator(system, { tenant, origin: originOf(host, env), email, now: systemClock.now() });
  });
  console.log(
    `${email} and the administrators of ${host} are mailed. The link is good from ${opensAt} to ${expiresAt}.`,
  );
}

async function main([command, ...rest]: readonly string[]): Promise<void> {
  if (command === 'add') return addFromCommandLine(rest);
  if (command === 'close-demo') {
    const count = await withSystemDb((system) => closeDemoAccounts(system, systemClock.now()));
    console.log(`${count} accounts of the demo have no password any more.`);
    return;
  }
  if (command === 'lock-key') return printLockKey(rest);
  if (command === 'reset-factor') return resetFactor(rest);
  const tenants = await listTenants();
  if (command === '--json') console.log(JSON.stringify(tenants, null, 2));
  else console.table(tenants.map((tenant) => ({ ...tenant, languages: tenant.languages.join(' ') })));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
