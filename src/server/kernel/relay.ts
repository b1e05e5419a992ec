import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Db } from './db.ts';
import type {
  ArrivalEvent,
  ContractEvent,
  DomainEvent,
  EventBus,
  InvoiceEvent,
  JoiningEvent,
  MailEvent,
  MessageEvent,
  NoticeEvent,
  PasswordResetEvent,
  SaleEvent,
} from './events.ts';
import { flagOf } from './queue/hands.ts';

const pollMilliseconds = 50;
const batchSize = 1000;
/** Of one centre: whoever shuts a season keeps nobody else's news waiting. */
const mostOfCentre = 200;
/** PostgreSQL refuses notifications of 8000 bytes and more. */
const notificationLimit = 7500;

interface OutboxRow {
  id: number;
  tenant_id: number;
  payload: DomainEvent;
}
type Envelope = readonly [tenantId: number, event: DomainEvent];

/**
 * Empties the outbox: mails and notices become jobs, everything else is told to all processes, in one transaction per
 * batch. What the queue refuses stands aside and is told of once, so that it holds up nothing behind it. Runs outside user
 * transactions, as the system role; any number of processes may run one.
 */
export class Relay {
  private readonly system: Db;
  private readonly onError: (error: unknown) => void;
  private isStopped = false;
  private running: Promise<void> = Promise.resolve();
  private wake: () => void = () => {};

  constructor(system: Db, onError: (error: unknown) => void) {
    this.system = system;
    this.onError = onError;
  }

  start(): void {
    this.running = this.loop();
  }

  /** Stops after the batch in hand. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.wake();
    await this.running;
  }

  /** Moves one batch, of each centre a part; returns how many rows it held. */
  async moveBatch(): Promise<number> {
    return (await this.moveSome()).count;
  }

  private moveSome(): Promise<Moved> {
    return this.move(addAtOnce).catch((error: unknown) => {
      if (!isUnfit(error)) throw error;
      return this.move((client, jobs) => this.addSingly(client, jobs));
    });
  }

  private async move(add: (client: pg.PoolClient, jobs: readonly RowJob[]) => Promise<void>): Promise<Moved> {
    const client = await this.system.pool.connect();
    let failure: Error | undefined;
    try {
      // What is empty most of the time has no figures: a backlog would be read whole and sorted anew for each batch.
      await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
      // Where they lie: they are locked, so none moves before it is gone.
      const { rows } = await client.query<OutboxRow>({
        name: 'relay_take',
        text: `with recursive centres as (
                 (select tenant_id from outbox order by tenant_id limit 1)
                 union all
                 (select next.tenant_id from centres cross join lateral (select o.tenant_id from outbox o
                   where o.tenant_id > centres.tenant_id order by o.tenant_id limit 1) as next))
               delete from outbox where ctid = any(array(
                 select taken.place from centres cross join lateral (
                   select own.place, row_number() over (order by own.id) as rank from (
                     select o.ctid as place, o.id from outbox o where o.tenant_id = centres.tenant_id and not o.is_refused
                     order by o.id limit ${mostOfCentre} for update skip locked) as own) as taken
                 order by taken.rank limit ${batchSize}))
               returning tenant_id, id, payload`,
      });
      // They come back as they lie, not as they were told.
      rows.sort((one, other) => one.id - other.id);
      if (rows.length > 0) {
        const jobs = toJobs(rows);
        if (jobs.length > 0) await add(client, jobs);
        const { texts, tooLong } = toNotifications(rows);
        for (const text of texts) await client.query("select pg_notify('trenn', $1)", [text]);
        // It is told to nobody, and holds nobody else up.
        for (const topic of tooLong) this.onError(new Error(`an event of ${topic} is too long to be told`));
      }
      await client.query('commit');
      const byCentre = Map.groupBy(rows, ({ tenant_id: tenantId }) => tenantId);
      const isFull = [...byCentre.values()].some((own) => own.length >= mostOfCentre);
      return { count: rows.length, hasMore: isFull || rows.length >= batchSize };
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      client.release(failure);
    }
  }

  private async addSingly(client: pg.PoolClient, jobs: readonly RowJob[]): Promise<void> {
    for (const one of jobs) {
      await client.query('savepoint one');
      try {
        await addAtOnce(client, [one]);
        await client.query('release savepoint one');
      } catch (error) {
        if (!isUnfit(error)) throw error;
        const { id, tenant_id: tenantId, payload } = one.row;
        await client.query('rollback to savepoint one');
        await client.query(
          `insert into outbox (tenant_id, id, topic, payload, is_refused, refused_at) overriding system value
            values ($1, $2, $3, $4, true, now())`,
          [tenantId, id, payload.topic, JSON.stringify(payload)],
        );
        this.onError(new Error(`event ${id} of ${payload.topic} stands aside: ${String(error)}`));
      }
    }
  }

  private async loop(): Promise<void> {
    while (!this.isStopped) {
      let hasMore = false;
      try {
        ({ hasMore } = await this.moveSome());
      } catch (error) {
        this.onError(error);
        await this.pause(500);
      }
      if (!hasMore) await this.pause(pollMilliseconds);
    }
  }

  private pause(milliseconds: number): Promise<void> {
    if (this.isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

interface Moved {
  readonly count: number;
  /** Some centre has more than its part, most likely. */
  readonly hasMore: boolean;
}

/** A job and the event that it comes of. */
interface RowJob {
  readonly row: OutboxRow;
  readonly job: object;
}

async function addAtOnce(client: pg.PoolClient, jobs: readonly RowJob[]): Promise<void> {
  await client.query(
    'select graphile_worker.add_jobs(array(select jsonb_populate_recordset(null::graphile_worker.job_spec, $1::jsonb)))',
    [JSON.stringify(jobs.map(({ job }) => job))],
  );
}

/** Data that no column takes, or that a constraint refuses: it comes to the same however often it is tried. */
function isUnfit(error: unknown): boolean {
  return /^2[23]/.test((error as { code?: string } | null)?.code ?? '');
}

const workTopics: ReadonlySet<DomainEvent['topic']> = new Set([
  'mail',
  'notice',
  'invoice',
  'sale',
  'contract',
  'joining',
  'message',
  'passwordReset',
  'arrival',
]);

/** What becomes a job of its topic's name, and is nothing to listen for. */
function isWork(
  event: DomainEvent,
): event is
  | MailEvent
  | NoticeEvent
  | InvoiceEvent
  | SaleEvent
  | ContractEvent
  | JoiningEvent
  | MessageEvent
  | PasswordResetEvent
  | ArrivalEvent {
  return workTopics.has(event.topic);
}

/** Behind what has none, which is 0. */
const papersLater = 10;

/** The queue takes no key of more letters, and refuses a whole batch with it. */
const longestKey = 512;

/** What is too long to be a key, by its hash: keys hold what people typed. */
function keyOf(...parts: readonly (string | number)[]): string {
  const key = parts.join(':');
  return key.length <= longestKey ? key : createHash('sha256').update(key).digest('base64url');
}

/** One job for each key: the queue refuses a whole batch that names one twice. */
function toJobs(rows: readonly OutboxRow[]): RowJob[] {
  const jobs = new Map<string, RowJob>();
  for (const row of rows) {
    const { tenant_id: tenantId, payload } = row;
    if (payload.topic === 'lineDue') {
      const { trainingId, at, isFree } = payload;
      // However many places come free before it runs, one job passes them all on.
      const key = keyOf('line', tenantId, trainingId, isFree ? 'free' : at);
      const job = {
        ...{ identifier: 'line', payload: { tenantId, trainingId, at, isFree }, job_key: key },
        flags: [flagOf(tenantId)],
      };
      jobs.set(key, { row, job: isFree ? job : { ...job, run_at: at } });
    }
    if (!isWork(payload)) continue;
    const key = keyOf(payload.topic, tenantId, payload.dedupeKey);
    const job = {
      identifier: payload.topic,
      payload: { tenantId, ...payload },
      job_key: key,
      max_attempts: 12,
      flags: [flagOf(tenantId)],
      // Drawn and sent by the thousand, and nobody waits for the minute: whatever else the lane has goes first.
      ...(payload.topic === 'invoice' && { priority: papersLater }),
      ...(payload.topic === 'notice' && payload.sendAt !== undefined && { run_at: payload.sendAt }),
    };
    jobs.set(key, { row, job });
  }
  return [...jobs.values()];
}

/**
 * Envelopes of everything but work, as few notifications as their size allows; repeats within a batch once. And the
 * topics of those that no notification has room for.
 */
function toNotifications(rows: readonly OutboxRow[]): { texts: string[]; tooLong: string[] } {
  const envelopes = new Map(
    rows
      .filter(({ payload }) => !isWork(payload) && payload.topic !== 'lineDue')
      .map((row) => [JSON.stringify([row.tenant_id, row.payload]), row.payload.topic]),
  );
  const texts: string[] = [];
  const tooLong: string[] = [];
  let open: string[] = [];
  let size = 2;
  for (const [text, topic] of envelopes) {
    const bytes = Buffer.byteLength(text) + 1;
    if (bytes + 2 > notificationLimit) {
      tooLong.push(topic);
      continue;
    }
    if (size + bytes > notificationLimit) {
      texts.push(`[${open.join(',')}]`);
      open = [];
      size = 2;
    }
    open.push(text);
    size += bytes;
  }
  if (open.length > 0) texts.push(`[${open.join(',')}]`);
  return { texts, tooLong };
}

/** The one listening connection of a process. Comes back by itself; `onGap` says that events may be missing. */
export class EventListener {
  private readonly url: string;
  private readonly bus: EventBus;
  private readonly onGap: () => void;
  private client: pg.Client | undefined;
  private isStopped = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(url: string, bus: EventBus, onGap: () => void) {
    this.url = url;
    this.bus = bus;
    this.onGap = onGap;
  }

  async start(): Promise<void> {
    if (this.isStopped) return;
    const client = new pg.Client({
      connectionString: this.url,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    });
    let isLost = false;
    const lose = () => {
      if (isLost) return;
      isLost = true;
      client.end().catch(() => {});
      if (!this.isStopped) this.timer = setTimeout(() => void this.start(), 200);
    };
    client.on('error', lose);
    client.on('end', lose);
    client.on('notification', ({ payload }) => {
      for (const [tenantId, event] of JSON.parse(payload ?? '[]') as Envelope[])
        this.bus.emit(tenantId, event);
    });
    try {
      await client.connect();
      await client.query('listen trenn');
      this.client = client;
      this.onGap();
    } catch {
      lose();
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => {});
  }
}
