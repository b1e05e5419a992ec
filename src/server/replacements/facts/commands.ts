import type { Ctx } from '#server/kernel/ctx.ts';
import { mapInTurns } from '#server/kernel/files/slices.ts';
import { addDays, addMinutes, localDate } from '#shared/kernel/dates.ts';
import { compareTexts, earlierOf, laterOf } from '#shared/kernel/order.ts';
import { atMinute } from '#shared/personal-trainings/slots/domain.ts';
import type { Balance } from '#shared/replacements/contract.ts';
import {
  type CandidateFacts,
  type ReplacementSettings,
  Replacing,
  type Unfit,
  unfitFinder,
  type Wanted,
} from '#shared/replacements/domain.ts';
import * as data from './data.ts';

type Read = Ctx['read'];

export function settingsOf({ tenant }: Pick<Ctx, 'tenant'>): ReplacementSettings {
  return Replacing.parse(tenant.company).replacements;
}

/** Around a training: its week and the days beside it. */
const daysAround = 8;

/** What decides whether trainers can hold these trainings; `ids` null: everybody who is active. */
export async function loadFacts(
  ctx: Ctx,
  read: Read,
  ids: readonly number[] | null,
  wanted: readonly Pick<Wanted, 'startsAt' | 'endsAt'>[],
): Promise<CandidateFacts[]> {
  const { timeZone } = ctx.tenant;
  const days = wanted.map(({ startsAt, endsAt }) => ({
    from: localDate(startsAt, timeZone),
    until: localDate(endsAt, timeZone),
  }));
  const first = days.map(({ from }) => from).reduce(earlierOf, '9999-12-31');
  // Only what is near one of them: they may be months apart.
  const near = days.map(({ from }) => ({
    from: addDays(from, -daysAround),
    until: addDays(from, daysAround),
  }));
  const [trainers, work, absences, offHours] = await read(
    data.listTrainers(ids),
    data.listWork(ids, joined(near)),
    data.listAbsences(first),
    data.listOffHours(joined(days)),
  );
  const workOf = Map.groupBy(work, ({ trainerId }) => trainerId);
  const awayOf = Map.groupBy(absences, ({ trainerId }) => trainerId);
  const offOf = Map.groupBy(offHours, ({ trainerId }) => trainerId);
  return trainers.map((trainer) => ({
    ...trainer,
    work: workOf.get(trainer.trainerId) ?? [],
    absences: awayOf.get(trainer.trainerId) ?? [],
    offHours: (offOf.get(trainer.trainerId) ?? []).map(({ date, from, until }) => ({
      startsAt: atMinute(date, from, timeZone),
      endsAt: atMinute(date, until, timeZone),
    })),
  }));
}

/** The same dates, each in one span alone. */
function joined(spans: readonly data.Dates[]): data.Dates[] {
  const apart: data.Dates[] = [];
  for (const span of spans.toSorted((one, other) => compareTexts(one.from, other.from))) {
    const before = apart.at(-1);
    if (before && span.from <= before.until) {
      apart[apart.length - 1] = { from: before.from, until: laterOf(before.until, span.until) };
    } else apart.push(span);
  }
  return apart;
}

/** Tells what keeps a trainer from all of these trainings, each reason once; one finder serves many of both. */
export function problemFinder(ctx: Ctx): (facts: CandidateFacts, wanted: readonly Wanted[]) => Unfit[] {
  const unfitFor = unfitFinder(settingsOf(ctx), ctx.tenant.timeZone);
  return (facts, wanted) => {
    const found = wanted.flatMap((training) => unfitFor(facts, training));
    return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
  };
}

/**
 * Who is fit for each of these trainings alone, by training: what everybody holds is read and gone through once for all of
 * them, in turns with everybody else.
 */
export async function loadFit(
  ctx: Ctx,
  read: Read,
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (wanted.length === 0) return new Map();
  const facts = await loadFacts(ctx, read, null, wanted);
  const problemsOf = problemFinder(ctx);
  const fit = await mapInTurns(facts, (trainer) =>
    wanted.flatMap((training) => {
      const isFit = problemsOf(trainer, [training]).length === 0;
      return isFit ? [{ trainingId: training.trainingId, trainerId: trainer.trainerId }] : [];
    }),
  );
  const ofTraining = Map.groupBy(fit.flat(), ({ trainingId }) => trainingId);
  return new Map(
    [...ofTraining].map(([trainingId, trainers]) => [trainingId, trainers.map(({ trainerId }) => trainerId)]),
  );
}

const year = 365 * 24 * 60;
const nothing: Balance = { asked: 0, helped: 0, askedHours: 0, helpedHours: 0, answerMinutes: null };

/** Asking and helping of the last year, by trainer. */
export async function loadBalances(ctx: Ctx, read: Read): Promise<(trainerId: number) => Balance> {
  const [rows] = await read(data.listBalances(addMinutes(ctx.now, -year)));
  const byTrainer = new Map(
    rows.map(({ trainerId, askedMinutes, helpedMinutes, ...rest }) => [
      trainerId,
      { ...rest, askedHours: askedMinutes / 60, helpedHours: helpedMinutes / 60 },
    ]),
  );
  return (trainerId) => byTrainer.get(trainerId) ?? nothing;
}
