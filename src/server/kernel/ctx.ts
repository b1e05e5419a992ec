import type { Actor, MemberActor } from '#shared/kernel/actor.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Language } from '#shared/kernel/language.ts';
import type { Db, Query, QueryRows, Transaction } from './db.ts';
import { type DomainEvent, type EventBus, outboxQueries } from './events.ts';
import type { Tenant } from './tenant.ts';
import { type AuditedCall, type Change, insertAudit } from './writes/audit.ts';
import { repeatRaced } from './writes/constraints.ts';
import type { Groups, GroupWork } from './writes/groups.ts';
import {
  answerOf,
  type IdempotencyKey,
  insertKeys,
  openKeys,
  visitorsAccountId,
} from './writes/idempotency.ts';

/** What a handler knows of its request. Plain: Fastify ends before it. */
export interface Ctx {
  readonly tenant: Tenant;
  readonly language: Language;
  readonly actor: Actor;
  /** The instant of the request; the only time a handler knows. */
  readonly now: string;
  readonly requestId: string;
  /** Who asks showed within the last minutes who they are. */
  readonly isProved: boolean;
  /** The call of a member of staff: its writes stand in the audit trail. */
  readonly audited: AuditedCall | undefined;
  /** Reads of this tenant in one round trip. */
  read<const Queries extends readonly Query[]>(...queries: Queries): Promise<QueryRows<Queries>>;
  /** Load, decide, save: one transaction of this tenant; events are told after its commit. */
  write<T>(work: (transaction: WriteTransaction) => Promise<Saved<T>>): Promise<T>;
  /** The same for what many press at once: calls that come meanwhile share a transaction. */
  writeBatch<Input, Answer>(work: GroupWork<Input, Answer>, input: Input): Promise<Answer>;
}

export interface WriteTransaction {
  load: Transaction['load'];
  /**
   * Writes, queues the events with their cause, keeps the answer under the idempotency key, commits. What staff did
   * stands in the audit trail by itself; `changes` say how it looked before and looks now.
   */
  save<T>(
    answer: T,
    queries: readonly Query[],
    events?: readonly DomainEvent[],
    changes?: readonly Change[],
  ): Promise<Saved<T>>;
  /** Leaves everything as it is. */
  keep<T>(answer: T): Saved<T>;
}

/** Proof that a transaction was ended on purpose. */
export interface Saved<T> {
  readonly answer: T;
}

/** Ends a transaction whose work was done before: carries the answer of the first call under the same key. */
class ReplayedAnswer extends Error {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super('replayed');
    this.answer = answer;
  }
}

export interface CtxParts {
  readonly db: Db;
  readonly groups: Groups;
  readonly events: EventBus;
  readonly tenant: Tenant;
  readonly language: Language;
  readonly actor: Actor;
  readonly now: string;
  readonly requestId: string;
  readonly idempotency?: IdempotencyKey | undefined;
  readonly isProved?: boolean;
  readonly audited?: AuditedCall | undefined;
}

export function makeCtx(parts: CtxParts): Ctx {
  const { db, groups, events, tenant, language, actor, now, requestId, idempotency, audited } = parts;
  const { isProved = false } = parts;
  const accountId = actor.kind === 'member' ? actor.accountId : visitorsAccountId;
  let isTrailed = false;
  /**
   * The key stands for the first transaction of a call, which must be the same each time; what follows goes on from its
   * answer, also when that is replayed.
   */
  let isKeyUsed = false;
  const keyed = idempotency ? { ...idempotency, accountId } : undefined;

  async function writeOnce<T>(work: (transaction: WriteTransaction) => Promise<Saved<T>>): Promise<T> {
    try {
      return await writeNew(work);
    } catch (error) {
      if (!(error instanceof ReplayedAnswer)) throw error;
      isKeyUsed = true;
      return error.answer as T;
    }
  }

  async function writeNew<T>(work: (transaction: WriteTransaction) => Promise<Saved<T>>): Promise<T> {
    let emitted: readonly DomainEvent[] = [];
    let isAudited = false;
    let isKept = false;
    const saved = await db.write(tenant.id, async (transaction) => {
      let isKeyChecked = keyed === undefined || isKeyUsed;
      const load: Transaction['load'] = async (...queries) => {
        if (isKeyChecked || !keyed) return transaction.load(...queries);
        isKeyChecked = true;
        const [, [first], ...rows] = await transaction.load(...openKeys([keyed]), ...queries);
        if (first) throw new ReplayedAnswer(answerOf(first, keyed));
        return rows as QueryRows<typeof queries>;
      };
      return work({
        load,
        keep: (answer) => ({ answer }),
        save: async (answer, queries, newEvents = [], changes = []) => {
          if (!isKeyChecked) await load();
          emitted = newEvents;
          isKept = keyed !== undefined && !isKeyUsed;
          const kept = keyed && isKept ? [insertKeys([{ key: keyed, answer, now }])] : [];
          // A call of many transactions stands in the trail with the first, and with each that tells of a change.
          isAudited = audited !== undefined && (changes.length > 0 || !isTrailed);
          const trail = isAudited && audited ? [insertAudit([{ call: audited, changes }])] : [];
          await transaction.save(...queries, ...kept, ...trail, ...outboxQueries(newEvents));
          return { answer };
        },
      });
    });
    isTrailed ||= isAudited;
    isKeyUsed ||= isKept;
    // Whoever changed a centre's rules meets the new ones with the next call.
    await Promise.all(emitted.map((event) => events.emit(tenant.id, event)));
    return saved.answer;
  }

  const ctx: Ctx = {
    tenant,
    language,
    actor,
    now,
    requestId,
    isProved,
    audited,
    read: (...queries) => db.read(tenant.id, ...queries),
    write: (work) => repeatRaced(() => writeOnce(work)),
    writeBatch: (work, input) => groups.write(work, { ctx, input, key: keyed }),
  };
  return ctx;
}

/** The member of a request whose contract asks for one. Throws `notLoggedIn`. */
export function member(ctx: Ctx): MemberActor {
  if (ctx.actor.kind !== 'member') throw new AppError('notLoggedIn');
  return ctx.actor;
}

/** Before what matters: who asks must have shown within the last minutes who they are. Throws `proofNeeded`. */
export function requireProof({ isProved }: Ctx): void {
  if (!isProved) throw new AppError('proofNeeded');
}
