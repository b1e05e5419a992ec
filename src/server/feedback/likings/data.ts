import { sql } from 'kysely';
import { sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** Whose trainings are counted: of a style, or of a trainer, held since a local date. */
export interface LikedWhat {
  readonly styleId?: number | undefined;
  readonly trainerId?: number | undefined;
  readonly since: string;
}

/** How many gave which rating to the trainings of a style; of a trainer, which to the trainer. */
export function countLikings({ styleId, trainerId, since }: LikedWhat) {
  const rating = sql.ref(trainerId === undefined ? 'f.training_rating' : 'f.trainer_rating');
  const count = (of: string) => sql<number>`(count(*) filter (where ${rating} = ${sql.lit(of)}))::integer`;
  return sqlBuilder
    .selectFrom('trainings as t')
    .innerJoin('feedback as f', (join) =>
      join.onRef('f.tenant_id', '=', 't.tenant_id').onRef('f.training_id', '=', 't.id'),
    )
    .select([count('dislike').as('dislike'), count('like').as('like'), count('love').as('love')])
    .where('t.tenant_id', '=', tenant)
    .where(trainerId === undefined ? 't.style_id' : 't.trainer_id', '=', trainerId ?? styleId ?? 0)
    .where('t.local_date', '>=', since);
}
