import type { Logger } from 'pino';
import { countAttempt } from './account/commands.ts';
import { startIdentityEmulator } from './account/emulator/api.ts';
import { makeAuthority } from './account/emulator/authority.ts';
import { Cards } from './account/emulator/cards.ts';
import { Phones } from './account/emulator/phones.ts';
import { mountEmulatorCards, mountEmulatorPhone } from './account/emulator/routes.ts';
import { SimCards } from './account/emulator/sim-cards.ts';
import { mountIdentities } from './account/identities/routes.ts';
import { IdentityProviders } from './account/providers/commands.ts';
import { mountBillingRuns } from './contracts/billing-runs/routes.ts';
import { mountContractGrants } from './contracts/grants/routes.ts';
import { mountPrices } from './contracts/prices/routes.ts';
import { mountAppleService } from './entry/apple/routes.ts';
import { mountEntryCodes } from './entry/codes/routes.ts';
import { mountDoors } from './entry/doors/routes.ts';
import { mountInside } from './entry/inside/routes.ts';
import { findServiceKeys } from './entry/keycard-issuers/commands.ts';
import { momentDigits } from './entry/keycards/keys.ts';
import { mountKeycards } from './entry/keycards/routes.ts';
import { type LockOrigins, lockClient } from './entry/locks/client.ts';
import { type LockEmulator, startLockEmulator } from './entry/locks/emulator.ts';
import { type GoogleEmulator, startGoogleEmulator } from './entry/wallet-emulator/google.ts';
import { type PhoneEmulator, startPhoneEmulator } from './entry/wallet-emulator/phones.ts';
import { mountEmulatorWallet } from './entry/wallet-emulator/routes.ts';
import { PhoneWallets } from './entry/wallets/commands.ts';
import { mountJoinProofs } from './joining/routes.ts';
import { fulfilJoin } from './joining/settling/commands.ts';
import { mountShowing } from './joining/showing/routes.ts';
import { type App, buildApp } from './kernel/app.ts';
import { ResponseCache } from './kernel/cache/response-cache.ts';
import { sharedHealth } from './kernel/callers/health.ts';
import type { Proxies } from './kernel/callers/proxies.ts';
import type { Clock } from './kernel/clock.ts';
import { type Ctx, makeCtx } from './kernel/ctx.ts';
import { Db, roleUrl } from './kernel/db.ts';
import { Decoders } from './kernel/decoding/decoders.ts';
import type { PaymentKeys } from './kernel/env.ts';
import { EventBus, PublicVersions } from './kernel/events.ts';
import { Arrivals } from './kernel/files/arrivals.ts';
import type { IdentityServices } from './kernel/identities/settings.ts';
import type { SecretSource } from './kernel/keys/key-ring.ts';
import { Metrics } from './kernel/metrics.ts';
import { startWorker, type Task } from './kernel/queue/worker.ts';
import { EventListener, Relay } from './kernel/relay.ts';
import { Streams } from './kernel/streams.ts';
import { type Tenant, TenantRegistry } from './kernel/tenant.ts';
import { loadTexts } from './kernel/texts.ts';
import { rememberEndedSessions, Tokens } from './kernel/tokens.ts';
import { PngImages } from './kernel/web/web-images.ts';
import { Groups } from './kernel/writes/groups.ts';
import { mountBroadcasts } from './messages/broadcasts/routes.ts';
import { smtpClient, withLayout } from './messages/client.ts';
import { startMailEmulator } from './messages/emulator.ts';
import { mountNotices } from './messages/notices/routes.ts';
import { vapidKeys, webPushClient } from './messages/push/client.ts';
import { mountMessages } from './messages/routes.ts';
import { Sender } from './messages/sending/commands.ts';
import { messenteClient } from './messages/sms/client.ts';
import { startSmsEmulator } from './messages/sms/emulator.ts';
import { mountNouns } from './nouns.ts';
import { startMontonioEmulator } from './payments/emulator/api.ts';
import { mountEmulatorBank } from './payments/emulator/routes.ts';
import { Shop } from './payments/emulator/shop.ts';
import type { Fulfilment, PaymentPorts } from './payments/ports.ts';
import { PaymentProviders } from './payments/providers/commands.ts';
import { mountPayments } from './payments/routes.ts';
import { fulfilRegistration } from './registrations/purchases/commands.ts';
import { ScheduleLive } from './schedule/live.ts';
import { backgroundWork } from './tasks.ts';
import { fulfilTicket, grantingTicket, type TicketFulfilment } from './tickets/commands.ts';
import { writeTicketMail } from './tickets/mails.ts';
import { fulfilVoucher } from './vouchers/commands.ts';
import { mountTicketGrants } from './wallet/ticket-grants/routes.ts';

export interface AssembleOptions {
  /** The migrated database as its owner; the server works as the two lesser roles. */
  readonly databaseUrl: string;
  /** Past any pooler: listening and the job queue need a connection of their own. */
  readonly directUrl?: string;
  readonly poolSize: number;
  readonly isNamed: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  /** What signs: the only secret, or where all are read from. */
  readonly secret: string | SecretSource;
  readonly isDevelopment: boolean;
  /** The stand-ins for mail never run in production. */
  readonly isProduction: boolean;
  readonly smtpUrl?: string | undefined;
  /** The SMS provider; without one the stand-in, and in production no SMS. */
  readonly smsUrl?: string | undefined;
  readonly smsSender?: string | undefined;
  /** The payment service and its keys by host; without it the stand-in, and in production no payments. */
  readonly montonio?: { readonly url: string; readonly keys: PaymentKeys } | undefined;
  /** Services that tell who somebody is, with their issuers; of those absent the stand-in, and in production none. */
  readonly identityServices?: IdentityServices | undefined;
  /** Locks that doors may open; without them the stand-in, and in production none. */
  readonly lockOrigins?: LockOrigins | undefined;
  /** What hands over paid lines, for tests; the nouns that sell otherwise. */
  readonly fulfil?: Fulfilment | undefined;
  /** 32 random bytes, base64url: the private key pushes are signed with. */
  readonly pushSecret: string;
  /** Origins that carry pushes beside the browser makers', for tests. */
  readonly pushOrigins?: readonly string[];
  readonly trustProxy: Proxies;
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
  /** The phones that the stand-in plays of Smart-ID and Mobile-ID. */
  readonly phones: Phones | undefined;
  readonly simCards: SimCards | undefined;
  /** The cards that it plays. */
  readonly cards: Cards | undefined;
  /** What stands in for Apple's and Google's services of wallets, once it has started. */
  walletEmulators(): { readonly phones: PhoneEmulator; readonly google: GoogleEmulator } | undefined;
  /** Reads what must be known before the first request and starts relay, listener and jobs. */
  start(): Promise<void>;
  /** Does now what a job of this name does when its time comes, over every centre where it goes over all. */
  runJob(name: string, payload?: unknown): Promise<void>;
  /** Readiness goes down, requests in flight finish, then everything behind them stops. */
  stop(): Promise<void>;
}

/** Each lane of jobs listens on one connection and works with others; relay and tenants take the rest. */
const systemPoolSize = 17;

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
  const ready = new ResponseCache(versions, clock, tenants);
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
    isHealthy: sharedHealth(clock, () =>
      system.run({ text: 'select 1', values: [] }).then(
        () => true,
        () => false,
      ),
    ),
  });
  const hasEmulator = options.smtpUrl === undefined && !options.isProduction;
  await loadTexts();
  mountNouns(app);
  const identityProviders = new IdentityProviders(options.identityServices ?? {}, clock, originOf);
  const showing = { providerOf: (...of: Parameters<IdentityProviders['of']>) => identityProviders.of(...of) };
  mountIdentities(app, showing);
  mountShowing(app, showing);
  const authority = options.isProduction ? undefined : await makeAuthority(clock.epochMilliseconds());
  const phones = authority && new Phones(authority, clock);
  const simCards = authority && new SimCards(authority, clock);
  const cards = authority && new Cards(authority, clock);
  if (phones && !options.identityServices?.smartId) mountEmulatorPhone(app, phones);
  if (cards && !options.identityServices?.idCard) mountEmulatorCards(app, cards, originOf);
  const hasLockEmulator = options.lockOrigins === undefined && !options.isProduction;
  let lockEmulator: LockEmulator | undefined;
  const locks = lockClient({
    origins: options.lockOrigins ?? {},
    emulator: () => lockEmulator?.url,
    tokens,
  });
  const hasWalletEmulators = !options.isProduction;
  const cardPorts = { ...ports, images: new PngImages() };
  const wallets = new PhoneWallets(cardPorts, hasWalletEmulators);
  let walletEmulators: { phones: PhoneEmulator; google: GoogleEmulator } | undefined;
  mountKeycards(app, wallets);
  mountAppleService(app, cardPorts);
  if (hasWalletEmulators) mountEmulatorWallet(app, () => walletEmulators?.google, momentDigits);
  mountEntryCodes(app, locks);
  mountDoors(app, locks);
  mountInside(app, locks);
  const hasSmsEmulator = options.smsUrl === undefined && !options.isProduction;
  const pushKeys = vapidKeys(options.pushSecret);
  mountMessages(app, { hasEmulator, hasSmsEmulator });
  const hasSms = options.smsUrl !== undefined || hasSmsEmulator;
  mountBroadcasts(app, {
    hasSms,
    countSms: ({ now }, load, count) =>
      countAttempt({ read: load, now }, 'smsMessage', tokens.attemptSubject('smsMessage'), count),
  });
  mountNotices(app, { hasSms, pushPublicKey: pushKeys.publicKey, pushOrigins: options.pushOrigins ?? [] });
  const hasShop = options.montonio === undefined && !options.isProduction;
  const shop = new Shop({
    system,
    clock,
    secretOf: (tenantId) => tokens.addressMac(`stand-in payments ${tenantId}`),
    deliverTo: { port: options.port, isSecure: options.tls !== undefined },
  });
  const providers = new PaymentProviders(options, shop);
  const ticketPorts: TicketFulfilment = {
    tokens,
    writeMail: ({ tenant }, mail) =>
      writeTicketMail({ ...mail, tenantName: tenant.name, origin: originOf(tenant) }),
  };
  const paymentPorts: PaymentPorts = {
    providerOf: (tenant) => providers.of(tenant),
    // What paid lines turn into: each noun that sells has its own.
    fulfil: options.fulfil ?? {
      ticket: fulfilTicket(ticketPorts),
      voucher: fulfilVoucher({ tokens, originOf }),
      registration: fulfilRegistration,
      contract: fulfilJoin,
    },
    tokens,
    logger,
    originOf,
  };
  mountPayments(app, paymentPorts);
  mountJoinProofs(app, paymentPorts);
  mountTicketGrants(app, { fulfil: paymentPorts.fulfil, give: grantingTicket(ticketPorts) });
  mountContractGrants(app, paymentPorts);
  if (hasShop) mountEmulatorBank(app, shop);
  if (!hasShop && !options.montonio) {
    logger.warn('MONTONIO_KEYS is not given: no payment can be started in production without it');
  }
  const reload = (tenantId?: number) =>
    tenants
      .load(tenantId)
      .catch((error: unknown) => logger.warn({ error: String(error) }, 'tenants not reloaded'));
  // Answers that are kept and screens that ask anew must not meet the rules of before once more.
  events.preparing((tenantId, { topic }) => (topic === 'tenantChanged' ? reload(tenantId) : undefined));
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
  mountBillingRuns(app, { ...jobPorts, tokens, originOf });
  mountPrices(app, { ...jobPorts, originOf });
  await options.mountPages?.(app);
  let stopBehind: () => Promise<void> = async () => {};
  let jobs: Readonly<Record<string, Task>> = {};

  return {
    app,
    system,
    tenants,
    payments: paymentPorts,
    phones,
    simCards,
    cards,
    walletEmulators: () => walletEmulators,
    start: async () => {
      await tenants.load();
      await rememberEndedSessions(system, events, clock);
      const emulator = hasEmulator ? await startMailEmulator(system, clock) : undefined;
      const smtp = smtpClient(options.smtpUrl ?? emulator?.url ?? '', options.isProduction);
      const mails = withLayout(smtp, () => tenants.all(), originOf);
      const smsEmulator = hasSmsEmulator
        ? await startSmsEmulator(system, clock, { port: options.port, isSecure: options.tls !== undefined })
        : undefined;
      const smsUrl = options.smsUrl ?? smsEmulator?.url;
      const sms = smsUrl === undefined ? undefined : messenteClient(smsUrl, options.smsSender);
      const montonio = hasShop ? await startMontonioEmulator(shop, clock) : undefined;
      providers.emulator = montonio;
      const identityEmulator =
        phones &&
        simCards &&
        cards &&
        (await startIdentityEmulator({ phones, simCards, cards }, async (tenantId) => {
          const tenant = await tenants.findOrLoad(tenantId);
          return tenant && originOf(tenant);
        }));
      identityProviders.running = identityEmulator && { emulator: identityEmulator, issuer: phones.issuer };
      lockEmulator = hasLockEmulator ? await startLockEmulator({ tenants, tokens, clock }) : undefined;
      if (hasWalletEmulators) {
        const keysOf = (email: string) => findServiceKeys(system, tokens, email);
        const [woken, google] = [await startPhoneEmulator(), await startGoogleEmulator({ clock, keysOf })];
        walletEmulators = { phones: woken, google };
        wallets.running = { phones: woken.service, google: google.service };
      }
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
        wallets,
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
        await emulator?.stop();
        await smsEmulator?.stop();
        await shop.stop();
        await montonio?.stop();
        await identityEmulator?.stop();
        await lockEmulator?.stop();
        await Promise.all([walletEmulators?.phones.stop(), walletEmulators?.google.stop()]);
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
