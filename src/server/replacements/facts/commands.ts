import type { Ctx } from '#server/kernel/ctx.ts';
import { addDays, addMinutes, localDate } from '#shared/kernel/dates.ts';
import { atMinute } from '#shared/personal-trainings/slots/domain.ts';
import type { Balance } from '#shared/replacements/contract.ts';
import {
  type CandidateFacts,
  type ReplacementSettings,
  Replacing,
  type Unfit,
  unfitFor,
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
  wanted: readonly { readonly startsAt: string }[],
): Promise<CandidateFacts[]> {
  const { timeZone } = ctx.tenant;
  const dates = wanted.map(({ startsAt }) => localDate(startsAt, timeZone)).toSorted();
  const [first = localDate(ctx.now, timeZone)] = dates;
  const last = dates.at(-1) ?? first;
  const [trainers, work, absences, offHours] = await read(
    data.listTrainers(ids),
    data.listWork(ids, addDays(first, -daysAround), addDays(last, daysAround)),
    data.listAbsences(first),
    data.listOffHours(first, last),
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

/** What keeps a trainer from all of these trainings, each reason once. */
export function problemsOf(ctx: Ctx, facts: CandidateFacts, wanted: readonly Wanted[]): Unfit[] {
  const settings = settingsOf(ctx);
  const found = wanted.flatMap((training) => unfitFor(facts, training, settings, ctx.tenant.timeZone));
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
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
