import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query, Transaction } from '#server/kernel/db.ts';
import type { ContractEvent, MailEvent } from '#server/kernel/events.ts';
import { statusOf } from '#server/kernel/statuses.ts';
import { finalDay } from '#shared/contracts/domain.ts';
import { phaseOn } from '#shared/contracts/status/domain.ts';
import { addDays, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { takeMessages } from '../billing-runs/data.ts';
import { writeLapsedMail, writeOutlivedMail } from '../mails.ts';
import { allowsOf, type ContractView, getView } from '../views/commands.ts';
import * as data from './data.ts';

type Load = Transaction['load'];

/** A booking that is lost with a change of its contract. */
export interface LostBooking {
  readonly id: number;
  readonly name: string;
  readonly startsAt: string;
  /** Counts as cancelled late. */
  readonly isLate: boolean;
  /** Another number whenever it has become another. */
  readonly sequence: number;
}

/**
 * The bookings of some dates that hang on a contract. `byChoice`: what takes them is their owner's choice, who could as well
 * have cancelled them, so that what is late costs what it costs then; otherwise all are free.
 */
export async function lostBookings(
  { now }: Ctx,
  load: Load,
  { row }: ContractView,
  dates: { readonly fromOn: string; readonly untilOn: string | null },
  byChoice = false,
): Promise<LostBooking[]> {
  const of = { contractId: row.id, clientId: row.clientId, ...dates, now };
  const [upcoming] = await load(data.listUpcoming(of));
  return upcoming.map((one) => ({ ...one, isLate: byChoice && one.isLate }));
}

/** Has them given back once the change is written; none where there are none. */
export function releasing(
  { now }: Ctx,
  contractId: number,
  lost: readonly LostBooking[],
): readonly ContractEvent[] {
  if (lost.length === 0) return [];
  return [
    {
      ...{ topic: 'contract', kind: 'release', dedupeKey: `release:${contractId}:${now}`, contractId },
      registrationIds: lost.filter(({ isLate }) => !isLate).map(({ id }) => id),
      lateIds: lost.filter(({ isLate }) => isLate).map(({ id }) => id),
    },
  ];
}

/** Gives a booking back. */
export type GiveBack = (ctx: Ctx, clientId: number, registrationId: number) => Promise<unknown>;

/** Gives bookings back. What was given back before, or has begun, is left as it is. */
export async function releaseBookings(
  ctx: Ctx,
  giveBack: GiveBack,
  clientId: number,
  registrationIds: readonly number[],
): Promise<void> {
  for (const registrationId of registrationIds) {
    try {
      await giveBack(ctx, clientId, registrationId);
    } catch (error) {
      if (!(error instanceof AppError) || statusOf(error) >= 500) throw error;
    }
  }
}

/**
 * Gives back what a change of a contract took, some of it by the terms of cancelling. What the contract covers again stays: a
 * notice or a freeze may have been taken back before it came to this.
 */
export async function releaseTaken(
  ctx: Ctx,
  { giveBack, giveBackLate }: { readonly giveBack: GiveBack; readonly giveBackLate: GiveBack },
  contractId: number,
  {
    registrationIds,
    lateIds,
  }: { readonly registrationIds: readonly number[]; readonly lateIds: readonly number[] },
): Promise<void> {
  const { timeZone } = ctx.tenant;
  const view = await getView(ctx, ctx.read, { contractId, clientId: null });
  const { facts, row } = view;
  const running = { ...facts, endsOn: finalDay(facts) };
  const fromOn = localDate(ctx.now, timeZone);
  const upcoming = await lostBookings(ctx, ctx.read, view, { fromOn, untilOn: null });
  const covered = upcoming.filter(({ startsAt }) => {
    const phase = phaseOn(running, localDate(startsAt, timeZone));
    return phase === 'active' || phase === 'noticeGiven';
  });
  const kept = new Set(covered.map(({ id }) => id));
  const taken = (ids: readonly number[]) => ids.filter((id) => !kept.has(id));
  await releaseBookings(ctx, giveBack, row.clientId, taken(registrationIds));
  await releaseBookings(ctx, giveBackLate, row.clientId, taken(lateIds));
}

/** Has the bookings given back that a contract may not keep in the status it has come to. */
export function lapsing({ now }: Pick<Ctx, 'now'>, contractId: number): ContractEvent {
  const dedupeKey = `lapsed:${contractId}:${now}`;
  return { topic: 'contract', kind: 'lapsed', dedupeKey, contractId, lapsedAt: now };
}

/**
 * Gives back what a contract that is blocked, in bad debt or with a collector may not keep (mission 2.5), and says so by
 * mail first, whatever comes in between: once of each booking as it stands and day, so that of two lapses at one moment one
 * tells. Of a block with an end, what lies within it. Who has paid meanwhile, or is blocked no more, keeps everything.
 */
export async function releaseLapsed(
  ctx: Ctx,
  giveBack: GiveBack,
  { contractId, lapsedAt }: { readonly contractId: number; readonly lapsedAt: string },
): Promise<void> {
  const view = await getView(ctx, ctx.read, { contractId, clientId: null });
  if (view.status === null || allowsOf(ctx, view).keep) return;
  const untilOn = view.status === 'blocked' ? (view.facts.block?.untilOn ?? null) : null;
  const fromOn = localDate(ctx.now, ctx.tenant.timeZone);
  const lost = await lostBookings(ctx, ctx.read, view, { fromOn, untilOn });
  await releaseTold(ctx, giveBack, view, lost, {
    cause: `lapsed:${lapsedAt.slice(0, 10)}`,
    write: (told) => writeLapsedMail(ctx, view.row, { lost: told }),
  });
}

/** Has another contract of its client cover a booking, where one does; what is no booking to come any more needs none. */
export type EntitleAnew = (ctx: Ctx, clientId: number, registrationId: number) => Promise<boolean>;

/** Has it looked into which contracts have bookings after their end, by the night: whatever it was that ended them. */
export function tellOutlived(ctx: Ctx, date: string): Promise<void> {
  return ctx.write(async ({ load, save }) => {
    const [outlived] = await load(data.listOutlived({ clientId: null, now: ctx.now }));
    const events = outlived.map(({ id: contractId }) => {
      const dedupeKey = `outlived:${contractId}:${date}:${ctx.now}`;
      return { topic: 'contract', kind: 'outlived', dedupeKey, contractId } as const;
    });
    return save(undefined, [], events);
  });
}

/**
 * Bookings of days after the end of a contract that was to go on and does not, above all because another follows it: what
 * that one covers it covers, and counts, and the rest is given back for nothing, with a mail that says so. What was late when
 * its owner gave notice is late whoever gives it back first.
 */
export async function releaseOutlived(
  ctx: Ctx,
  {
    entitleAnew,
    takeOut,
    giveBackLate,
  }: { readonly entitleAnew: EntitleAnew; readonly takeOut: GiveBack; readonly giveBackLate: GiveBack },
  contractId: number,
): Promise<void> {
  const view = await getView(ctx, ctx.read, { contractId, clientId: null });
  const { endsOn, isRenewing } = view.facts;
  if (endsOn === null || isRenewing) return;
  const after = await lostBookings(ctx, ctx.read, view, { fromOn: addDays(endsOn, 1), untilOn: null });
  const lost: LostBooking[] = [];
  for (const one of after) if (!(await entitleAnew(ctx, view.row.clientId, one.id))) lost.push(one);
  const keys = view.row.noticeAt === null ? [] : lost.map((one) => keyOf(lateByNotice, one));
  const [noted] = keys.length > 0 ? await ctx.read(data.listNoted(contractId, keys)) : [[]];
  const late = new Set(noted.map(({ key }) => key));
  const isLate = (one: LostBooking) => late.has(keyOf(lateByNotice, one));
  const byTerms = lost.filter(isLate).map(({ id }) => id);
  await releaseBookings(ctx, giveBackLate, view.row.clientId, byTerms);
  const free = lost.filter((one) => !isLate(one));
  await releaseTold(ctx, takeOut, view, free, {
    cause: outlived,
    write: (told) => writeOutlivedMail(ctx, view.row, { endsOn, lost: told }),
  });
}

const outlived = 'outlived';
const lateByNotice = 'late';
const keyOf = (cause: string, { id, sequence }: LostBooking) => `${cause}:${id}:${sequence}`;

/** Whoever gave notice was told of what is lost behind the end, and of what is late: no other mail says it once more. */
export function toldOutlived({ now }: Ctx, contractId: number, lost: readonly LostBooking[]): Query[] {
  if (lost.length === 0) return [];
  const causesOf = ({ isLate }: LostBooking) => (isLate ? [outlived, lateByNotice] : [outlived]);
  return [
    takeMessages(
      lost.flatMap((one) => causesOf(one).map((cause) => ({ contractId, key: keyOf(cause, one) }))),
      now,
    ),
  ];
}

/** Gives bookings back once a mail has said so of those that it was not said of yet for this cause. */
async function releaseTold(
  ctx: Ctx,
  giveBack: GiveBack,
  { row: { id: contractId, clientId } }: ContractView,
  lost: readonly LostBooking[],
  { cause, write }: { readonly cause: string; write(told: readonly LostBooking[]): MailEvent },
): Promise<void> {
  if (lost.length === 0) return;
  await ctx.write(async ({ load, save }) => {
    const messages = lost.map((one) => ({ contractId, key: keyOf(cause, one) }));
    const [taken] = await load(takeMessages(messages, ctx.now));
    const untold = new Set(taken.map(({ key }) => key));
    const told = lost.filter((one) => untold.has(keyOf(cause, one)));
    return save(undefined, [], told.length > 0 ? [write(told)] : []);
  });
  await releaseBookings(
    ctx,
    giveBack,
    clientId,
    lost.map(({ id }) => id),
  );
}
