import type { Ctx } from '#server/kernel/ctx.ts';
import { type Liking, likingOf } from '#shared/feedback/domain.ts';
import { addDays, localDate } from '#shared/kernel/dates.ts';
import { countLikings } from './data.ts';

/** Ratings are counted for so many days: what was long ago says little of today. */
const countedDays = 184;

/** How the trainings of a style and a trainer are liked; null where too few say, or the centre takes no feedback. */
export async function findLikings(
  ctx: Ctx,
  of: { readonly styleId?: number; readonly trainerId: number | null },
): Promise<{ readonly style: Liking | null; readonly trainer: Liking | null }> {
  const { now, tenant } = ctx;
  if (!tenant.pageRules.pageFunctions.isTrainingCommentsEnabled) return { style: null, trainer: null };
  const since = addDays(localDate(now, tenant.timeZone), -countedDays);
  // Nobody has the id 0.
  const [[style], [trainer]] = await ctx.read(
    countLikings({ styleId: of.styleId ?? 0, since }),
    countLikings({ trainerId: of.trainerId ?? 0, since }),
  );
  return { style: style ? likingOf(style) : null, trainer: trainer ? likingOf(trainer) : null };
}
