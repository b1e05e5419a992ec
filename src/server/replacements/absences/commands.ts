import { saveChoice } from '#server/consents/data.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { loadBalances } from '../facts/commands.ts';
import { listAbsences } from '../facts/data.ts';
import * as data from './data.ts';

/** What the reader asked and helped, when they are away, and whether SMS come to them. */
export async function findOwn(ctx: Ctx) {
  const { accountId, trainerId } = member(ctx);
  const [[account], away] = await ctx.read(
    data.findSms(accountId),
    listAbsences(localDate(ctx.now, ctx.tenant.timeZone)),
  );
  const balanceOf = await loadBalances(ctx, ctx.read);
  return {
    balance: balanceOf(trainerId ?? 0),
    absences: away.filter((one) => one.trainerId === trainerId),
    takesSms: account?.takesSms === true,
    isTrainer: trainerId !== undefined,
  };
}

/** The reader is away on these dates. Throws `dataValidationFailed` for dates the wrong way round, or long past. */
export function addAbsence(
  ctx: Ctx,
  { from, until }: { readonly from: string; readonly until: string },
): Promise<{ id: number }> {
  const { trainerId } = member(ctx);
  if (trainerId === undefined) throw new AppError('itemNotFound');
  const today = localDate(ctx.now, ctx.tenant.timeZone);
  if (until < from || until < today) throw new AppError('dataValidationFailed', { field: 'until' });
  return ctx.write(async ({ load, save }) => {
    const [[made]] = await load(data.insertAbsence(trainerId, { from, until, now: ctx.now }));
    const id = made?.id ?? 0;
    return save({ id }, [], [], [{ noun: 'absences', id, after: { from, until } }]);
  });
}

/** Throws `itemNotFound` for another's. */
export function removeAbsence(ctx: Ctx, id: number): Promise<Record<never, never>> {
  return ctx.write(async ({ load, save }) => {
    const [[gone]] = await load(data.deleteAbsence(id, member(ctx).trainerId ?? 0));
    if (!gone) throw new AppError('itemNotFound');
    return save({}, [], [], [{ noun: 'absences', id, before: { id } }]);
  });
}

/** Whether requests for a replacement come to the reader by SMS too. */
export function changeSms(ctx: Ctx, takesSms: boolean): Promise<{ status: boolean }> {
  const { accountId, clientId } = member(ctx);
  const { language, now } = ctx;
  const consent = { clientId, purpose: 'substituteSms', isGiven: takesSms, source: 'profile' } as const;
  return ctx.write(({ save }) =>
    save({ status: takesSms }, [data.setSms(accountId, takesSms), saveChoice({ ...consent, language, now })]),
  );
}
