import { sql } from 'kysely';
import { prepared, type Query, type RowOf, sqlBuilder } from '#server/kernel/db.ts';
import type { CommentState, FeedbackInput, Rating } from '#shared/feedback/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');
// Spelt out: an index of these alone will do.
const booked = sql.lit('booked');

/** Trainings with the reader's place in them and what the reader gave. */
function visits(clientId: number) {
  return sqlBuilder
    .selectFrom('trainings as t')
    .leftJoin('registrations as r', (join) =>
      join
        .onRef('r.tenant_id', '=', 't.tenant_id')
        .onRef('r.training_id', '=', 't.id')
        .on('r.client_id', '=', clientId)
        .on('r.state', '=', booked),
    )
    .leftJoin('feedback as f', (join) =>
      join
        .onRef('f.tenant_id', '=', 't.tenant_id')
        .onRef('f.training_id', '=', 't.id')
        .on('f.client_id', '=', clientId),
    )
    .leftJoin('trainers as n', (join) =>
      join.onRef('n.tenant_id', '=', 't.tenant_id').onRef('n.id', '=', 't.trainer_id'),
    )
    .select([
      't.id as trainingId',
      sql<string>`concat_ws(' ', nullif(t.name_prefix, ''), t.name)`.as('trainingName'),
      sql<string>`concat_ws(' ', n.first_name, n.last_name)`.as('trainerName'),
      't.trainer_id as trainerId',
      't.ends_at as endsAt',
      't.is_cancelled as isCancelled',
      't.is_commenting_allowed as isCommentingAllowed',
      sql<boolean>`r.id is not null`.as('hasPlace'),
      'r.presence',
      sql<Rating | null>`f.training_rating`.as('trainingRating'),
      sql<Rating | null>`f.trainer_rating`.as('trainerRating'),
      'f.thought',
      'f.is_shared as isShared',
      sql<CommentState | null>`f.state`.as('state'),
    ])
    .where('t.tenant_id', '=', tenant);
}
export type VisitRow = RowOf<ReturnType<typeof visits>>;

/** Somebody's personal training is there for nobody else. */
export const findVisit = prepared(({ trainingId, clientId }: { trainingId: number; clientId: number }) =>
  visits(clientId)
    .where('t.id', '=', trainingId)
    .where(sql<boolean>`(not t.is_personal or exists (select from registrations w where w.tenant_id = t.tenant_id
      and w.training_id = t.id and w.client_id = ${clientId}))`),
);

/** Those whose end is not longer ago than the time for feedback, latest first. */
export const listVisits = prepared(
  ({ clientId, from, now }: { clientId: number; from: string; now: string }) =>
    visits(clientId)
      .where('r.starts_at', '<', now)
      .where('r.ends_at', '>', from)
      .orderBy('t.starts_at', 'desc')
      .orderBy('t.id', 'desc'),
);

/** The reader's own, so that what is decided of it holds. */
export const lockOwn = prepared(({ trainingId, clientId }: { trainingId: number; clientId: number }) =>
  sqlBuilder
    .selectFrom('feedback')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('training_id', '=', trainingId)
    .where('client_id', '=', clientId)
    .forUpdate(),
);

/** Of two first ones sent at once the later one stays. */
export function saveFeedback(
  of: { trainingId: number; clientId: number; now: string },
  stored: FeedbackInput & { readonly state: CommentState },
): Query {
  return {
    text: `insert into feedback (training_id, client_id, training_rating, trainer_rating, thought, is_shared, state,
        created_at, changed_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
      on conflict (tenant_id, training_id, client_id) do update set training_rating = excluded.training_rating,
        trainer_rating = excluded.trainer_rating, thought = excluded.thought, is_shared = excluded.is_shared,
        state = excluded.state, changed_at = excluded.changed_at`,
    values: [
      of.trainingId,
      of.clientId,
      stored.trainingRating,
      stored.trainerRating,
      stored.thought,
      stored.isShared,
      stored.state,
      of.now,
    ],
  };
}

/** How many gave which rating to a training and to its trainer. */
export const countRatings = prepared(({ trainingId }: { trainingId: number }) =>
  sqlBuilder
    .selectFrom('feedback')
    .select([
      sql<number>`(count(*) filter (where training_rating = 'dislike'))::integer`.as('dislike'),
      sql<number>`(count(*) filter (where training_rating = 'like'))::integer`.as('like'),
      sql<number>`(count(*) filter (where training_rating = 'love'))::integer`.as('love'),
      sql<number>`(count(*) filter (where trainer_rating = 'dislike'))::integer`.as('trainerDislike'),
      sql<number>`(count(*) filter (where trainer_rating = 'like'))::integer`.as('trainerLike'),
      sql<number>`(count(*) filter (where trainer_rating = 'love'))::integer`.as('trainerLove'),
    ])
    .where('tenant_id', '=', tenant)
    .where('training_id', '=', trainingId),
);
export type RatingRow = RowOf<ReturnType<typeof countRatings>>;

/** Thoughts on a training, latest first, with their authors. */
export const listComments = prepared(({ trainingId }: { trainingId: number }) =>
  sqlBuilder
    .selectFrom('feedback as f')
    .leftJoin('clients as c', (join) =>
      join.onRef('c.tenant_id', '=', 'f.tenant_id').onRef('c.id', '=', 'f.client_id'),
    )
    .select([
      'f.id',
      'f.thought',
      'f.is_shared as isShared',
      sql<CommentState>`f.state`.as('state'),
      'f.created_at as createdAt',
      'c.first_name as firstName',
      'c.last_name as lastName',
    ])
    .where('f.tenant_id', '=', tenant)
    .where('f.training_id', '=', trainingId)
    .where('f.thought', '<>', '')
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc'),
);

export const findTraining = prepared(({ trainingId }: { trainingId: number }) =>
  sqlBuilder
    .selectFrom('trainings as t')
    .select(['t.id', 't.trainer_id as trainerId'])
    .where('t.tenant_id', '=', tenant)
    .where('t.id', '=', trainingId),
);

/** A thought with whose training it is on. */
export const lockComment = prepared(({ commentId }: { commentId: number }) =>
  sqlBuilder
    .selectFrom('feedback as f')
    .innerJoin('trainings as t', (join) =>
      join.onRef('t.tenant_id', '=', 'f.tenant_id').onRef('t.id', '=', 'f.training_id'),
    )
    .select([
      'f.id',
      'f.thought',
      'f.is_shared as isShared',
      sql<CommentState>`f.state`.as('state'),
      't.trainer_id as trainerId',
    ])
    .where('f.tenant_id', '=', tenant)
    .where('t.tenant_id', '=', tenant)
    .where('f.id', '=', commentId)
    .where('f.thought', '<>', '')
    .forNoKeyUpdate('f'),
);

export function setState(commentId: number, state: CommentState): Query {
  return {
    text: 'update feedback set state = $2 where tenant_id = app_tenant() and id = $1',
    values: [commentId, state],
  };
}
