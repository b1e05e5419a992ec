import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import type { PageRules } from '#shared/kernel/page-rules.ts';
import { Id, InstantText, pathId, queryInteger } from '#shared/kernel/wire.ts';
import { commentStates, ratings, thoughtMost } from './domain.ts';

/** Behind its page rule (specification point 3). */
const requires = ({ pageFunctions }: PageRules) => pageFunctions.isTrainingCommentsEnabled;
/** The specification's cache tag. */
export const commentsTag = 'TrainingComments';
const noun = commentsTag;

const Rating = z.enum(ratings);

/** What a member gave (specification point 3, feedback). */
export const Feedback = z.object({
  trainingRating: Rating,
  trainerRating: Rating.nullable(),
  thought: z.string(),
  /** Others may read the thought once the trainer allowed it. */
  isShared: z.boolean(),
  state: z.enum(commentStates),
});
export type Feedback = z.infer<typeof Feedback>;

/** A training the reader was at, and their feedback on it. */
export const OwnFeedback = z.object({
  trainingId: Id,
  trainingName: z.string(),
  trainerName: z.string(),
  /** Null: none yet. */
  feedback: Feedback.nullable(),
  isOpen: z.boolean(),
  /** Until when it is given and changed. */
  openUntil: InstantText,
  isCommentingAllowed: z.boolean(),
});
export type OwnFeedback = z.infer<typeof OwnFeedback>;

const Counts = z.object({ dislike: z.number().int(), like: z.number().int(), love: z.number().int() });
export type RatingCounts = z.infer<typeof Counts>;

export const TrainingFeedback = z.object({
  /** Null while fewer than five have rated. */
  training: Counts.nullable(),
  trainer: Counts.nullable(),
  comments: z.array(
    z.object({
      id: Id,
      /** First name and initial; empty for one who is gone. */
      author: z.string(),
      text: z.string(),
      createdDateTime: InstantText,
    }),
  ),
  /** Null for who was not there. */
  own: OwnFeedback.nullable(),
});
export type TrainingFeedback = z.infer<typeof TrainingFeedback>;

/** How a style or a trainer is liked; null while fewer than ten have rated, and where the centre takes no feedback. */
export const Liking = z.object({ percent: z.number().int(), raters: z.number().int() });

export const listOwnFeedback = endpoint({
  noun,
  method: 'GET',
  path: '/user/comment',
  role: 'client',
  summary: 'Trainings of the last week that feedback may be given on, with what was given',
  response: z.array(OwnFeedback),
  requires,
});

export const getTrainingFeedback = endpoint({
  noun,
  method: 'GET',
  path: '/user/comment/:trainingId',
  role: 'client',
  summary: 'Ratings of a training from five raters on, thoughts that were allowed, and the own feedback',
  params: z.object({ trainingId: pathId }),
  response: TrainingFeedback,
  errors: ['trainingNotFound'],
  requires,
});

export const giveFeedback = endpoint({
  noun,
  method: 'POST',
  path: '/user/comment',
  role: 'client',
  summary: 'Gives feedback on a training one was at, or changes it, for seven days after its end',
  body: z.strictObject({
    trainingId: Id,
    trainingRating: Rating,
    trainerRating: Rating.nullable(),
    thought: z.string().max(thoughtMost),
    isShared: z.boolean(),
  }),
  response: Feedback,
  errors: [
    'trainingNotFound',
    'feedbackNotPresent',
    'feedbackTooEarly',
    'feedbackTooLate',
    'commentingNotAllowed',
  ],
  requires,
});

/** A thought as its trainer sees it: without the ratings, which are told from five raters on. */
export const Comment = z.object({
  id: Id,
  /** First name and initial of who shares it with others; empty otherwise. */
  author: z.string(),
  text: z.string(),
  isShared: z.boolean(),
  state: z.enum(commentStates),
  createdDateTime: InstantText,
});
export type Comment = z.infer<typeof Comment>;

export const listComments = endpoint({
  noun,
  method: 'GET',
  path: '/trainer/comment',
  role: 'trainer',
  summary: 'Ratings and thoughts of `training`: of own trainings, administrators of all',
  query: z.object({ training: queryInteger }),
  response: z.object({
    training: Counts.nullable(),
    trainer: Counts.nullable(),
    comments: z.array(Comment),
  }),
  errors: ['trainingNotFound'],
  requires,
});

const deciding = {
  noun,
  method: 'POST',
  role: 'trainer',
  body: z.strictObject({ commentId: Id }),
  response: z.object({ state: z.enum(commentStates) }),
  requires,
} as const;

export const allowComment = endpoint({
  ...deciding,
  path: '/trainer/comment/allow',
  summary: 'Lets others read a thought that its author shares, as it was read',
  body: z.strictObject({
    commentId: Id,
    /** What is let through: other words are refused with `changedMeanwhile`. */
    text: z.string().max(thoughtMost),
  }),
  errors: ['commentNotFound', 'commentIsPrivate', 'changedMeanwhile'],
});

export const hideComment = endpoint({
  ...deciding,
  path: '/trainer/comment/hide',
  summary: 'Takes a thought from others again',
  errors: ['commentNotFound'],
});
