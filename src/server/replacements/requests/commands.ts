import { countWithin } from '#server/account/commands.ts';
import { type Ctx, member, type WriteTransaction } from '#server/kernel/ctx.ts';
import { mapInTurns } from '#server/kernel/files/slices.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { isUniqueViolation } from '#server/kernel/writes/constraints.ts';
import { compareInstants } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Balance } from '#shared/replacements/contract.ts';
import { opensToAllAt, type Unfit } from '#shared/replacements/domain.ts';
import * as data from '../data.ts';
import { askAll } from '../ending/commands.ts';
import { loadBalances, loadFacts, loadFit, problemFinder, settingsOf } from '../facts/commands.ts';
import { listTrainers } from '../facts/data.ts';
import { type Notifying, tell } from '../notifying/commands.ts';
import * as contacts from '../notifying/data.ts';

export interface Asked {
  readonly trainings: readonly (data.TrainingRow & { readonly opensToAllAt: string })[];
  readonly candidates: readonly {
    readonly trainerId: number;
    readonly name: string;
    readonly problems: readonly Unfit[];
    readonly balance: Balance;
  }[];
}

export function textsOf({ language, tenant }: Ctx): data.NameLanguages {
  return { language, defaultLanguage: tenant.defaultLanguage };
}

/** Throws `trainingNotFound` for trainings that are not there, not the trainer's own, or without a trainer. */
function refuseOthers(ctx: Ctx, rows: readonly data.TrainingRow[], ids: readonly number[]): void {
  const { isAdmin, trainerId } = member(ctx);
  const isWhole = rows.length === new Set(ids).size;
  const isOwn = rows.every((row) => row.trainerId !== null && (isAdmin || row.trainerId === trainerId));
  if (!isWhole || !isOwn) throw new AppError('trainingNotFound');
  const isAhead = rows.every(
    ({ startsAt, isCancelled }) => !isCancelled && compareInstants(startsAt, ctx.now) > 0,
  );
  if (!isAhead) throw new AppError('trainingIsOver');
}

/** Who could hold these trainings, and until when only the preferred would know of it. */
export async function previewAsking(ctx: Ctx, trainingIds: readonly number[]): Promise<Asked> {
  const [rows] = await ctx.read(data.listTrainings(trainingIds, textsOf(ctx)));
  refuseOthers(ctx, rows, trainingIds);
  const facts = await loadFacts(ctx, ctx.read, null, rows);
  const balanceOf = await loadBalances(ctx, ctx.read);
  const settings = settingsOf(ctx);
  const askers = new Set(rows.map(({ trainerId }) => trainerId));
  const problemsOf = problemFinder(ctx);
  const others = facts.filter(({ trainerId }) => !askers.has(trainerId));
  // Each of them is looked at for each of the trainings.
  const candidates = await mapInTurns(others, (trainer) => ({
    trainerId: trainer.trainerId,
    name: trainer.name,
    problems: problemsOf(trainer, rows),
    balance: balanceOf(trainer.trainerId),
  }));
  return {
    trainings: rows.map((row) => ({
      ...row,
      opensToAllAt: opensToAllAt(ctx.now, row.startsAt, true, settings),
    })),
    candidates: candidates.toSorted((one, other) => one.problems.length - other.problems.length),
  };
}

export interface Asking {
  readonly trainingIds: readonly number[];
  readonly reason: string;
  readonly comment: string;
  readonly preferredIds: readonly number[];
}

/**
 * Asks for somebody to hold trainings: the preferred are told first, or everybody fit at once. The trainings stay whose
 * they are until somebody is accepted. Throws `replacementAskedAlready`, `trainingNotFound`, `trainingIsOver`,
 * `itemNotFound` for a preferred trainer who is not there.
 */
export async function ask(
  ctx: Ctx,
  tokens: Tokens,
  origin: string,
  asking: Asking,
): Promise<{ replacementIds: number[]; told: number }> {
  try {
    return await write(ctx, tokens, origin, asking);
  } catch (error) {
    if (isUniqueViolation(error, 'replacements_one_open')) throw new AppError('replacementAskedAlready');
    throw error;
  }
}

/** Whoever asks and takes it back again and again has it told a few times a day. */
function mayTell(
  { now }: Ctx,
  load: WriteTransaction['load'],
  tokens: Tokens,
  { trainingId, trainerId }: { readonly trainingId: number; readonly trainerId: number },
): Promise<boolean> {
  const subject = tokens.attemptSubject(`replacement asked ${trainingId} ${trainerId}`);
  return countWithin(load, 'replacementMail', subject, now);
}

function write(
  ctx: Ctx,
  tokens: Tokens,
  origin: string,
  { trainingIds, reason, comment, preferredIds }: Asking,
) {
  const settings = settingsOf(ctx);
  return ctx.write(async ({ load, save }) => {
    const wanted = [...new Set(trainingIds)].toSorted((one, other) => one - other);
    const preferred = [...new Set(preferredIds)];
    const [, rows, asked, ids, trainers, known] = await load(
      data.lockTrainings(wanted),
      data.listTrainings(wanted, textsOf(ctx)),
      data.listAsked(wanted),
      data.nextIds(wanted.length),
      contacts.listTrainers(preferredIds),
      listTrainers(preferred),
    );
    refuseOthers(ctx, rows, wanted);
    if (asked.length > 0) throw new AppError('replacementAskedAlready');
    if (known.length !== preferred.length) throw new AppError('itemNotFound');
    const requests = rows.map((row, index) => {
      const own = preferred.filter((id) => id !== row.trainerId);
      const opens = opensToAllAt(ctx.now, row.startsAt, own.length > 0, settings);
      const isForAll = compareInstants(opens, ctx.now) <= 0;
      return {
        ...row,
        ...{ id: ids[index]?.id ?? 0, comment, opensToAllAt: opens, preferredIds: own, isForAll },
        trainerId: row.trainerId ?? 0,
        state: isForAll ? ('openAll' as const) : ('openPreferred' as const),
      };
    });
    await load(
      ...requests.flatMap((request) =>
        data.insertRequest({ ...request, accountId: member(ctx).accountId, reason }, ctx.now),
      ),
    );
    const spoken: typeof requests = [];
    for (const request of requests) if (await mayTell(ctx, load, tokens, request)) spoken.push(request);
    const fit = await loadFit(
      ctx,
      load,
      spoken.filter(({ isForAll }) => isForAll),
    );
    const tellings: Notifying[] = [];
    for (const request of spoken) {
      if (request.isForAll) tellings.push(await askAll(load, request, origin, fit));
      const to = trainers.filter(({ trainerId }) => request.preferredIds.includes(trainerId ?? 0));
      if (to.length > 0) tellings.push({ news: 'asked', request, to, origin, bySms: true });
    }
    const told = await tell(ctx, load, tellings);
    return save(
      { replacementIds: requests.map(({ id }) => id), told: told.told },
      told.queries,
      told.events,
      requests.map(({ id, trainingId, preferredIds: own }) => ({
        noun: 'replacements',
        id,
        after: { trainingId, reason, comment, preferred: own },
      })),
    );
  });
}
