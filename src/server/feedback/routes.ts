import type { App } from '#server/kernel/app.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/feedback/contract.ts';
import {
  authorName,
  feedbackDays,
  feedbackUntil,
  isFeedbackOpen,
  shownRatings,
} from '#shared/feedback/domain.ts';
import { canDecideComments } from '#shared/feedback/policy.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { giveFeedback, givenOf, setCommentState } from './commands.ts';
import * as data from './data.ts';

export function mountFeedback(app: App): void {
  mount(app, contract.listOwnFeedback, async (ctx) => {
    const { clientId } = member(ctx);
    const from = addMinutes(ctx.now, -feedbackDays * 24 * 60);
    const [rows] = await ctx.read(data.listVisits({ clientId, from, now: ctx.now }));
    return rows.map((row) => toOwn(ctx, row)).filter(({ isOpen }) => isOpen);
  });

  mount(app, contract.getTrainingFeedback, async (ctx, { params: { trainingId } }) => {
    const { clientId } = member(ctx);
    const [[visit], [counts], comments] = await ctx.read(
      data.findVisit({ trainingId, clientId }),
      data.countRatings({ trainingId }),
      data.listComments({ trainingId }),
    );
    if (!visit) throw new AppError('trainingNotFound');
    return {
      ...toRatings(counts),
      comments: comments
        .filter(({ isShared, state }) => isShared && state === 'allowed')
        .map(({ id, thought, createdAt, firstName, lastName }) => ({
          id,
          author: authorName(firstName, lastName),
          text: thought,
          createdDateTime: createdAt,
        })),
      own: visit.hasPlace ? toOwn(ctx, visit) : null,
    };
  });

  mount(app, contract.giveFeedback, (ctx, { body: { trainingId, ...input } }) =>
    giveFeedback(ctx, trainingId, input),
  );

  mount(app, contract.listComments, async (ctx, { query }) => {
    const trainingId = query.training ?? 0;
    const [[training], [counts], comments] = await ctx.read(
      data.findTraining({ trainingId }),
      data.countRatings({ trainingId }),
      data.listComments({ trainingId }),
    );
    if (!training || !canDecideComments(ctx.actor, training)) throw new AppError('trainingNotFound');
    return {
      ...toRatings(counts),
      comments: comments.map(({ id, thought, isShared, state, createdAt, firstName, lastName }) => ({
        id,
        author: isShared ? authorName(firstName, lastName) : '',
        text: thought,
        isShared,
        state,
        createdDateTime: createdAt,
      })),
    };
  });

  mount(app, contract.allowComment, (ctx, { body: { commentId, text } }) =>
    setCommentState(ctx, commentId, { state: 'allowed', read: text }),
  );
  mount(app, contract.hideComment, (ctx, { body }) =>
    setCommentState(ctx, body.commentId, { state: 'hidden' }),
  );
}

function toOwn({ now }: Ctx, row: data.VisitRow): contract.OwnFeedback {
  return {
    trainingId: row.trainingId,
    trainingName: row.trainingName,
    trainerName: row.trainerName,
    feedback: givenOf(row) ?? null,
    isOpen: isFeedbackOpen(row, now),
    openUntil: feedbackUntil(row),
    isCommentingAllowed: row.isCommentingAllowed,
  };
}

function toRatings(counts: data.RatingRow | undefined) {
  if (!counts) return { training: null, trainer: null };
  const { dislike, like, love, trainerDislike, trainerLike, trainerLove } = counts;
  return {
    training: shownRatings({ dislike, like, love }),
    trainer: shownRatings({ dislike: trainerDislike, like: trainerLike, love: trainerLove }),
  };
}
