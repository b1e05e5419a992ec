import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import pg from 'pg';
import { z } from 'zod';
import { type BackupSettings, backupSettings, backupVariables } from './backup/settings.ts';
import { isOnThisMachine, listenAddress, type Proxies, trustProxy } from './callers/proxies.ts';
import { passwordOf } from './db.ts';
import { type IdentityServices, identityServices, identityVariables } from './identities/settings.ts';
import { secretText, sessionSecrets } from './keys/settings.ts';

/**
 * A reason not to start that the person at the keyboard can remove. `message` is one whole sentence
 * without secrets; whoever starts the process prints it alone (no stack) and exits with 1.
 */
export class StartError extends Error {
  override name = 'StartError';
}

const flag = z
  .enum(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'], { error: 'must be true or false' })
  .transform((word) => ['true', '1', 'yes', 'on'].includes(word));

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: `must be a whole number from ${least} to ${most}` })
    .transform(Number)
    .refine((value) => value >= least && value <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    });

const postgresUrl = z
  .string()
  .refine((text) => !/^postgres(ql)?:\/\/([^@/?#]*@)?[^/?#]*,/.test(text), {
    error: 'names several servers; give one address that leads to whichever of them is written to',
  })
  .refine(isPostgresUrl, { error: 'must look like postgres://user:password@host:5432/database' });

const smtpUrl = z.string().refine((text) => /^smtps?:\/\//.test(text) && URL.canParse(text), {
  error: 'must look like smtp://user:password@host:587 or smtps://…',
});

const smsUrl = z.string().refine((text) => /^https?:\/\/[^/@]+:[^/@]+@/.test(text) && URL.canParse(text), {
  error: 'must look like https://user:password@api.messente.com/v1',
});

const montonioUrl = z.string().refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), {
  error: 'must look like https://stargate.montonio.com/api',
});

/** Keys of payment services by the host of their seller: what one centre's key signs says nothing at another's. */
const PaymentKeys = z.record(
  z.string(),
  z.strictObject({ accessKey: z.string().min(1), secretKey: z.string().min(1) }),
);
export type PaymentKeys = z.infer<typeof PaymentKeys>;
/** Where payments go unless told: production has Montonio's own address, everything else its sandbox. */
const montonioUrls = {
  production: 'https://stargate.montonio.com/api',
  sandbox: 'https://sandbox-stargate.montonio.com/api',
} as const;

/** `klubi.ee=https://lukk.klubi.ee`, several with commas; a centre may stand there more than once. */
const lockOrigins = z.string().transform((text, { addIssue }) => {
  const pairs = text.split(',').map((part) => part.trim().split('=', 2));
  const isRight = ([host = '', origin = '']: string[]) =>
    /^[\w.-]+$/.test(host) &&
    /^https?:/.test(origin) &&
    URL.canParse(origin) &&
    new URL(origin).origin === origin;
  if (!pairs.every(isRight)) {
    addIssue('must be centres with the origins of their locks, such as klubi.ee=https://lukk.klubi.ee');
    return z.NEVER;
  }
  const byHost = Map.groupBy(pairs, ([host = '']) => host);
  return Object.fromEntries([...byHost].map(([host, of]) => [host, of.map(([, origin = '']) => origin)]));
});

const variables = z.object({
  TRENN_ENV: z
    .enum(['development', 'staging', 'production'], {
      error: 'must be development, staging or production',
    })
    .default('development'),
  PORT: wholeNumber(0, 65_535).optional(),
  LISTEN: listenAddress.optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 500).default(10),
  DATABASE_NAMED_STATEMENTS: flag.default(true),
  DATA_DIR: z.string().default('.data'),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  SMTP_URL: smtpUrl.optional(),
  SMS_URL: smsUrl.optional(),
  SMS_SENDER: z
    .string()
    .regex(/^(?=.*[A-Za-z])[A-Za-z0-9]{1,11}$/, { error: 'must be up to 11 letters and digits' })
    .optional(),
  MONTONIO_KEYS: z.string().optional(),
  MONTONIO_URL: montonioUrl.optional(),
  ...identityVariables,
  LOCK_ORIGINS: lockOrigins.optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .optional(),
  SESSION_SECRET: sessionSecrets.optional(),
  PUSH_SECRET: secretText.optional(),
  METRICS_TOKEN: z.string().min(16, { error: 'must be 16 characters or more' }).optional(),
  TRUST_PROXY: trustProxy.default(false),
  TRENN_VITE: flag.default(false),
  ...backupVariables,
});

/** May each stand in a file that `…_FILE` names. */
export const secretVariables = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'SMTP_URL',
  'SMS_URL',
  'METRICS_TOKEN',
  'SESSION_SECRET',
  'PUSH_SECRET',
  'BACKUP_PASSPHRASE',
  'AWS_SECRET_ACCESS_KEY',
];
/** What says nothing by itself. */
const needs = [
  ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
  ['TLS_CERT', 'TLS_KEY'],
  ['TLS_KEY', 'TLS_CERT'],
  ['SMS_SENDER', 'SMS_URL'],
  ['MONTONIO_URL', 'MONTONIO_KEYS'],
  ['ID_CARD_RESPONDERS', 'ID_CARD_ISSUERS'],
] as const satisfies readonly (readonly [
  name: keyof typeof variables.shape,
  needed: keyof typeof variables.shape,
])[];

/** What is read from outside, by name. */
export const variableNames = Object.keys(variables.shape);

type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/** Everything the process is told from outside, parsed once at the start. */
export type Env = {
  /** Specification, "Environments". Not NODE_ENV, which only chooses React's renderer. */
  readonly environment: 'development' | 'staging' | 'production';
  /** 0 lets the system choose a free port. */
  readonly port: number;
  /** The address of this machine that is listened on; `::` for all of them. */
  readonly listen: string;
  /** null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  /** Past any PgBouncer, for listeners and the job worker; equals databaseUrl unless set apart. */
  readonly databaseDirectUrl: string | null;
  readonly databasePoolSize: number;
  /** false behind a PgBouncer in transaction mode, where named statements break. */
  readonly databaseNamedStatements: boolean;
  /** Absolute. Holds the embedded database and generated secrets. */
  readonly dataDir: string;
  /** The installation's secrets by name, where they are not those of DATA_DIR. */
  readonly secrets: Readonly<Record<string, string>>;
  /** PEM texts, checked to belong together; null: plain HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** null: the built-in stand-in for a mail server. */
  readonly smtpUrl: string | null;
  /** null: the built-in stand-in for an SMS provider; in production no SMS. */
  readonly smsUrl: string | null;
  /** What SMS come from, where the account has one name for all; null: each centre's own. */
  readonly smsSender: string | null;
  /** null: the built-in stand-in for a payment service; in production no payments. */
  readonly montonio: { readonly url: string; readonly keys: PaymentKeys } | null;
  readonly identityServices: IdentityServices;
  /** Origins of the locks each centre may open, by its host; null: the built-in stand-in, and in production no lock. */
  readonly lockOrigins: Readonly<Record<string, readonly string[]>> | null;
  readonly logLevel: LogLevel;
  /** Who bears it may read /metrics; null: this machine alone, and in production nobody. */
  readonly metricsToken: string | null;
  /** How many proxies stand in front, the first on this machine, or their addresses; false for none. */
  readonly trustProxy: Proxies;
  /** Serve the screens through Vite with hot reload instead of from dist/. */
  readonly vite: boolean;
  readonly backup: BackupSettings;
};

/**
 * Parses the variables; an empty one counts as absent.
 * @throws StartError naming the first wrong variable.
 */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const present = readFiles(Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim())));
  const parsed = variables.safeParse(present);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0] ?? 'A variable');
    throw new StartError(`${name} ${issue?.message ?? 'is wrong'}${shown(name, present[name])}.`);
  }
  const given = parsed.data;
  for (const [name, needed] of needs) {
    if (given[name] && !given[needed]) {
      throw new StartError(`${name} is given without ${needed}; give both or neither.`);
    }
  }
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const) {
    if (given[name] && !passwordOf(given[name]))
      throw new StartError(
        `${name} has no password, from which those of Trenn’s own roles follow; give a long one, even where the owner is let in without being asked.`,
      );
  }
  if (given.TRENN_ENV === 'production') refuseUnencrypted(given);
  return {
    environment: given.TRENN_ENV,
    port: portOf(given.PORT, given.TLS_CERT !== undefined),
    listen: listenOf(given.LISTEN, given.TRUST_PROXY),
    databaseUrl: given.DATABASE_URL ?? null,
    databaseDirectUrl: given.DATABASE_DIRECT_URL ?? given.DATABASE_URL ?? null,
    databasePoolSize: given.DATABASE_POOL_SIZE,
    databaseNamedStatements: given.DATABASE_NAMED_STATEMENTS,
    dataDir: resolve(given.DATA_DIR),
    secrets: withoutAbsent({ ...given.SESSION_SECRET, push: given.PUSH_SECRET }),
    tls: readTls(given.TLS_CERT, given.TLS_KEY),
    smtpUrl: given.SMTP_URL ?? null,
    smsUrl: given.SMS_URL ?? null,
    smsSender: given.SMS_SENDER ?? null,
    montonio: readMontonio(given.MONTONIO_KEYS, given.MONTONIO_URL, given.TRENN_ENV),
    identityServices: identityServices(given, given.TRENN_ENV === 'production'),
    lockOrigins: given.LOCK_ORIGINS ?? null,
    logLevel: given.LOG_LEVEL ?? (given.TRENN_ENV === 'production' ? 'info' : 'warn'),
    metricsToken: given.METRICS_TOKEN ?? null,
    trustProxy: given.TRUST_PROXY,
    vite: given.TRENN_VITE,
    backup: backupSettings(given),
  };
}

const withoutAbsent = (given: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/** What holds a secret may stand in a file instead, as a store of secrets hands it out: `SMTP_URL_FILE`. */
function readFiles(present: Record<string, string | undefined>): Record<string, string | undefined> {
  const read = secretVariables.flatMap((name) => {
    const path = present[`${name}_FILE`];
    if (!path) return [];
    if (present[name]) throw new StartError(`${name} and ${name}_FILE are both given; give one.`);
    return [[name, readText(`${name}_FILE`, path).trim()]];
  });
  return { ...present, ...Object.fromEntries(read) };
}

/** In production nothing is said to another machine that others could read, unless the operator says so in the address. */
function refuseUnencrypted(given: z.infer<typeof variables>): void {
  if (!given.TLS_CERT && given.TRUST_PROXY === false)
    throw new StartError(
      'Production speaks HTTPS: give TLS_CERT and TLS_KEY, or TRUST_PROXY where a proxy speaks it.',
    );
  for (const name of ['SMS_URL', 'MONTONIO_URL'] as const) {
    const url = given[name];
    if (url?.startsWith('http:') && !isThisMachine(new URL(url).hostname))
      throw new StartError(`${name} must be https://… in production.`);
  }
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const) {
    const url = given[name];
    if (!url || /[?&]ssl(mode)?=/.test(url)) continue;
    if (!isThisMachine(new pg.Client({ connectionString: url }).host))
      throw new StartError(
        `${name} leads to another machine and does not say how it is encrypted; add ?sslmode=verify-full, or sslmode=disable where nobody else can listen.`,
      );
  }
}

function isThisMachine(host: string): boolean {
  return host.startsWith('/') || ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host);
}

/** Where to listen when nothing is said: in production centres are called securely, at 8443 (specification point 7). */
export function portOf(given: number | undefined, isSecure: boolean): number {
  return given ?? (isSecure ? 8443 : 8080);
}

/**
 * Which address to listen on: where all proxies are on this machine nobody else has to come in. Who is counted and not named is
 * only known to be a proxy by being on this machine.
 */
function listenOf(given: string | undefined, proxies: Proxies): string {
  if (given && typeof proxies === 'number' && !isOnThisMachine(given))
    throw new StartError(
      `TRUST_PROXY counts proxies on this machine, and LISTEN ${given} lets others in; name the proxies’ addresses instead of ${proxies}.`,
    );
  return given ?? (proxies !== false && isOnThisMachine(proxies) ? '127.0.0.1' : '::');
}

/**
 * Makes the folder if it is missing and proves that files can be written there.
 * @throws StartError when not.
 */
export function checkDataDir(dataDir: string): void {
  try {
    makeFolders(dataDir);
    const probe = resolve(dataDir, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be written (${reason(error)}).`);
  }
}

/** One by one: asked for all at once, Node never comes back where the system makes no folders (/proc). */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolders(parent);
  mkdirSync(folder);
}

function readTls(certPath: string | undefined, keyPath: string | undefined): Env['tls'] {
  if (!certPath || !keyPath) return null;
  const cert = readText('TLS_CERT', certPath);
  const key = readText('TLS_KEY', keyPath);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new StartError(`TLS_CERT and TLS_KEY do not make a certificate with its key (${reason(error)}).`);
  }
  return { cert, key };
}

/** Keys stand in a file of their own, whose content no error repeats. */
function readMontonio(
  path: string | undefined,
  url: string | undefined,
  environment: Env['environment'],
): Env['montonio'] {
  if (!path) return null;
  let keys: PaymentKeys;
  try {
    keys = PaymentKeys.parse(JSON.parse(readText('MONTONIO_KEYS', path)));
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `MONTONIO_KEYS ${path} must hold JSON like {"centre.ee": {"accessKey": "…", "secretKey": "…"}}.`,
    );
  }
  const usual = montonioUrls[environment === 'production' ? 'production' : 'sandbox'];
  return { url: (url ?? usual).replace(/\/+$/, ''), keys };
}

function readText(name: string, path: string): string {
  try {
    accessSync(path, constants.R_OK);
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartError(`${name} ${path} cannot be read (${reason(error)}).`);
  }
}

/** pg reads more forms than the URL standard allows (user@/database), so pg itself is asked. */
export function isPostgresUrl(text: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(text)) return false;
  try {
    return Boolean(new pg.Client({ connectionString: text }).host);
  } catch {
    return false;
  }
}

/** Shows a short wrong value, but no token, passphrase or URL: it may hold a password. */
function shown(name: string, value: string | undefined): string {
  if (value === undefined || /_(URL|TOKEN|PASSPHRASE|SECRET|KEY)$/.test(name)) return '';
  return `, not “${value.length > 40 ? `${value.slice(0, 40)}…` : value}”`;
}

/** The code of a system or PostgreSQL error (`EADDRINUSE`, `28P01`), or undefined. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** What went wrong in few words; a failed connection to several addresses keeps its text in `errors`. */
export function reason(error: unknown): string {
  if (error instanceof AggregateError && !error.message && error.errors.length > 0) {
    return reason(error.errors[0]);
  }
  if (errorCode(error) === 'EACCES') return 'permission denied';
  if (errorCode(error) === 'ENOENT') return 'no such file or folder';
  return error instanceof Error ? error.message : String(error);
}
