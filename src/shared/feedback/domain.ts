import { addMinutes, compareInstants, formatDate, localDate, localTime } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** From the worst to the best (specification point 3, feedback). */
export const ratings = ['dislike', 'like', 'love'] as const;
export type Rating = (typeof ratings)[number];

/** Of a thought: waits for the trainer, is read by others, or was taken from them again. */
export const commentStates = ['waiting', 'allowed', 'hidden'] as const;
export type CommentState = (typeof commentStates)[number];

/** So long after the end feedback is given and changed (mission 2.12). */
export const feedbackDays = 7;
/** Ratings of fewer people are told to nobody: one could guess whose they are (mission 2.12). */
const leastRaters = 5;
export const thoughtMost = 1000;

export interface FeedbackInput {
  readonly trainingRating: Rating;
  /** Null: none, or nobody led it. */
  readonly trainerRating: Rating | null;
  readonly thought: string;
  /** Others may read the thought once it was allowed. */
  readonly isShared: boolean;
}

/** What is known of a training and of the reader's place in it. */
export interface FeedbackFacts {
  readonly endsAt: string;
  readonly isCancelled: boolean;
  readonly isCommentingAllowed: boolean;
  readonly trainerId: number | null;
  /** Has a place that was not given back. */
  readonly hasPlace: boolean;
  /** Null: nobody noted it. */
  readonly presence: boolean | null;
}

interface Clock {
  readonly now: string;
  readonly timeZone: string;
}

/** Until when feedback on a training that ends then is given and changed. */
export function feedbackUntil({ endsAt }: Pick<FeedbackFacts, 'endsAt'>): string {
  return addMinutes(endsAt, feedbackDays * 24 * 60);
}

function wasThere({ hasPlace, presence, isCancelled }: FeedbackFacts): boolean {
  return hasPlace && presence !== false && !isCancelled;
}

/** Whether feedback may be given or changed at this instant. */
export function isFeedbackOpen(facts: FeedbackFacts, now: string): boolean {
  return (
    wasThere(facts) &&
    compareInstants(now, facts.endsAt) >= 0 &&
    compareInstants(now, feedbackUntil(facts)) < 0
  );
}

/**
 * What of a feedback is to be stored. Throws `feedbackNotPresent` for who was not there, `feedbackTooEarly` before the end,
 * `feedbackTooLate` from the eighth day on, `commentingNotAllowed` for a thought where the training takes none.
 */
export function decideFeedback(
  facts: FeedbackFacts,
  before: (FeedbackInput & { readonly state: CommentState }) | undefined,
  input: FeedbackInput,
  { now, timeZone }: Clock,
): FeedbackInput & { readonly state: CommentState } {
  if (!wasThere(facts)) throw new AppError('feedbackNotPresent');
  const when = (instant: string) => ({
    date: formatDate(localDate(instant, timeZone)),
    time: localTime(instant, timeZone),
  });
  if (compareInstants(now, facts.endsAt) < 0) {
    throw new AppError('feedbackTooEarly', when(facts.endsAt));
  }
  const until = feedbackUntil(facts);
  if (compareInstants(now, until) >= 0) throw new AppError('feedbackTooLate', when(until));
  const thought = input.thought.trim();
  if (thought !== '' && thought !== before?.thought && !facts.isCommentingAllowed) {
    throw new AppError('commentingNotAllowed');
  }
  const isShared = input.isShared && thought !== '';
  const isSame = before !== undefined && before.thought === thought && before.isShared === isShared;
  return {
    trainingRating: input.trainingRating,
    trainerRating: facts.trainerId === null ? null : input.trainerRating,
    thought,
    isShared,
    // Other words than the ones that were allowed are to be allowed anew.
    state: isSame ? before.state : 'waiting',
  };
}

/**
 * What allowing a thought comes to. Throws `commentIsPrivate` where its author shares it with nobody, and
 * `changedMeanwhile` where they wrote something else since it was read.
 */
export function decideAllowing(
  { isShared, thought }: { readonly isShared: boolean; readonly thought: string },
  read: string,
): CommentState {
  if (!isShared) throw new AppError('commentIsPrivate');
  if (thought !== read) throw new AppError('changedMeanwhile');
  return 'allowed';
}

export type RatingCounts = Readonly<Record<Rating, number>>;

/** How many rated how; null while they are too few. */
export function shownRatings(counts: RatingCounts): RatingCounts | null {
  const raters = ratings.reduce((sum, rating) => sum + counts[rating], 0);
  return raters < leastRaters ? null : counts;
}

/** How a style or a trainer is liked, told to everybody. */
export interface Liking {
  /** Of a hundred who rated, how many liked or loved it. */
  readonly percent: number;
  readonly raters: number;
}

/** From so many ratings on it is told how a style or a trainer is liked. */
const leastLikers = 10;

/** The share of like and love; null while too few have rated. */
export function likingOf({ dislike, like, love }: RatingCounts): Liking | null {
  const raters = dislike + like + love;
  return raters < leastLikers ? null : { percent: Math.round(((like + love) * 100) / raters), raters };
}

/** An author as others see them: first name and initial at most; empty for one who was erased. */
export function authorName(firstName: string | null, lastName: string | null): string {
  const initial = [...(lastName ?? '').trim()][0];
  return [(firstName ?? '').trim(), initial === undefined ? '' : `${initial}.`].filter(Boolean).join(' ');
}
