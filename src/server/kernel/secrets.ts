import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Env, StartError } from './env.ts';
import type { SecretSource, SessionSecret } from './keys/key-ring.ts';
import { sessionSecretName } from './keys/settings.ts';

/** As base64url. */
const bytes = 32;
const whole = /^[\w-]{43}$/;

/** Where an installation's secrets are: given from outside by name, or in DATA_DIR. */
type SecretPlace = Pick<Env, 'dataDir' | 'secrets'>;

/** A secret of this installation, as it was given, or made and kept. @throws StartError as `readSecret` does */
export function secretOf({ secrets, dataDir }: SecretPlace, name: string): string {
  return secrets[name] ?? readSecret(dataDir, name);
}

/**
 * Where the secret that signs is read from, with those that signed before and the one that is next. Given from outside they
 * stay as they are; in DATA_DIR another one may come at any time. @throws StartError as `readSecret` does
 */
export function sessionSecrets({ secrets, dataDir }: SecretPlace): SecretSource {
  const given = sessionSecretsIn(secrets);
  if (given.length > 0) return () => given;
  const read = () => sessionSecretsIn(readSecrets(dataDir, sessionName));
  if (read().length === 0) readSecret(dataDir, 'session');
  return read;
}

const sessionName = /^session(?:-(\d{1,11}))?$/;

function sessionSecretsIn(secrets: Readonly<Record<string, string>>): SessionSecret[] {
  return Object.entries(secrets)
    .flatMap(([name, secret]) => {
      const found = sessionName.exec(name);
      return found ? [{ secret, usedFrom: Number(found[1] ?? 0) }] : [];
    })
    .toSorted((one, other) => one.usedFrom - other.usedFrom);
}

/** Makes another secret in DATA_DIR, used from this second on. Every process has to have read it by then. */
export function addSessionSecret(dataDir: string, usedFrom: number): void {
  readSecret(dataDir, sessionSecretName(usedFrom));
}

/** Takes a secret out of DATA_DIR: what follows from it opens nothing any more. */
export function dropSessionSecret(dataDir: string, usedFrom: number): void {
  rmSync(join(dataDir, 'secrets', sessionSecretName(usedFrom)));
}

/** All there are, by name; none is made. @throws StartError when one that is kept is no whole secret */
export function secretsOf({ secrets, dataDir }: SecretPlace): Record<string, string> {
  const isGiven = sessionSecretsIn(secrets).length > 0;
  const kept = Object.entries(readSecrets(dataDir)).filter(([name]) => !(isGiven && sessionName.test(name)));
  return { ...Object.fromEntries(kept), ...secrets };
}

/**
 * A secret of this installation, made at the first start and kept in DATA_DIR for its owner alone. It is written whole or not
 * at all, and processes that start at once agree: whoever writes first decides.
 * @throws StartError when what is kept is no whole secret, as after a disk that was full
 */
export function readSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const secret = readIfThere(file) ?? write(folder, file);
  if (!whole.test(secret))
    throw new StartError(
      `${file} holds no whole secret. Put it back from where its copy is kept; where nothing was signed with it yet, remove the file.`,
    );
  return secret;
}

function readSecrets(dataDir: string, wanted = /^[^.]/): Record<string, string> {
  const folder = join(dataDir, 'secrets');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => wanted.test(name)) : [];
  return Object.fromEntries(names.sort().map((name) => [name, readSecret(dataDir, name)]));
}

/** Keeps secrets that come from elsewhere; one that is there already stays as it is. */
export function keepSecrets(dataDir: string, secrets: Readonly<Record<string, string>>): void {
  const folder = join(dataDir, 'secrets');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, secret] of Object.entries(secrets)) write(folder, join(folder, name), secret);
}

/** Makes it under another name first: a secret that is only half on the disk is never read. */
function write(folder: string, file: string, made = randomBytes(bytes).toString('base64url')): string {
  const draft = join(folder, `.${randomBytes(8).toString('hex')}`);
  try {
    const handle = openSync(draft, 'wx', 0o600);
    try {
      writeSync(handle, made);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    linkSync(draft, file);
    const listed = openSync(folder, 'r');
    fsyncSync(listed);
    closeSync(listed);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new StartError(`There is no room on the disk for ${file}; make some and start again.`);
    if (code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readIfThere(file) ?? '';
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
