import { parseArgs } from 'node:util';
import { systemClock } from '#server/kernel/clock.ts';
import { type Env, StartError } from '#server/kernel/env.ts';
import { loadTexts } from '#server/kernel/texts.ts';
import { type Added, addTenant } from '#server/tenants/adding/commands.ts';
import { languages } from '#shared/kernel/language.ts';
import { TenantRequest, usualOf } from '#shared/tenants/adding/domain.ts';
import { tenantKinds } from '#shared/tenants/domain.ts';
import { withSystemDb } from './system-db.ts';

const help = `npm run tenants -- add --host uusklubi.ee --name "Uus Klubi" --country EE --kind sportsCentre \\
    --email mari@uusklubi.ee --first-name Mari --last-name Maasikas

Makes a centre with the look and the rules of its kind, and mails its first administrator a link to choose a password.
A running server serves it at once. Asked twice, it is there once.

  --host         where it is reached, without port
  --name         what it is called
  --country      EE or LV
  --kind         ${tenantKinds.join(', ')}
  --email        of the first administrator
  --first-name, --last-name
  --languages    of ${languages.join(', ')}, the one shown first in front (the country's and en)
  --time-zone    (the country's)
  --invite-again a centre that is there: mails its administrator a new link
  --json         for programs`;

const options = {
  host: { type: 'string' },
  name: { type: 'string' },
  country: { type: 'string' },
  kind: { type: 'string' },
  email: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  languages: { type: 'string' },
  'time-zone': { type: 'string' },
  'invite-again': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
  }
}

/** What was typed as a wish; what is wrong with it is told whole, by the names of the options. */
function readRequest(values: Partial<Record<keyof typeof options, string | boolean>>): TenantRequest {
  const country = String(values.country ?? '').toUpperCase();
  const usual = country === 'LV' ? usualOf.LV : usualOf.EE;
  const parsed = TenantRequest.safeParse({
    host: values.host ?? '',
    name: values.name ?? '',
    country,
    languages: values.languages ? String(values.languages).split(/[\s,]+/) : [usual.language, 'en'],
    timeZone: values['time-zone'] ?? usual.timeZone,
    kind: values.kind ?? '',
    email: values.email ?? '',
    firstName: values['first-name'] ?? '',
    lastName: values['last-name'] ?? '',
  });
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path: [field], message, code }) => {
    const option = String(field).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return `--${option} ${code === 'too_small' ? 'is needed' : message}`;
  });
  throw new StartError(`${[...new Set(lines)].join('\n')}\n\n${help}`);
}

/** Where a centre's pages live: as the running server has it. */
export function originOf(host: string, { environment, port }: Env): string {
  return environment === 'development' ? `http://${host}.localhost:${port}` : `https://${host}`;
}

/** `npm run tenants -- add …`. Throws StartError with what is wrong. */
export async function addFromCommandLine(args: readonly string[]): Promise<void> {
  const values = readOptions(args);
  if (values.help) return console.log(help);
  const request = readRequest(values);
  await loadTexts();
  const { added, origin } = await withSystemDb(async (system, env) => {
    const where = originOf(request.host, env);
    const adding = { now: systemClock.now(), origin: where, isInvitedAgain: values['invite-again'] };
    return { origin: where, added: await addTenant(system, request, adding) };
  });
  if (added.outcome === 'hostTaken') {
    throw new StartError(`--host ${request.host} is taken by ${added.name}; nothing was changed.`);
  }
  if (added.outcome === 'notAdministrator') {
    throw new StartError(
      `--email ${request.email} administers nothing at ${added.name}; nothing was changed.`,
    );
  }
  if (values.json) return console.log(JSON.stringify({ ...added, origin }, null, 2));
  console.log(told(added, request, origin).join('\n'));
}

function told(
  added: Exclude<Added, { outcome: 'hostTaken' | 'notAdministrator' }>,
  { name, email }: TenantRequest,
  origin: string,
) {
  if (added.outcome === 'known') {
    return [`${name} is there already at ${origin}; nothing was changed.`];
  }
  return [
    added.outcome === 'added' ? `${name} is there: ${origin}` : `${name}: ${origin}`,
    `${email} is mailed a link to choose a password, good for a week:`,
    added.link,
  ];
}
