import type { Statement } from '#server/kernel/batch.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { makeCtx } from '#server/kernel/ctx.ts';
import { Db, roleUrl } from '#server/kernel/db.ts';
import { EventBus } from '#server/kernel/events.ts';
import { TenantRegistry } from '#server/kernel/tenant.ts';
import { Tokens } from '#server/kernel/tokens.ts';
import { Groups } from '#server/kernel/writes/groups.ts';
import { registerClient } from '#server/registrations/commands.ts';
import * as schedule from '#server/schedule/data.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { accountBase, host, rows, timeZone } from './fixture.ts';

/**
 * A number that differs from call to call: base + floor(call / divide) modulo `modulo`. Simple enough for
 * every driver to compute by itself.
 */
export interface Varying {
  readonly base: number;
  readonly divide: number;
  readonly modulo: number;
  /** Sent as an array of this one number. */
  readonly isArray?: boolean;
}

interface Template {
  readonly text: string;
  /** As the app sent it, or varying. */
  readonly values: readonly (Varying | { readonly constant: unknown })[];
}

/** Statements sent together, one round trip; a transaction is one or several of them. */
export type Exchange = readonly Template[];

interface Recorder {
  send(client: unknown, statements: readonly Statement[]): Promise<unknown>;
}

/** Where the calls of a booking go: which member at which training takes which place. */
export interface Target {
  readonly training: Varying;
  readonly place: Varying;
  /** Number of the members, from 1. */
  readonly client: Varying;
}

const sampleClient = 8_765;
const sampleKey = 'bench-sample';
const farIds = 20_000_000;
const farId: Varying = { base: farIds, divide: 1, modulo: farIds };

/**
 * The statements of one booking, taken down while the server's own code makes it: what is driven without HTTP
 * is what is driven with it. The booking taken down must be removed by the caller.
 */
export async function recordBooking(ownerUrl: string, target: Target): Promise<Exchange[]> {
  const exchanges = await record(ownerUrl, async (ctx) => {
    await registerClient(ctx, {
      clientId: sampleClient,
      trainingId: rows.sample.first,
      isWaitingAccepted: false,
    });
  });
  const known = new Map<unknown, Varying>([
    [rows.sample.first, target.training],
    [sampleClient, target.client],
    [accountBase + sampleClient, { ...target.client, base: accountBase + target.client.base }],
    [sampleKey, farId],
  ]);
  return exchanges.map((statements) =>
    statements.map(({ text, values }) => {
      const columns = columnsInserted(text);
      return {
        text,
        values: values.map((value, index) => {
          // Written for many at once, taken down for one: every array has one element.
          const [only] = Array.isArray(value) ? value : [];
          if (columns[index] === 'id') return { ...farId, isArray: true };
          if (columns[index] === 'place') return { ...target.place, isArray: true };
          const varying = known.get(only ?? value);
          return varying ? { ...varying, isArray: Array.isArray(value) } : { constant: value };
        }),
      };
    }),
  );
}

/** The statements of a member's day: the timetable with the own registrations. */
export async function recordDay(ownerUrl: string, day: number, client: Varying): Promise<Exchange[]> {
  const exchanges = await record(ownerUrl, async (ctx) => {
    const date = localDate(
      Temporal.Instant.from(ctx.now)
        .add({ hours: 24 * day })
        .toString(),
      timeZone,
    );
    const period = { from: date, until: date };
    await ctx.read(
      schedule.listTrainings(period, { language: 'en', defaultLanguage: 'en' }, 1),
      schedule.listOwnRegistrations(sampleClient, period),
    );
  });
  return exchanges.map((statements) =>
    statements.map(({ text, values }) => ({
      text,
      values: values.map((value) => (value === sampleClient ? client : { constant: value })),
    })),
  );
}

async function record(
  ownerUrl: string,
  work: (ctx: ReturnType<typeof makeCtx>) => Promise<void>,
): Promise<Statement[][]> {
  const options = { poolSize: 1, isNamed: true, onError: () => {} };
  const system = new Db({ url: roleUrl(ownerUrl, 'trenn_system'), ...options });
  const db = new Db({ url: roleUrl(ownerUrl, 'trenn_app'), ...options });
  const exchanges: Statement[][] = [];
  const recorder = db as unknown as Recorder;
  const send = recorder.send.bind(db);
  recorder.send = (client, statements) => {
    exchanges.push([...statements]);
    return send(client, statements);
  };
  try {
    const tenants = new TenantRegistry(system, false);
    await tenants.load();
    const tenant = tenants.find(host);
    if (!tenant) throw new Error('the fixture has no centre');
    const events = new EventBus();
    const vault = new Tokens('the secret of the bench', systemClock, events);
    const idempotency = { key: sampleKey, requestHash: Buffer.alloc(32, 7), vault };
    const actor = {
      kind: 'member',
      accountId: accountBase + sampleClient,
      sessionId: 'bench',
      clientId: sampleClient,
      trainerId: undefined,
      isAdmin: false,
      canSeeRegistrations: false,
      canManageRegistrations: false,
    } as const;
    const now = systemClock.now();
    await work(
      makeCtx({
        db,
        groups: new Groups(db, events),
        events,
        tenant,
        language: 'en',
        actor,
        now,
        requestId: 'bench',
        idempotency,
      }),
    );
  } finally {
    await Promise.all([db.close(), system.close()]);
  }
  if (exchanges.length === 0) throw new Error('no statements were taken down');
  return exchanges;
}

/** The columns of an insert into registrations of one row, in the order of its values; none for other statements. */
function columnsInserted(text: string): string[] {
  const list = /^insert into registrations \(([^)]*)\)/.exec(text)?.[1];
  return list ? list.split(',').map((name) => name.trim()) : [];
}
