import type { Ctx } from '../ctx.ts';
import { type Db, isConnectionLost, type Query, type QueryRows, type Transaction } from '../db.ts';
import { type DomainEvent, type EventBus, outboxQueries } from '../events.ts';
import { insertAudit } from './audit.ts';
import { repeatRaced } from './constraints.ts';
import { type AccountKey, answerOf, insertKeys, openKeys, type StoredAnswer } from './idempotency.ts';

/** Transactions of one kind and tenant at once: one is decided while the other waits for the disk. */
const mostRunning = 2;
/** Calls in one transaction: enough for a rush, few enough that nobody holds a lock for long. */
const largestBatch = 64;

/** One of the calls decided together. */
export interface GroupCall<Input> {
  readonly input: Input;
  readonly ctx: Ctx;
  /** Known after the first load: the same call, by its key, was answered before and is not decided again. */
  readonly isAnswered: boolean;
  /** It was found before that only a transaction of its own will do: this is it, and may lock more from the start. */
  readonly runsAlone: boolean;
}

/** What became of a call. `alone`: it can only be decided in a transaction of its own, and will be. */
export type GroupOutcome<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'alone' };

/** The outcome of a decision that answers or throws its refusal. */
export function outcomeOf<Answer>(decide: () => Answer): GroupOutcome<Answer> {
  try {
    return { kind: 'done', answer: decide() };
  } catch (error) {
    return { kind: 'refused', error };
  }
}

/** What to save for a group: one outcome for each call that is not answered, in their order. */
interface GroupDecision<Answer> {
  readonly outcomes: readonly GroupOutcome<Answer>[];
  readonly queries: readonly Query[];
  readonly events: readonly DomainEvent[];
}

/** A write that many callers press at once: load, decide and save for all of them together. */
export interface GroupWork<Input, Answer> {
  /** Calls with the same value never share a transaction. */
  conflictKey(input: Input): number;
  decide(calls: readonly GroupCall<Input>[], load: Transaction['load']): Promise<GroupDecision<Answer>>;
}

interface Waiting<Input, Answer> {
  readonly ctx: Ctx;
  readonly input: Input;
  readonly key: AccountKey | undefined;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Calls of the same kind and tenant that come while earlier ones are under way are decided together, in their
 * order of coming, in one transaction. A call that comes alone waits for nobody. When the database refuses a
 * group, nothing of it has happened, and each call is done by itself.
 */
export class Groups {
  private readonly db: Db;
  private readonly events: EventBus;
  private readonly lines = new Map<object, Map<number, Line<never, never>>>();

  constructor(db: Db, events: EventBus) {
    this.db = db;
    this.events = events;
  }

  write<Input, Answer>(
    work: GroupWork<Input, Answer>,
    call: { readonly ctx: Ctx; readonly input: Input; readonly key: AccountKey | undefined },
  ): Promise<Answer> {
    const tenantId = call.ctx.tenant.id;
    const ofWork = this.lines.get(work) ?? new Map<number, Line<never, never>>();
    this.lines.set(work, ofWork);
    const line =
      (ofWork.get(tenantId) as Line<Input, Answer> | undefined) ??
      new Line(work, this.db, this.events, tenantId);
    ofWork.set(tenantId, line as unknown as Line<never, never>);
    return new Promise((resolve, reject) => line.join({ ...call, resolve, reject }));
  }

  /** Whether more calls wait than one transaction takes. */
  isCrowded(): boolean {
    for (const ofWork of this.lines.values()) {
      for (const line of ofWork.values()) if (line.isCrowded()) return true;
    }
    return false;
  }
}

class Line<Input, Answer> {
  private readonly work: GroupWork<Input, Answer>;
  private readonly db: Db;
  private readonly events: EventBus;
  private readonly tenantId: number;
  private waiting: Waiting<Input, Answer>[] = [];
  private running = 0;

  constructor(work: GroupWork<Input, Answer>, db: Db, events: EventBus, tenantId: number) {
    this.work = work;
    this.db = db;
    this.events = events;
    this.tenantId = tenantId;
  }

  join(call: Waiting<Input, Answer>): void {
    this.waiting.push(call);
    this.startNext();
  }

  isCrowded(): boolean {
    return this.waiting.length > largestBatch;
  }

  private startNext(): void {
    if (this.running >= mostRunning || this.waiting.length === 0) return;
    this.running += 1;
    void this.run(this.takeGroup()).finally(() => {
      this.running -= 1;
      this.startNext();
    });
  }

  /** First come first, each `apart` once; the others keep their order for the next one. */
  private takeGroup(): Waiting<Input, Answer>[] {
    const group: Waiting<Input, Answer>[] = [];
    const kept: Waiting<Input, Answer>[] = [];
    const seen = new Set<number>();
    for (const call of this.waiting) {
      const conflictKey = this.work.conflictKey(call.input);
      if (group.length < largestBatch && !seen.has(conflictKey)) group.push(call);
      else kept.push(call);
      seen.add(conflictKey);
    }
    this.waiting = kept;
    return group;
  }

  private async run(group: readonly Waiting<Input, Answer>[], runsAlone = false): Promise<void> {
    let outcomes: readonly GroupOutcome<Answer>[] | undefined;
    try {
      outcomes = await this.attempt(group, runsAlone);
    } catch (error) {
      if (group.length === 1 || isConnectionLost(error)) {
        for (const call of group) call.reject(error);
        return;
      }
    }
    for (const [index, call] of group.entries()) {
      const outcome = outcomes?.[index];
      if (outcome?.kind === 'done') call.resolve(outcome.answer);
      else if (outcome?.kind === 'refused') call.reject(outcome.error);
      // The database took nothing of the group: each by itself, so that one call's fault is nobody else's.
      else if (!outcomes) await this.run([call]);
      else if (!runsAlone) await this.run([call], true);
      else call.reject(new Error('a call alone was not decided'));
    }
  }

  private async attempt(
    group: readonly Waiting<Input, Answer>[],
    runsAlone: boolean,
  ): Promise<readonly GroupOutcome<Answer>[]> {
    // A group that lost a race is taken apart at once.
    return group.length > 1
      ? this.attemptOnce(group, runsAlone)
      : repeatRaced(() => this.attemptOnce(group, runsAlone));
  }

  private async attemptOnce(group: readonly Waiting<Input, Answer>[], runsAlone: boolean) {
    const keys = group.flatMap(({ key }) => key ?? []);
    const calls = group.map(({ ctx, input }) => ({ ctx, input, isAnswered: false, runsAlone }));
    const outcomes: (GroupOutcome<Answer> | undefined)[] = group.map(() => undefined);
    let emitted: readonly DomainEvent[] = [];
    await this.db.write(this.tenantId, async (transaction) => {
      let isFirst = true;
      const load: Transaction['load'] = async (...queries) => {
        if (!isFirst || keys.length === 0) return transaction.load(...queries);
        isFirst = false;
        const [, found, ...rows] = await transaction.load(...openKeys(keys), ...queries);
        this.replay(group, found, (index, outcome) => {
          outcomes[index] = outcome;
          const call = calls[index];
          if (call) call.isAnswered = true;
        });
        return rows as QueryRows<typeof queries>;
      };
      const decision = await this.work.decide(calls, load);
      const decided = decision.outcomes.values();
      for (const [index, call] of calls.entries())
        if (!call.isAnswered) outcomes[index] = decided.next().value;
      const kept = group.flatMap(({ key, ctx }, index) => {
        const outcome = outcomes[index];
        const isNew = key && outcome?.kind === 'done' && !calls[index]?.isAnswered;
        return isNew ? [{ key, answer: outcome.answer, now: ctx.now }] : [];
      });
      if (decision.queries.length === 0 && kept.length === 0) return;
      emitted = decision.events;
      const keeping = kept.length > 0 ? [insertKeys(kept)] : [];
      const audited = calls.flatMap(({ ctx, isAnswered }, index) => {
        const isDone = !isAnswered && outcomes[index]?.kind === 'done';
        return isDone && ctx.audited ? [{ call: ctx.audited, changes: [] }] : [];
      });
      const trail = audited.length > 0 ? [insertAudit(audited)] : [];
      await transaction.save(...decision.queries, ...keeping, ...trail, ...outboxQueries(emitted));
    });
    for (const event of emitted) this.events.emit(this.tenantId, event);
    return outcomes.map((outcome): GroupOutcome<Answer> => outcome ?? { kind: 'alone' });
  }

  /** Calls answered before have the same answer again, or are refused for asking something else. */
  private replay(
    group: readonly Waiting<Input, Answer>[],
    found: readonly StoredAnswer[],
    settle: (index: number, outcome: GroupOutcome<Answer>) => void,
  ): void {
    for (const first of found) {
      const index = group.findIndex(({ key }) => key?.key === first.key && key.accountId === first.accountId);
      const key = group[index]?.key;
      if (!key) continue;
      try {
        settle(index, { kind: 'done', answer: answerOf(first, key) as Answer });
      } catch (error) {
        settle(index, { kind: 'refused', error });
      }
    }
  }
}
