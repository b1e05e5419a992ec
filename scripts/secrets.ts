// npm run secrets: lists the secrets that sign, without showing them; `-- rotate` makes another one, which every running process
// uses five minutes later (`--after SECONDS`); `-- drop` takes away those before the one in use (docs/operations.md).
import { parseArgs } from 'node:util';
import { resealSecrets } from '#server/account/sealing/commands.ts';
import { resealIssuers } from '#server/entry/keycard-issuers/commands.ts';
import { fingerprint } from '#server/kernel/backup/sealing.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { checkDataDir, type Env, readEnv, StartError } from '#server/kernel/env.ts';
import { EventBus } from '#server/kernel/events.ts';
import type { SessionSecret } from '#server/kernel/keys/key-ring.ts';
import { addSessionSecret, dropSessionSecret, sessionSecrets } from '#server/kernel/secrets.ts';
import { Tokens } from '#server/kernel/tokens.ts';
import { withSystemDb } from './lib/system-db.ts';

const usage = 'npm run secrets [-- rotate [--after SECONDS] | -- drop]';
/** What was signed a moment before the change is good for five minutes more. */
const settledSeconds = 600;

const now = () => Math.floor(systemClock.epochMilliseconds() / 1000);
const spelled = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString();

function list(env: Env): void {
  const secrets = sessionSecrets(env)();
  const used = usedOf(secrets);
  for (const one of secrets) {
    const state = one === used ? 'in use' : one.usedFrom > now() ? 'next' : 'before';
    const since = one.usedFrom === 0 ? 'the beginning' : spelled(one.usedFrom);
    console.log(`${fingerprint(one.secret)}  ${state}, from ${since}`);
  }
}

const usedOf = (secrets: readonly SessionSecret[]) =>
  secrets.findLast(({ usedFrom }) => usedFrom <= now()) ?? secrets[0];

/** @throws StartError where DATA_DIR is not where the secrets come from */
function refuseGiven(env: Env): void {
  if (Object.keys(env.secrets).some((name) => name.startsWith('session')))
    throw new StartError(
      'SESSION_SECRET is given from outside. Rotate it there: write the next one behind it, “…,NEW@2027-01-31T03:00:00Z”, with an instant at which every process has been started with both. Drop one by taking it out.',
    );
}

function rotate(env: Env, seconds: number): void {
  refuseGiven(env);
  const next = sessionSecrets(env)().at(-1);
  if (next && next.usedFrom > now())
    throw new StartError(`Another one is on its way already, from ${spelled(next.usedFrom)}.`);
  const usedFrom = now() + seconds;
  addSessionSecret(env.dataDir, usedFrom);
  console.log(
    `Another secret is used from ${spelled(usedFrom)}. What was made until then goes on working. Back up ${env.dataDir}/secrets.`,
  );
}

async function drop(env: Env): Promise<void> {
  refuseGiven(env);
  const secrets = sessionSecrets(env)();
  const used = usedOf(secrets);
  const before = secrets.filter(({ usedFrom }) => used && usedFrom < used.usedFrom);
  if (!used || before.length === 0) throw new StartError('There is none before the one in use.');
  if (used.usedFrom + settledSeconds > now())
    throw new StartError(
      `The one in use is so from ${spelled(used.usedFrom)}: wait until ${spelled(used.usedFrom + settledSeconds)}.`,
    );
  const tokens = new Tokens(sessionSecrets(env), systemClock, new EventBus());
  const count = await withSystemDb(async (system) => {
    await resealIssuers(system, tokens);
    return resealSecrets(system, tokens);
  });
  for (const { usedFrom } of before) dropSessionSecret(env.dataDir, usedFrom);
  console.log(
    `${before.length} taken away; ${count} authenticator apps go on. What else was made with them opens nothing any more.`,
  );
}

async function main(args: readonly string[]): Promise<void> {
  const env = readEnv(process.env);
  checkDataDir(env.dataDir);
  const { command, seconds } = wanted(args);
  if (command === undefined) return list(env);
  if (command === 'rotate') return rotate(env, seconds);
  return drop(env);
}

function wanted(args: readonly string[]) {
  const { values, positionals } = parse(args);
  const [command, ...more] = positionals;
  const seconds = Number(values.after ?? 300);
  const isKnown = command === undefined || command === 'rotate' || command === 'drop';
  if (!isKnown || more.length > 0 || !Number.isInteger(seconds) || seconds < 0) throw new StartError(usage);
  return { command, seconds };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { after: { type: 'string' } },
      allowPositionals: true,
    });
  } catch {
    throw new StartError(usage);
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
