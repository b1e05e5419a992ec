import { countWithin } from '#server/account/commands.ts';
import { type Ctx, member, type WriteTransaction } from '#server/kernel/ctx.ts';
import { mapInTurns } from '#server/kernel/files/slices.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { applyWithin } from '#server/schedule/editing/commands.ts';
import { addDays, addMinutes, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Balance } from '#shared/replacements/contract.ts';
import {
  isOpen,
  isSeenBy,
  type ReplacementState,
  refuseAccepting,
  refuseApplying,
  refuseCancelling,
  refuseWithdrawing,
  stateAt,
  type Unfit,
} from '#shared/replacements/domain.ts';
import { canResolve } from '#shared/replacements/policy.ts';
import * as data from './data.ts';
import { endOfChanged } from './ending/commands.ts';
import { loadBalances, loadFacts, problemFinder, settingsOf } from './facts/commands.ts';
import { lockTrainers } from './facts/data.ts';
import { type Notifying, tell } from './notifying/commands.ts';
import * as contacts from './notifying/data.ts';
import { textsOf } from './requests/commands.ts';

/** How long an ended request stays in the list. */
const shownDays = 30;

interface ShownCandidate extends data.CandidateRow {
  readonly problems: readonly Unfit[];
  readonly balance: Balance;
}

export interface Shown {
  readonly row: data.RequestRow;
  readonly state: ReplacementState;
  readonly isMine: boolean;
  readonly applications: number;
  /** Whoever decides sees them. */
  readonly candidates: readonly ShownCandidate[];
  readonly own: data.CandidateRow | undefined;
  readonly ownProblem: Unfit | undefined;
  readonly canApply: boolean;
  readonly canWithdraw: boolean;
  readonly canResolve: boolean;
}

/** Requests the reader may see, the soonest first; administrators see all in their own list. */
export async function listRequests(ctx: Ctx, isForAdmin: boolean, isMineOnly: boolean): Promise<Shown[]> {
  const { now, tenant, actor } = ctx;
  const { trainerId, accountId } = member(ctx);
  const [rows] = await ctx.read(
    data.listRequests(addDays(localDate(now, tenant.timeZone), -shownDays), textsOf(ctx)),
  );
  const [candidates] = await ctx.read(data.listCandidates(rows.map(({ id }) => id)));
  const of = Map.groupBy(candidates, ({ replacementId }) => replacementId);
  const ownOf = (id: number) => of.get(id)?.find((one) => one.trainerId === trainerId);
  const seen = rows.filter((row) => {
    if (isMineOnly && row.trainerId !== trainerId && row.accountId !== accountId) return false;
    return isForAdmin || isSeenBy(trainerId, row, ownOf(row.id), now);
  });
  const open = seen.filter((row) => isOpen(stateAt(row, now)));
  const ids = new Set([
    ...candidates.map((one) => one.trainerId),
    ...(trainerId === undefined ? [] : [trainerId]),
  ]);
  const facts = open.length === 0 ? [] : await loadFacts(ctx, ctx.read, [...ids], open);
  const balanceOf = await loadBalances(ctx, ctx.read);
  const factsOf = new Map(facts.map((one) => [one.trainerId, one]));
  const problemsOf = problemFinder(ctx);
  const problemsIn = (row: data.RequestRow, id: number): readonly Unfit[] => {
    const found = factsOf.get(id);
    return found && isOpen(stateAt(row, now)) ? problemsOf(found, [row]) : [];
  };
  return mapInTurns(seen, (row): Shown => {
    const state = stateAt(row, now);
    const own = ownOf(row.id);
    const isMine = row.trainerId === trainerId;
    const isAsked = trainerId !== undefined && !isMine && isOpen(state);
    const isTheirs = own !== undefined && ['applied', 'accepted'].includes(own.state);
    const mayApply = isAsked && !isTheirs && (state === 'openAll' || own?.isPreferred === true);
    const ownProblem = mayApply ? problemsIn(row, trainerId)[0] : undefined;
    const decides = canResolve(actor, row) && (isForAdmin || isMine);
    const all = of.get(row.id) ?? [];
    return {
      row,
      state,
      isMine,
      applications: all.filter((one) => one.state === 'applied').length,
      candidates: decides
        ? all.map((one) => ({
            ...one,
            problems: problemsIn(row, one.trainerId),
            balance: balanceOf(one.trainerId),
          }))
        : [],
      own,
      ownProblem,
      canApply: mayApply && ownProblem === undefined,
      canWithdraw: own?.state === 'applied' && isOpen(state),
      canResolve: decides && isOpen(state),
    };
  });
}

export interface Outcome {
  readonly id: number;
  readonly state: ReplacementState;
}

/** A request, locked behind its training, with everybody's part in it. Throws `itemNotFound`. */
async function lockRequest(ctx: Ctx, load: WriteTransaction['load'], id: number) {
  const [, , [row], candidates] = await load(
    data.lockTrainingOf(id),
    data.lockRequest(id),
    data.findRequest(id, textsOf(ctx)),
    data.listCandidates([id]),
  );
  if (!row) throw new AppError('itemNotFound');
  return { row, candidates };
}

function ownTrainer(ctx: Ctx): number {
  const { trainerId } = member(ctx);
  if (trainerId === undefined) throw new AppError('actionNotAllowed');
  return trainerId;
}

/** Offers to hold a training. Throws `applicationFailed`, `replacementFilled`, or what keeps the trainer from it. */
export function applyFor(
  ctx: Ctx,
  { origin, tokens }: { readonly origin: string; readonly tokens: Tokens },
  replacementId: number,
  comment: string,
): Promise<Outcome> {
  const trainerId = ownTrainer(ctx);
  return ctx.write(async ({ load, save }) => {
    const { row, candidates } = await lockRequest(ctx, load, replacementId);
    const own = candidates.find((one) => one.trainerId === trainerId);
    if (!isSeenBy(trainerId, row, own, ctx.now)) throw new AppError('itemNotFound');
    const [facts] = await loadFacts(ctx, load, [trainerId], [row]);
    const unfit = facts ? problemFinder(ctx)(facts, [row]) : [];
    refuseApplying(row, own, trainerId, unfit, ctx.now);
    const [asker, admins] = await load(contacts.listTrainers([row.trainerId]), contacts.listAdministrators());
    const who = facts?.name ?? '';
    const isTold = await mayTell(ctx, load, tokens, { replacementId, trainerId });
    const told = await tell(
      ctx,
      load,
      isTold ? [{ news: 'applied', request: row, to: [...asker, ...admins], who, origin }] : [],
    );
    const saved = data.saveApplication(replacementId, trainerId, { state: 'applied', comment, now: ctx.now });
    return save(
      { id: replacementId, state: stateAt(row, ctx.now) },
      [...saved, ...told.queries],
      told.events,
      [
        {
          noun: 'replacements',
          id: replacementId,
          before: { application: own?.state ?? null },
          after: { application: 'applied', trainerId },
        },
      ],
    );
  });
}

/** Whoever offers and takes it back again and again has it told a few times a day. */
function mayTell(
  { now }: Ctx,
  load: WriteTransaction['load'],
  tokens: Tokens,
  { replacementId, trainerId }: { readonly replacementId: number; readonly trainerId: number },
): Promise<boolean> {
  return countWithin(
    load,
    'replacementMail',
    tokens.attemptSubject(`replacement ${replacementId} ${trainerId}`),
    now,
  );
}

/** Takes an offer back. Throws `applicationNotFound`, `cancelApplicationFailed`. */
export function withdraw(ctx: Ctx, tokens: Tokens, replacementId: number): Promise<Outcome> {
  const trainerId = ownTrainer(ctx);
  return ctx.write(async ({ load, save }) => {
    const { row, candidates } = await lockRequest(ctx, load, replacementId);
    const own = candidates.find((one) => one.trainerId === trainerId);
    refuseWithdrawing(own);
    const [asker] = await load(contacts.listTrainers([row.trainerId]));
    const isTold = await mayTell(ctx, load, tokens, { replacementId, trainerId });
    const told = await tell(
      ctx,
      load,
      isTold ? [{ news: 'withdrawn', request: row, to: asker, who: own?.name ?? '' }] : [],
    );
    const saved = data.saveApplication(replacementId, trainerId, {
      ...{ state: 'withdrawn', comment: own?.comment ?? '', now: ctx.now },
    });
    return save(
      { id: replacementId, state: stateAt(row, ctx.now) },
      [...saved, ...told.queries],
      told.events,
      [
        {
          noun: 'replacements',
          id: replacementId,
          before: { application: 'applied' },
          after: { application: 'withdrawn', trainerId },
        },
      ],
    );
  });
}

/** Takes a request back: its trainer holds the training. Throws `replacementFilled`, `replacementClosed`. */
export function cancel(ctx: Ctx, replacementId: number): Promise<Outcome> {
  return ctx.write(async ({ load, save }) => {
    const { row, candidates } = await lockRequest(ctx, load, replacementId);
    if (!canResolve(ctx.actor, row)) throw new AppError('itemNotFound');
    refuseCancelling(row, ctx.now);
    const applied = candidates.filter(({ state }) => state === 'applied').map((one) => one.trainerId);
    const isOwn = member(ctx).trainerId === row.trainerId;
    const [to] = await load(contacts.listTrainers(isOwn ? applied : [...applied, row.trainerId]));
    const told = await tell(ctx, load, to.length === 0 ? [] : [{ news: 'ended', request: row, to }]);
    return save(
      { id: replacementId, state: 'cancelled' as const },
      [...data.end([replacementId], 'cancelled', 'takenBack', ctx.now), ...told.queries],
      told.events,
      [
        {
          noun: 'replacements',
          id: replacementId,
          before: { state: row.state },
          after: { state: 'cancelled' },
        },
      ],
    );
  });
}

/**
 * Gives the training to somebody: the check, the change of trainer and what follows from it are one transaction, so of
 * two who accept at once one wins and the other is told that it is filled (mission 2.8). Booked people are told and may
 * leave free for a while. Throws what `refuseAccepting` does.
 */
export function accept(ctx: Ctx, origin: string, replacementId: number, helperId: number): Promise<Outcome> {
  return ctx.write((transaction) => acceptWithin(ctx, transaction, origin, replacementId, helperId));
}

async function acceptWithin(
  ctx: Ctx,
  { load, save }: WriteTransaction,
  origin: string,
  replacementId: number,
  helperId: number,
) {
  const { now } = ctx;
  const { row, candidates } = await lockRequest(ctx, load, replacementId);
  if (!canResolve(ctx.actor, row)) throw new AppError('itemNotFound');
  await load(lockTrainers([helperId]));
  const [facts] = await loadFacts(ctx, load, [helperId], [row]);
  if (!facts || helperId === row.trainerId) throw new AppError('applicationNotFound');
  const application = candidates.find((one) => one.trainerId === helperId);
  refuseAccepting(row, application, member(ctx).isAdmin, problemFinder(ctx)(facts, [row]), now);
  const [helper, asker, others] = await load(
    contacts.listTrainers([helperId]),
    contacts.listTrainers([row.trainerId]),
    contacts.listTrainers(
      candidates.flatMap((one) =>
        one.state === 'applied' && one.trainerId !== helperId ? [one.trainerId] : [],
      ),
    ),
  );
  const tellings: Notifying[] = [
    { news: 'accepted', request: row, to: helper, who: facts.name, origin, bySms: true },
    { news: 'handedOver', request: row, to: asker, who: facts.name, origin, bySms: true },
    ...(others.length > 0 ? [{ news: 'rejected', request: row, to: others } as const] : []),
  ];
  const told = await tell(ctx, load, tellings);
  const leaveUntil = addMinutes(now, settingsOf(ctx).leaveFreeHours * 60);
  // Filled before the training changes hands: a change of trainer ends whatever is open.
  await load(...data.accept(row, helperId, now), ...told.queries);
  const applied = await applyWithin(
    ctx,
    load,
    {
      command: {
        kind: 'edit',
        trainingId: row.trainingId,
        scope: 'this',
        changes: { trainerId: helperId },
        overwrites: false,
      },
      ...{ choice: { onClash: 'stop', roomIds: [] }, planId: null, version: null, isTold: true, leaveUntil },
    },
    endOfChanged,
  );
  return save(
    { id: replacementId, state: 'accepted' as const },
    applied.queries,
    [...applied.events, ...told.events],
    [
      ...applied.changes,
      {
        noun: 'replacements',
        id: replacementId,
        before: { state: row.state, trainerId: row.trainerId },
        after: { state: 'accepted', trainerId: helperId },
      },
    ],
  );
}
