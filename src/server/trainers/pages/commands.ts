import { findLikings } from '#server/feedback/likings/commands.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { findFirstSlot } from '#server/personal-trainings/slots/commands.ts';
import { listTrainers } from '#server/personal-trainings/slots/data.ts';
import { listForSale } from '#server/products/data.ts';
import { listOfTrainer } from '#server/schedule/data.ts';
import { textsOf } from '#server/schedule/wire.ts';
import { addDays, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isOpen } from '#shared/personal-trainings/contract.ts';
import * as data from './data.ts';

/** Trainings of two weeks are told, today's the first. */
const toldDays = 14;

/** Everything a trainer's page says. Throws `itemNotFound` where nobody of the number teaches. */
export async function findTrainerPage(ctx: Ctx, id: number) {
  const today = localDate(ctx.now, ctx.tenant.timeZone);
  const period = { from: today, until: addDays(today, toldDays - 1) };
  const [[card], trainings, offering, products] = await ctx.read(
    data.findCard(id, textsOf(ctx)),
    listOfTrainer(id, period, textsOf(ctx)),
    listTrainers({ today }),
    listForSale({ kind: 'personalTraining' }),
  );
  if (!card) throw new AppError('itemNotFound');
  const isOffering = isOpen(ctx.tenant.pageRules) && offering.some((trainer) => trainer.id === id);
  const likings = await findLikings(ctx, { trainerId: id });
  return { card, trainings, liking: likings.trainer, products: isOffering ? products : [] };
}

/** The next time that could be booked with a trainer; null where there is none within two weeks, or none are sold. */
export async function findFirstFree(ctx: Ctx, id: number): Promise<string | null> {
  if (!isOpen(ctx.tenant.pageRules)) return null;
  return (await findFirstSlot(ctx, id))?.startsAt ?? null;
}
