import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeAuthority } from '#server/account/emulator/authority.ts';
import { selfSigned } from '#server/testing/certificate.ts';
import { checkDataDir, portOf, readEnv, StartError, secretVariables, variableNames } from './env.ts';
import { checkDatabaseUrl } from './postgres/given.ts';

const folder = mkdtempSync(join(tmpdir(), 'trenn-env-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Behind a proxy that speaks HTTPS. */
const production = { TRENN_ENV: 'production', TRUST_PROXY: '1' };

/** The one sentence a wrong set of variables is answered with. */
function complaint(variables: Record<string, string>): string {
  try {
    readEnv(variables);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return '';
}

test.each([
  [undefined, false, 8080],
  // shows: calls-port
  [undefined, true, 8443],
  [443, true, 443],
  [0, false, 0],
])('the port %s, secure: %s, is %s', (given, isSecure, expected) => {
  expect(portOf(given, isSecure)).toBe(expected);
});

describe('readEnv', () => {
  test('has a default for everything, and takes an empty variable for an absent one', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: ' ' })).toEqual({
      environment: 'development',
      port: 8080,
      listen: '::',
      databaseUrl: null,
      databaseDirectUrl: null,
      databasePoolSize: 10,
      databaseNamedStatements: true,
      dataDir: resolve('.data'),
      tls: null,
      smtpUrl: null,
      smsUrl: null,
      smsSender: null,
      montonio: null,
      identityServices: {},
      lockOrigins: null,
      logLevel: 'warn',
      metricsToken: null,
      trustProxy: false,
      vite: false,
      secrets: {},
      backup: { passphrase: null, s3: null },
    });
    expect(readEnv({ ...production }).logLevel).toBe('info');
  });

  // shows: environments
  test.each(['development', 'staging', 'production'])('the environment may be %s', (TRENN_ENV) => {
    expect(readEnv({ TRENN_ENV, TRUST_PROXY: '1' }).environment).toBe(TRENN_ENV);
  });

  test('the direct address follows the database unless it is given', () => {
    const DATABASE_URL = 'postgres://trenn:word@pool:6432/trenn';
    expect(readEnv({ DATABASE_URL }).databaseDirectUrl).toBe(DATABASE_URL);
    const DATABASE_DIRECT_URL = 'postgres://trenn:word@/trenn?host=/run/postgresql';
    expect(readEnv({ DATABASE_URL, DATABASE_DIRECT_URL }).databaseDirectUrl).toBe(DATABASE_DIRECT_URL);
  });

  test.each([
    ['false', false],
    ['2', 2],
    ['fd00::/8', 'fd00::/8'],
    ['10.0.0.0/8, 127.0.0.1', '10.0.0.0/8, 127.0.0.1'],
  ])('TRUST_PROXY %s', (TRUST_PROXY, expected) => {
    expect(readEnv({ TRUST_PROXY }).trustProxy).toBe(expected);
  });

  test.each([
    [{}, '::'],
    [{ TRUST_PROXY: 'false' }, '::'],
    [{ TRUST_PROXY: '0' }, '::'],
    [{ TRUST_PROXY: '1' }, '127.0.0.1'],
    [{ TRUST_PROXY: '2', LISTEN: '::1' }, '::1'],
    [{ TRUST_PROXY: '127.0.0.1, ::1' }, '127.0.0.1'],
    [{ TRUST_PROXY: '127.0.0.0/8' }, '127.0.0.1'],
    [{ TRUST_PROXY: '127.0.0.0/7' }, '::'],
    [{ TRUST_PROXY: '::1/64' }, '::'],
    [{ TRUST_PROXY: '127.0.0.1, 10.0.0.7' }, '::'],
    [{ TRUST_PROXY: '10.0.0.7', LISTEN: '10.0.0.5' }, '10.0.0.5'],
    [{ LISTEN: '127.0.0.1' }, '127.0.0.1'],
  ])('with %o it listens on %s', (variables, expected) => {
    expect(readEnv(variables as Record<string, string>).listen).toBe(expected);
  });

  test('each centre has its own locks', () => {
    const LOCK_ORIGINS = 'a.ee=https://lukk.a.ee, b.ee=http://10.0.0.5:8080,a.ee=https://lukk.a.ee:444';
    expect(readEnv({ LOCK_ORIGINS }).lockOrigins).toEqual({
      'a.ee': ['https://lukk.a.ee', 'https://lukk.a.ee:444'],
      'b.ee': ['http://10.0.0.5:8080'],
    });
  });

  test.each(['true', '10', 'proxy', '10.0.0.0/33', '10.0.0.1,'])(
    'TRUST_PROXY %s is refused',
    (TRUST_PROXY) => {
      const sentence =
        'TRUST_PROXY must be how many proxies stand in front, or their addresses with commas, such as 10.0.0.0/8';
      expect(() => readEnv({ TRUST_PROXY })).toThrow(`${sentence}, not “${TRUST_PROXY}”.`);
    },
  );

  test.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, not “abc”.'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not “70000”.'],
    [
      { LISTEN: 'localhost' },
      'LISTEN must be an address of this machine, such as 127.0.0.1 or ::, not “localhost”.',
    ],
    ...['::', '0.0.0.0', '10.0.0.5'].map((LISTEN): [Record<string, string>, string] => [
      { LISTEN, TRUST_PROXY: '1' },
      `TRUST_PROXY counts proxies on this machine, and LISTEN ${LISTEN} lets others in; name the proxies’ addresses instead of 1.`,
    ]),
    [
      { TRENN_ENV: 'production', TRUST_PROXY: '0' },
      'Production speaks HTTPS: give TLS_CERT and TLS_KEY, or TRUST_PROXY where a proxy speaks it.',
    ],
    // shows: environments
    [{ TRENN_ENV: 'live' }, 'TRENN_ENV must be development, staging or production, not “live”.'],
    ...['klubi.ee', 'klubi.ee=lukk', 'klubi.ee=https://lukk.ee/open', 'klubi.ee=ftp://lukk.ee'].map(
      (LOCK_ORIGINS): [Record<string, string>, string] => [
        { LOCK_ORIGINS },
        `LOCK_ORIGINS must be centres with the origins of their locks, such as klubi.ee=https://lukk.klubi.ee, not “${LOCK_ORIGINS}”.`,
      ],
    ),
    ...['DATABASE_URL', 'DATABASE_DIRECT_URL'].map((name): [Record<string, string>, string] => [
      {
        DATABASE_URL: 'postgres://trenn:word@db/trenn',
        [name]: 'postgres://trenn@/trenn?host=/run/postgresql',
      },
      `${name} has no password, from which those of Trenn’s own roles follow; give a long one, even where the owner is let in without being asked.`,
    ]),
    [
      { DATABASE_URL: 'postgres://trenn:word@one,two/trenn?target_session_attrs=read-write' },
      'DATABASE_URL names several servers; give one address that leads to whichever of them is written to.',
    ],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be 16 characters or more.'],
    [{ DATABASE_NAMED_STATEMENTS: 'maybe' }, 'DATABASE_NAMED_STATEMENTS must be true or false, not “maybe”.'],
    [{ TLS_CERT: '/some.pem' }, 'TLS_CERT is given without TLS_KEY; give both or neither.'],
    [
      { TLS_CERT: '/nowhere/a.pem', TLS_KEY: '/nowhere/b.pem' },
      'TLS_CERT /nowhere/a.pem cannot be read (no such file or folder).',
    ],
    [
      { MONTONIO_KEYS: '/nowhere/keys.json' },
      'MONTONIO_KEYS /nowhere/keys.json cannot be read (no such file or folder).',
    ],
    [
      { SMART_ID_ISSUERS: '/nowhere/issuers.pem' },
      'SMART_ID_ISSUERS must be a file that can be read, of issuers’ certificates in PEM, not “/nowhere/issuers.pem”.',
    ],
    ...[
      'aia.sk.ee',
      'http://aia.sk.ee/esteid2018',
      'ftp://aia.sk.ee',
      'http://aia.sk.ee,',
      'http://a@aia.sk.ee',
    ].map((ID_CARD_RESPONDERS): [Record<string, string>, string] => [
      { ID_CARD_RESPONDERS },
      `ID_CARD_RESPONDERS must be origins that are asked about ID cards, with commas, such as http://aia.sk.ee, not “${ID_CARD_RESPONDERS}”.`,
    ]),
    [
      { MONTONIO_URL: 'https://stargate.montonio.com/api' },
      'MONTONIO_URL is given without MONTONIO_KEYS; give both or neither.',
    ],
    [{ TLS_KEY: '/some.pem' }, 'TLS_KEY is given without TLS_CERT; give both or neither.'],
    [{ SMS_SENDER: 'Klubi' }, 'SMS_SENDER is given without SMS_URL; give both or neither.'],
    [
      { ID_CARD_RESPONDERS: 'http://aia.sk.ee' },
      'ID_CARD_RESPONDERS is given without ID_CARD_ISSUERS; give both or neither.',
    ],
    [
      { DATABASE_DIRECT_URL: 'postgres://a/b' },
      'DATABASE_DIRECT_URL is given without DATABASE_URL; give both or neither.',
    ],
    [
      { TRENN_ENV: 'production' },
      'Production speaks HTTPS: give TLS_CERT and TLS_KEY, or TRUST_PROXY where a proxy speaks it.',
    ],
    [
      { SMTP_URL: 'smtp://a', SMTP_URL_FILE: '/nowhere/smtp' },
      'SMTP_URL and SMTP_URL_FILE are both given; give one.',
    ],
    [
      { METRICS_TOKEN_FILE: '/nowhere/token' },
      'METRICS_TOKEN_FILE /nowhere/token cannot be read (no such file or folder).',
    ],
    ...['SMS_URL', 'MONTONIO_URL'].map((name): [Record<string, string>, string] => [
      { ...production, MONTONIO_KEYS: '/keys.json', [name]: 'http://user:key@api.messente.com/v1' },
      `${name} must be https://… in production.`,
    ]),
    ...['postgres://trenn:secret@10.0.0.5/trenn', 'postgres://trenn:word@db/trenn?application_name=a'].map(
      (DATABASE_URL): [Record<string, string>, string] => [
        { ...production, DATABASE_URL },
        'DATABASE_URL leads to another machine and does not say how it is encrypted; add ?sslmode=verify-full, or sslmode=disable where nobody else can listen.',
      ],
    ),
  ])('%o stops the start', (variables, sentence) => {
    expect(complaint(variables as Record<string, string>)).toBe(sentence);
  });

  test.each([
    { SMS_URL: 'https://user:key@api.messente.com/v1' },
    { SMS_URL: 'http://user:key@127.0.0.1:9000/v1' },
    { DATABASE_URL: 'postgres://trenn:word@db/trenn?sslmode=verify-full' },
    { DATABASE_URL: 'postgres://trenn:word@db/trenn?sslmode=disable' },
    { DATABASE_URL: 'postgres://trenn:word@localhost/trenn' },
    { DATABASE_URL: 'postgres://trenn:word@/trenn?host=/var/run/postgresql' },
  ])('production may have %o', (variables) => {
    expect(complaint({ ...production, ...variables })).toBe('');
  });

  test('what holds a secret may stand in a file', () => {
    const METRICS_TOKEN_FILE = join(folder, 'token');
    writeFileSync(METRICS_TOKEN_FILE, 'sixteen letters and more\n');
    expect(readEnv({ METRICS_TOKEN_FILE }).metricsToken).toBe('sixteen letters and more');
    const SMTP_URL_FILE = join(folder, 'smtp');
    writeFileSync(SMTP_URL_FILE, 'a password that is no address');
    expect(complaint({ SMTP_URL_FILE })).not.toContain('password that');
  });

  test('payment keys stand in a file by host; production has the real service, everything else its sandbox', () => {
    const MONTONIO_KEYS = join(folder, 'keys.json');
    const keys = { 'a.ee': { accessKey: 'access', secretKey: 'secret' } };
    writeFileSync(MONTONIO_KEYS, JSON.stringify(keys));
    expect(readEnv({ MONTONIO_KEYS }).montonio).toEqual({
      url: 'https://sandbox-stargate.montonio.com/api',
      keys,
    });
    expect(readEnv({ MONTONIO_KEYS, ...production }).montonio?.url).toBe('https://stargate.montonio.com/api');
    const MONTONIO_URL = 'http://127.0.0.1:1/api/';
    expect(readEnv({ MONTONIO_KEYS, MONTONIO_URL }).montonio?.url).toBe('http://127.0.0.1:1/api');
    writeFileSync(MONTONIO_KEYS, '{"a.ee": {"accessKey": "access", "secretKey": 7}}');
    const said = complaint({ MONTONIO_KEYS });
    expect(said).toMatch(/^MONTONIO_KEYS .* must hold JSON like /);
    expect(said).not.toContain('"access"');
  });

  test('issuers of Smart-ID and Mobile-ID stand in files; production has the services themselves, everything else their demos', async () => {
    const SMART_ID_ISSUERS = join(folder, 'issuers.pem');
    const { certificate } = await makeAuthority(0);
    writeFileSync(SMART_ID_ISSUERS, `Issued by nobody\n${certificate.toString()}${certificate.toString()}`);
    const MOBILE_ID_ISSUERS = SMART_ID_ISSUERS;
    const ID_CARD_ISSUERS = SMART_ID_ISSUERS;
    const given = { SMART_ID_ISSUERS, MOBILE_ID_ISSUERS, ID_CARD_ISSUERS };
    const { smartId: demo, mobileId, idCard } = readEnv(given).identityServices;
    expect(idCard?.issuers).toEqual(demo?.issuers);
    expect(idCard?.responders).toContain('http://aia.demo.sk.ee');
    const ID_CARD_RESPONDERS = 'http://aia.sk.ee, https://ocsp.klubi.ee:8443';
    expect(readEnv({ ...given, ID_CARD_RESPONDERS }).identityServices.idCard?.responders).toEqual([
      'http://aia.sk.ee',
      'https://ocsp.klubi.ee:8443',
    ]);
    expect(readEnv({ ...given, ...production }).identityServices.idCard?.responders).toEqual([
      'http://aia.sk.ee',
      'http://ocsp.eidpki.ee',
    ]);
    expect(demo).toMatchObject({ url: 'https://sid.demo.sk.ee/smart-id-rp/v3', scheme: 'smart-id-demo' });
    expect(demo?.issuers).toHaveLength(2);
    expect(mobileId).toMatchObject({ url: 'https://tsp.demo.sk.ee/mid-api', issuers: demo?.issuers });
    const live = readEnv({ SMART_ID_ISSUERS, MOBILE_ID_ISSUERS, ...production }).identityServices;
    expect(live.mobileId?.url).toBe('https://mid.sk.ee/mid-api');
    expect(readEnv({ SMART_ID_ISSUERS }).identityServices.mobileId).toBeUndefined();
    expect(live.smartId).toMatchObject({
      ...{ url: 'https://rp-api.smart-id.com/v3', scheme: 'smart-id' },
    });
    const wrong = /^SMART_ID_ISSUERS must be a file that can be read, of issuers’ certificates in PEM, not/;
    for (const text of [
      '',
      selfSigned('klubi.ee').cert,
      `${certificate.toString()}${selfSigned('klubi.ee').cert}`,
    ]) {
      writeFileSync(SMART_ID_ISSUERS, text);
      expect(complaint({ SMART_ID_ISSUERS })).toMatch(wrong);
    }
  });

  test('never shows what may hold a password', () => {
    for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'SMTP_URL']) {
      expect(complaint({ [name]: 'mysql://me:secret@host' })).toMatch(new RegExp(`^${name} must look like `));
      expect(complaint({ [name]: 'mysql://me:secret@host' })).not.toContain('secret');
    }
  });
});

describe('checks', () => {
  test('a data folder below a file cannot be written', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => checkDataDir(join(file, 'data'))).toThrow(StartError);
    expect(() => checkDataDir(join(folder, 'new', 'data'))).not.toThrow();
  });

  test('a database that is not there is named without its password', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await new Promise((done) => server.close(done));
    const url = `postgres://me:secret@127.0.0.1:${port}/trenn`;
    const failure = await checkDatabaseUrl(url).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartError);
    expect(String(failure)).toContain(`DATABASE_URL does not work: 127.0.0.1:${port}/trenn answers`);
    expect(String(failure)).not.toContain('secret');
  });
});

test('as the examples have it, nobody but the proxy beside it reaches a process', () => {
  const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
  for (const name of ['.env.example', 'deploy/compose.yaml', 'deploy/Caddyfile', 'deploy/nginx.conf']) {
    const given = [...read(name).matchAll(/TRUST_PROXY(?:=|: ")([\d./]*[\d/])/g)].map(
      ([, value = '']) => value,
    );
    expect([name, given]).toEqual([name, ['127.0.0.1']]);
    expect(readEnv({ TRUST_PROXY: given[0] }).listen).toBe('127.0.0.1');
  }
  // Caddy takes an address of a site for its name, and listens on all unless it is bound.
  const [asking = ''] = /^http:\/\/127\.0\.0\.1:8099 \{[\s\S]*?^\}/m.exec(read('deploy/Caddyfile')) ?? [];
  expect(asking).toContain('\tbind 127.0.0.1\n');
  expect(asking).toMatch(/handle \{\s+respond 404\s+\}/);
});

describe('.env.example', () => {
  const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
  const named = [...example.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);

  test('names every variable that is read, once, and no other', () => {
    expect(named.toSorted()).toEqual(variableNames.toSorted());
  });

  test('says of each that may stand in a file that it may, and of no other', () => {
    const pieces = [...example.matchAll(/^# (.*)\n#?([A-Z][A-Z0-9_]*)=/gm)];
    const inFiles = pieces.filter(([, comment = '']) => comment.includes('(file)'));
    expect(inFiles.map(([, , name]) => name).toSorted()).toEqual(secretVariables.toSorted());
  });

  test('is all there is: nothing else of the program looks at the environment', () => {
    const root = new URL('../', import.meta.url).pathname;
    const read = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|^testing\//.test(file))
      .flatMap((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(/process\.env(?:\.(\w+))?/g)].map(
          ([, name = 'all']) => `${file} ${name}`,
        ),
      );
    expect(new Set(read)).toEqual(new Set(['main.ts all', 'kernel/decoding/decoders.ts TZ']));
  });
});

test('secrets come from outside whole or not at all, from a file too, and are repeated nowhere', () => {
  const made = randomBytes(32).toString('base64url');
  const file = join(folder, 'push');
  writeFileSync(file, `${made}\n`);
  expect(readEnv({ SESSION_SECRET: made, PUSH_SECRET_FILE: file }).secrets).toEqual({
    session: made,
    push: made,
  });
  const said = complaint({ SESSION_SECRET: made.slice(1) });
  expect(said).toBe(
    'SESSION_SECRET must be 32 random bytes as base64url, 43 characters: openssl rand -base64 32 | tr +/ -_ | tr -d =; later ones after commas, with the instant each is used from: @2027-01-31T03:00:00Z.',
  );
  const next = randomBytes(32).toString('base64url');
  const both = readEnv({ SESSION_SECRET: `${made}, ${next}@2026-12-01T03:00:00Z` });
  expect(both.secrets).toEqual({ session: made, 'session-1796094000': next });
  for (const wrong of [
    `${made},${next}`,
    `${made},${next}@tomorrow`,
    `${made},${next}@2026-12-01T03:00:00Z@`,
  ])
    expect(complaint({ SESSION_SECRET: wrong })).toMatch(/^SESSION_SECRET must be .*Z\.$/);
});
