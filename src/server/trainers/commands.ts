import type { Ctx } from '#server/kernel/ctx.ts';
import { type AskedTime, askedSpan } from '#server/rooms/commands.ts';
import { findUses } from '#server/schedule/clashes/commands.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { TrainerUse } from '#shared/schedule/clashes/domain.ts';
import { findTrainer } from './data.ts';

/** What keeps a trainer busy at a wall time; undefined when free. Throws `itemNotFound`, `dataValidationFailed`. */
export async function findTrainerTaker(
  ctx: Ctx,
  trainerId: number | undefined,
  asked: AskedTime,
): Promise<TrainerUse | undefined> {
  const span = askedSpan(ctx, asked);
  const [[trainer]] = await ctx.read(findTrainer(trainerId ?? 0));
  if (!trainer) throw new AppError('itemNotFound');
  const taken = await findUses(ctx.read, [], [trainer.id], [span]);
  return taken.trainers.find(({ id }) => id !== asked.training);
}
