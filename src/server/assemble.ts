import type { Logger } from 'pino';
import { mountGivingTickets } from './back-office/giving-tickets/routes.ts';
import { mountGivingContracts } from './contracts/giving/routes.ts';
import { mountNights } from './contracts/nights/routes.ts';
import { mountPrices } from './contracts/prices/routes.ts';
import { mountEntryCodes } from './entry/codes/routes.ts';
import { mountDoors } from './entry/doors/routes.ts';
import { mountInside } from './entry/inside/routes.ts';
import { type LockOrigins, lockClient } from './entry/locks/client.ts';
import { type LockStandIn, startLockStandIn } from './entry/locks/stand-in.ts';
import { handOverJoined } from './joining/settling/commands.ts';
import { type App, buildApp } from './kernel/app.ts';
import type { Clock } from './kernel/clock.ts';
import { type Ctx, makeCtx } from './kernel/ctx.ts';
import { Db, roleUrl } from './kernel/db.ts';
import { Decoders } from './kernel/decoding/decoders.ts';
import type { PaymentKeys } from './kernel/env.ts';
import { EventBus, PublicVersions } from './kernel/events.ts';
import { Arrivals } from './kernel/files/arrivals.ts';
import { Metrics } from './kernel/metrics.ts';
import { startWorker, type Task } from './kernel/queue/worker.ts';
import { ReadyAnswers } from './kernel/ready/ready-answers.ts';
import { EventListener, Relay } from './kernel/relay.ts';
import { Streams } from './kernel/streams.ts';
import { type Tenant, TenantRegistry } from './kernel/tenant.ts';
import { loadTexts } from './kernel/texts.ts';
import { rememberEndedSessions, Tokens } from './kernel/tokens.ts';
import { Groups } from './kernel/writes/groups.ts';
import { mountBroadcasts } from './messages/broadcasts/routes.ts';
import { smtpClient, withLayout } from './messages/client.ts';
import { mountNotices } from './messages/notices/routes.ts';
import { vapidKeys, webPushClient } from './messages/push/client.ts';
import { mountMessages } from './messages/routes.ts';
import { Sender } from './messages/sending/commands.ts';
import { messenteClient } from './messages/sms/client.ts';
import { startSmsStandIn } from './messages/sms/stand-in.ts';
import { startMailStandIn } from './messages/stand-in.ts';
import { mountNouns } from './nouns.ts';
import type { HandOver, PaymentPorts } from './payments/ports.ts';
import { PaymentProviders } from './payments/providers/commands.ts';
import { mountPayments } from './payments/routes.ts';
import { startMontonioStandIn } from './payments/stand-in/api.ts';
import { mountStandInBank } from './payments/stand-in/routes.ts';
import { Shop } from './payments/stand-in/shop.ts';
import { handOverRegistration } from './registrations/purchases/commands.ts';
import { ScheduleLive } from './schedule/live.ts';
import { backgroundWork } from './tasks.ts';
import { givingTicket, type HandingOver, handOverTicket } from './tickets/commands.ts';
import { writeTicketMail } from './tickets/mails.ts';
import { handOverVoucher } from './vouchers/commands.ts';

export interface AssembleOptions {
  /** The migrated database as its owner; the server works as the two lesser roles. */
  readonly databaseUrl: string;
  /** Past any pooler: listening and the job queue need a connection of their own. */
  readonly directUrl?: string;
  readonly poolSize: number;
  readonly isNamed: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly secret: string;
  readonly isDevelopment: boolean;
  /** The stand-ins for mail never run in production. */
  readonly isProduction: boolean;
  readonly smtpUrl?: string | undefined;
  /** The SMS provider; without one the stand-in, and in production no SMS. */
  readonly smsUrl?: string | undefined;
  readonly smsSender?: string | undefined;
  /** The payment service and its keys by host; without it the stand-in, and in production no payments. */
  readonly montonio?: { readonly url: string; readonly keys: PaymentKeys } | undefined;
  /** Locks that doors may open; without them the stand-in, and in production none. */
  readonly lockOrigins?: LockOrigins | undefined;
  /** What hands over paid lines, for tests; the nouns that sell otherwise. */
  readonly handOver?: HandOver | undefined;
  /** 32 random bytes, base64url: the private key pushes are signed with. */
  readonly pushSecret: string;
  /** Origins that carry pushes beside the browser makers', for tests. */
  readonly pushOrigins?: readonly string[];
  readonly trustProxy: false | number | string;
  /** Who bears it may read /metrics. */
  readonly metricsToken?: string | undefined;
  readonly callsPerMinute: number;
  /** Whether jobs run by the clock; tests call what these do, and count on nobody else doing it. */
  readonly hasSchedule?: boolean;
  readonly tls?: { cert: string; key: string } | undefined;
  /** How long it goes on answering after it was told to stop and says that it is not ready; 0 unless told. */
  readonly drainMilliseconds?: number;
  /** The port mails' links name in development; 0 until it is known. */
  port(): number;
  /** Serves pages beside the API, where they are built. */
  readonly mountPages?: (app: App) => Promise<void>;
}

export interface Server {
  readonly app: App;
  readonly system: Db;
  readonly tenants: TenantRegistry;
  readonly payments: PaymentPorts;
  /** Reads what must be known before the first request and starts relay, listener and jobs. */
  start(): Promise<void>;
  /** Does now what a job of this name does when its time comes, over every centre where it goes over all. */
  runJob(name: string, payload?: unknown): Promise<void>;
  /** Readiness goes down, requests in flight finish, then everything behind them stops. */
  stop(): Promise<void>;
}

/** Each lane of jobs listens on one connection and works with others; relay and tenants take the rest. */
const systemPoolSize = 12;

/** Puts the whole server together; tests and the real start use the same one. */
export async function assemble(options: AssembleOptions): Promise<Server> {
  const { databaseUrl, directUrl = databaseUrl, poolSize, isNamed, clock, logger, isDevelopment } = options;
  const onError = (error: Error) => logger.warn({ error: error.message }, 'database connection lost');
  const db = new Db({ url: roleUrl(databaseUrl, 'trenn_app'), poolSize, isNamed, onError });
  const system = new Db({
    url: roleUrl(directUrl, 'trenn_system'),
    poolSize: systemPoolSize,
    isNamed: true,
    onError,
  });
  const events = new EventBus();
  const versions = new PublicVersions(events);
  const tenants = new TenantRegistry(system, isDevelopment);
  const tokens = new Tokens(options.secret, clock, events);
  const ready = new ReadyAnswers(versions, clock, tenants);
  const originOf = (tenant: Tenant) =>
    isDevelopment ? `http://${tenant.host}.localhost:${options.port()}` : `https://${tenant.host}`;
  let isServing = false;
  const groups = new Groups(db, events);
  const streams = new Streams();
  const live = new ScheduleLive(db, streams, events, (error) =>
    logger.warn({ error: String(error) }, 'open timetables not told'),
  );
  const ports = {
    ...{ db, groups, streams, events, tokens, clock, ready },
    decoders: new Decoders(),
    arrivals: new Arrivals(),
    originOf,
    tenants,
    metrics: new Metrics(),
    logger,
  };
  ports.metrics.watch({ requests: db, jobs: system }, system);
  const app = await buildApp(ports, {
    isDevelopment,
    trustProxy: options.trustProxy,
    metricsToken: options.metricsToken,
    isProduction: options.isProduction,
    callsPerMinute: options.callsPerMinute,
    tls: options.tls,
    isReady: () => isServing,
    isHealthy: () =>
      system.run({ text: 'select 1', values: [] }).then(
        () => true,
        () => false,
      ),
  });
  const hasStandIn = options.smtpUrl === undefined && !options.isProduction;
  await loadTexts();
  mountNouns(app);
  const hasLockStandIn = options.lockOrigins === undefined && !options.isProduction;
  let lockStandIn: LockStandIn | undefined;
  const locks = lockClient({
    origins: options.lockOrigins ?? {},
    standIn: () => lockStandIn?.url,
    tokens,
  });
  mountEntryCodes(app, locks);
  mountDoors(app, locks);
  mountInside(app, locks);
  const hasSmsStandIn = options.smsUrl === undefined && !options.isProduction;
  const pushKeys = vapidKeys(options.pushSecret);
  mountMessages(app, { hasStandIn, hasSmsStandIn });
  const hasSms = options.smsUrl !== undefined || hasSmsStandIn;
  mountBroadcasts(app, { hasSms });
  mountNotices(app, { hasSms, pushPublicKey: pushKeys.publicKey, pushOrigins: options.pushOrigins ?? [] });
  const hasShop = options.montonio === undefined && !options.isProduction;
  const shop = new Shop({
    system,
    clock,
    secretOf: (tenantId) => tokens.addressMac(`stand-in payments ${tenantId}`),
    deliverTo: { port: options.port, isSecure: options.tls !== undefined },
  });
  const providers = new PaymentProviders(options, shop);
  const ticketPorts: HandingOver = {
    tokens,
    writeMail: ({ tenant }, mail) =>
      writeTicketMail({ ...mail, tenantName: tenant.name, origin: originOf(tenant) }),
  };
  const paymentPorts: PaymentPorts = {
    providerOf: (tenant) => providers.of(tenant),
    // What paid lines turn into: each noun that sells has its own.
    handOver: options.handOver ?? {
      ticket: handOverTicket(ticketPorts),
      voucher: handOverVoucher({ tokens, originOf }),
      registration: handOverRegistration,
      contract: handOverJoined,
    },
    tokens,
    logger,
    originOf,
  };
  mountPayments(app, paymentPorts);
  mountGivingTickets(app, { handOver: paymentPorts.handOver, give: givingTicket(ticketPorts) });
  mountGivingContracts(app, paymentPorts);
  if (hasShop) mountStandInBank(app, shop);
  if (!hasShop && !options.montonio) {
    logger.warn('MONTONIO_KEYS is not given: no payment can be started in production without it');
  }
  const reload = () =>
    tenants.load().catch((error: unknown) => logger.warn({ error: String(error) }, 'tenants not reloaded'));
  // Answers that are kept and screens that ask anew must not meet the rules of before once more.
  events.preparing(({ topic }) => (topic === 'tenantChanged' ? reload() : undefined));
  const relay = new Relay(system, (error) => logger.warn({ error: String(error) }, 'outbox not moved'));
  const listener = new EventListener(roleUrl(directUrl, 'trenn_system'), events, () => {
    void reload().then(() => {
      versions.raiseAll(tenants.all().map(({ id }) => id));
      live.tellGap();
    });
    void rememberEndedSessions(system, events, clock).catch(() => {});
  });
  const jobPorts = {
    tenants: () => tenants.all(),
    tenantOf: (tenantId: number) => tenants.findOrLoad(tenantId),
    ctxOf: (tenant: Tenant, audited?: Ctx['audited']) =>
      makeCtx({
        db,
        groups,
        events,
        tenant,
        language: tenant.defaultLanguage,
        actor: { kind: 'visitor' },
        now: clock.now(),
        requestId: audited?.requestId ?? 'job',
        audited,
      }),
  };
  mountNights(app, { ...jobPorts, tokens, originOf });
  mountPrices(app, { ...jobPorts, originOf });
  await options.mountPages?.(app);
  let stopBehind: () => Promise<void> = async () => {};
  let jobs: Readonly<Record<string, Task>> = {};

  return {
    app,
    system,
    tenants,
    payments: paymentPorts,
    start: async () => {
      await tenants.load();
      await rememberEndedSessions(system, events, clock);
      const standIn = hasStandIn ? await startMailStandIn(system, clock) : undefined;
      const smtp = smtpClient(options.smtpUrl ?? standIn?.url ?? '', options.isProduction);
      const mails = withLayout(smtp, () => tenants.all(), originOf);
      const smsStandIn = hasSmsStandIn
        ? await startSmsStandIn(system, clock, { port: options.port, isSecure: options.tls !== undefined })
        : undefined;
      const smsUrl = options.smsUrl ?? smsStandIn?.url;
      const sms = smsUrl === undefined ? undefined : messenteClient(smsUrl, options.smsSender);
      const montonio = hasShop ? await startMontonioStandIn(shop, clock) : undefined;
      providers.standIn = montonio;
      lockStandIn = hasLockStandIn ? await startLockStandIn({ tenants, tokens, clock }) : undefined;
      const sender = new Sender({ mails, sms, push: webPushClient(pushKeys) });
      const { lanes, schedule } = backgroundWork({
        jobPorts,
        paymentPorts,
        db,
        system,
        clock,
        mails,
        sender,
        tokens,
        decoders: ports.decoders,
        originOf,
      });
      jobs = Object.assign({}, ...lanes.map(({ tasks }) => tasks));
      const worker = await startWorker({
        system,
        logger,
        isCrowded: () => groups.isCrowded(),
        onEnd: (task, seconds, isDone) =>
          ports.metrics.jobs.observe({ task, outcome: isDone ? 'done' : 'failed' }, seconds),
        lanes,
        schedule: options.hasSchedule === false ? [] : schedule,
      });
      await listener.start();
      relay.start();
      stopBehind = async () => {
        await Promise.all([relay.stop(), worker.stop()]);
        await listener.stop();
        mails.close();
        await standIn?.stop();
        await smsStandIn?.stop();
        await shop.stop();
        await montonio?.stop();
        await lockStandIn?.stop();
      };
      isServing = true;
    },
    runJob: async (name, payload = {}) => {
      const job = jobs[name];
      if (!job) throw new Error(`there is no job ${name}`);
      await job(payload);
    },
    stop: async () => {
      isServing = false;
      live.stop();
      streams.close();
      // Who chooses between processes needs a moment to hear that this one is not ready.
      await new Promise((resolve) => setTimeout(resolve, options.drainMilliseconds ?? 0));
      await Promise.all([app.close(), stopBehind()]);
      await ports.decoders.stop();
      await Promise.all([db.close(), system.close()]);
    },
  };
}
