import { assemble, type Server } from './assemble.ts';
import { refuseDemoAccounts } from './demo/closing/commands.ts';
import { demoAccounts, isEmpty, loadDemo } from './demo/commands.ts';
import { listenError } from './kernel/callers/listening.ts';
import { systemClock } from './kernel/clock.ts';
import { checkDataDir, type Env, readEnv, StartError } from './kernel/env.ts';
import { makeLogger } from './kernel/log.ts';
import { migrate } from './kernel/migrate.ts';
import { checkDatabase } from './kernel/postgres/given.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './kernel/postgres/postgres.ts';
import { secretOf, sessionSecrets } from './kernel/secrets.ts';
import { mountPages } from './pages.ts';

/** Calls a minute from one address: a full gym behind one router stays far below. */
const callsPerMinute = 6000;
/** Where a proxy chooses between processes: it looks about once a second. */
const drainMilliseconds = 1500;
/** After this the process is gone, whatever is in hand: those who start and stop it wait ten seconds. */
const stoppingMilliseconds = 9000;

async function main(): Promise<void> {
  const env = readEnv(process.env);
  checkDataDir(env.dataDir);
  const logger = makeLogger(env.logLevel);
  let postgres: EmbeddedPostgres | undefined;
  let server: Server | undefined;
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      await server?.stop();
      await postgres?.stop();
    })();
    return stopping;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      setTimeout(() => {
        logger.error('not everything was done in time');
        process.exit(1);
      }, stoppingMilliseconds).unref();
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ error: String(error) }, 'stopped badly');
          process.exit(1);
        },
      );
    });
  }
  try {
    await checkDatabase(env);
    if (!env.databaseUrl)
      postgres = await startEmbeddedPostgres({ dataDir: env.dataDir, log: toLines(logger) });
    const databaseUrl = env.databaseUrl ?? postgres?.adminUrl ?? '';
    await migrate(env.databaseDirectUrl ?? databaseUrl);
    let port = env.port;
    const isDevelopment = env.environment === 'development';
    server = await assemble({
      databaseUrl,
      ...(env.databaseDirectUrl ? { directUrl: env.databaseDirectUrl } : {}),
      poolSize: env.databasePoolSize,
      isNamed: env.databaseNamedStatements,
      clock: systemClock,
      logger,
      secret: sessionSecrets(env),
      isDevelopment,
      isProduction: env.environment === 'production',
      smtpUrl: env.smtpUrl ?? undefined,
      smsUrl: env.smsUrl ?? undefined,
      smsSender: env.smsSender ?? undefined,
      montonio: env.montonio ?? undefined,
      identityServices: env.identityServices,
      lockOrigins: env.lockOrigins ?? undefined,
      pushSecret: secretOf(env, 'push'),
      trustProxy: env.trustProxy,
      metricsToken: env.metricsToken ?? undefined,
      callsPerMinute,
      ...(isDevelopment ? {} : { drainMilliseconds }),
      tls: env.tls ?? undefined,
      port: () => port,
      mountPages: (app) =>
        mountPages(app, {
          isDevelopment,
          hasVite: env.vite,
          clock: systemClock,
          montonioUrl: env.montonio?.url,
        }),
    });
    if (env.environment === 'production') await refuseDemoAccounts(server.system);
    else if (await isEmpty(server.system)) await fillDemo(server, env);
    await server.start();
    const address = await server.app.listen({ port: env.port, host: env.listen }).catch((error: unknown) => {
      throw listenError(error, env.port);
    });
    port = Number(new URL(address).port) || env.port;
    announce(server, port, env);
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

async function fillDemo(server: Server, env: Env): Promise<void> {
  const begun = performance.now();
  process.stdout.write('Loading the demo centres…\n');
  const counts = await loadDemo(server.system, { now: systemClock.now(), tokens: server.app.ports.tokens });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  if (env.logLevel !== 'silent') {
    process.stdout.write(
      `${counts.tenants} centres, ${counts.registrations} registrations in ${seconds} s\n`,
    );
  }
}

function announce(server: Server, port: number, env: Env): void {
  const isDevelopment = env.environment === 'development';
  const scheme = env.tls ? 'https' : 'http';
  const lines = server.tenants
    .all()
    .slice(0, 30)
    .map(({ host, name }) => `  ${scheme}://${host}${isDevelopment ? '.localhost' : ''}:${port}  ${name}`);
  const accounts = demoAccounts.map(({ email }) => email).join(', ');
  const list = isDevelopment
    ? [
        `All centres: ${scheme}://localhost:${port}`,
        '',
        ...lines,
        '',
        `Accounts: ${accounts}; password Demo1234`,
      ]
    : [];
  process.stdout.write(`${[`Trenn listens on port ${port}.`, ...list].join('\n')}\n`);
}

function toLines(logger: ReturnType<typeof makeLogger>) {
  return {
    info: (line: string) => logger.info(line),
    warn: (line: string) => logger.warn(line),
    error: (line: string) => logger.error(line),
  };
}

main().catch((error: unknown) => {
  // What the person at the keyboard can mend is one sentence; anything else is a fault of ours, told whole.
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
});
