import { type Ctx, member } from '#server/kernel/ctx.ts';
import {
  type CommentState,
  decideAllowing,
  decideFeedback,
  type FeedbackInput,
} from '#shared/feedback/domain.ts';
import { canDecideComments } from '#shared/feedback/policy.ts';
import { AppError } from '#shared/kernel/errors.ts';
import * as data from './data.ts';

type Given = FeedbackInput & { readonly state: CommentState };

/** What the reader gave, as it is stored; undefined where there is nothing. */
export function givenOf(row: data.VisitRow): Given | undefined {
  const { trainingRating, trainerRating, thought, isShared, state } = row;
  if (trainingRating === null || thought === null || isShared === null || state === null) return undefined;
  return { trainingRating, trainerRating, thought, isShared, state };
}

/** Gives feedback or changes it. Throws `trainingNotFound`, and what `decideFeedback` refuses with. */
export function giveFeedback(ctx: Ctx, trainingId: number, input: FeedbackInput): Promise<Given> {
  const { clientId } = member(ctx);
  return ctx.write(async ({ load, save }) => {
    // In this order: what is read after the lock is what it holds.
    const [, [visit]] = await load(
      data.lockOwn({ trainingId, clientId }),
      data.findVisit({ trainingId, clientId }),
    );
    if (!visit) throw new AppError('trainingNotFound');
    const stored = decideFeedback(visit, givenOf(visit), input, {
      now: ctx.now,
      timeZone: ctx.tenant.timeZone,
    });
    return save(stored, [data.saveFeedback({ trainingId, clientId, now: ctx.now }, stored)]);
  });
}

/**
 * Lets others read a thought, or takes it from them. Throws `commentNotFound` where it is on another's training, and what
 * `decideAllowing` refuses with. What stands so already is left alone. `read`: the words that are let through.
 */
export function setCommentState(
  ctx: Ctx,
  commentId: number,
  wanted: { readonly state: 'hidden' } | { readonly state: 'allowed'; readonly read: string },
): Promise<{ state: CommentState }> {
  return ctx.write(async ({ load, save, keep }) => {
    const [[comment]] = await load(data.lockComment({ commentId }));
    if (!comment || !canDecideComments(ctx.actor, comment)) throw new AppError('commentNotFound');
    const state = wanted.state === 'hidden' ? 'hidden' : decideAllowing(comment, wanted.read);
    if (state === comment.state) return keep({ state });
    return save(
      { state },
      [data.setState(commentId, state)],
      [],
      [{ noun: 'feedback', id: commentId, before: { state: comment.state }, after: { state } }],
    );
  });
}
