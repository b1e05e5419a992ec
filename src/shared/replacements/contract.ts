import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import type { PageRules } from '#shared/kernel/page-rules.ts';
import { Id, InstantText, LocalDateText, pathId, queryChoice, queryInteger } from '#shared/kernel/wire.ts';
import { candidateStates, reasons, replacementStates } from './domain.ts';

/** Behind its page rule (specification point 2). */
const requires = ({ pageFunctions }: PageRules) => pageFunctions.isSubstituteTrainerFunctionEnabled;
/** The specification's cache tags: what administrators read and what trainers read. */
export const replacementTags = ['ReplacementRequests', 'TrainerReplacementRequests'] as const;
const [adminTag, trainerTag] = replacementTags;

const Problem = z.object({
  /** A key of the error catalogue, with values for its text. */
  code: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** What asking and helping came to over the last year. */
export const Balance = z.object({
  asked: z.number().int(),
  helped: z.number().int(),
  askedHours: z.number(),
  helpedHours: z.number(),
  /** How long they took to answer, on average; null: they never did. */
  answerMinutes: z.number().int().nullable(),
});
export type Balance = z.infer<typeof Balance>;

export const Candidate = z.object({
  trainerId: Id,
  name: z.string(),
  isPreferred: z.boolean(),
  state: z.enum(candidateStates),
  comment: z.string(),
  appliedDateTime: InstantText.nullable(),
  /** What keeps them from this training as things stand; empty: nothing. */
  problems: z.array(Problem),
  balance: Balance,
});
export type Candidate = z.infer<typeof Candidate>;

const ReplacementTraining = z.object({
  id: Id,
  name: z.string(),
  typeName: z.string(),
  typeColor: z.string(),
  clubName: z.string(),
  roomName: z.string(),
  date: LocalDateText,
  time: z.string(),
  startDateTime: InstantText,
  endDateTime: InstantText,
  duration: z.number().int(),
  booked: z.number().int(),
  maxPlaces: z.number().int(),
});

/** A request for a replacement (specification point 3: training, reason or comment, candidates, active state). */
export const Replacement = z.object({
  id: Id,
  training: ReplacementTraining,
  trainerId: Id,
  trainerName: z.string(),
  reason: z.enum(reasons),
  comment: z.string(),
  state: z.enum(replacementStates),
  isActive: z.boolean(),
  /** The reader asked for it. */
  isMine: z.boolean(),
  createdDateTime: InstantText,
  opensToAllDateTime: InstantText,
  helperName: z.string(),
  /** How many applied; whoever decides sees who. */
  applications: z.number().int(),
  candidates: z.array(Candidate),
  /** The reader's own part in it. */
  ownState: z.enum(candidateStates).nullable(),
  canApply: z.boolean(),
  canWithdraw: z.boolean(),
  canResolve: z.boolean(),
  /** What keeps the reader from applying; null where nothing does, or they are not asked. */
  problem: Problem.nullable(),
});
export type Replacement = z.infer<typeof Replacement>;

const listQuery = z.object({ mine: queryInteger });

export const listTrainerReplacements = endpoint({
  noun: trainerTag,
  method: 'GET',
  path: '/trainer/substitute',
  role: 'trainer',
  summary: 'Requests the reader made, may apply to or is part of; `mine=1` only those they made',
  query: listQuery,
  response: z.array(Replacement),
  requires,
});

export const listReplacements = endpoint({
  noun: adminTag,
  method: 'GET',
  path: '/admin/schedule/substitute',
  role: 'admin',
  summary: 'Every request ahead and of the last 30 days; `mine=1` only those the reader made',
  query: listQuery,
  response: z.array(Replacement),
  requires,
});

const trainingIds = z.array(Id).min(1).max(20);
const AskBody = z.strictObject({
  trainingIds,
  reason: z.enum(reasons),
  comment: z.string().trim().max(500),
  /** Asked first, alone for a while. */
  preferredIds: z.array(Id).max(20),
});

export const AskPreview = z.object({
  trainings: z.array(
    z.object({ id: Id, name: z.string(), startDateTime: InstantText, opensToAllDateTime: InstantText }),
  ),
  /** Everybody who could be asked, the fit ones first. */
  candidates: z.array(Candidate.pick({ trainerId: true, name: true, problems: true, balance: true })),
});
export type AskPreview = z.infer<typeof AskPreview>;

const previewErrors = ['trainingNotFound', 'trainingIsOver', 'busyTryAgain'] as const;
const askErrors = [...previewErrors, 'replacementAskedAlready', 'itemNotFound'] as const;
const ask = {
  body: AskBody,
  response: z.object({ replacementIds: z.array(Id), told: z.number().int() }),
  errors: askErrors,
  isIdempotencyKeyed: true,
  requires,
};
const preview = {
  body: z.strictObject({ trainingIds }),
  response: AskPreview,
  errors: previewErrors,
  requires,
};

export const previewTrainerReplacement = endpoint({
  ...preview,
  noun: trainerTag,
  method: 'POST',
  path: '/trainer/substitute/preview',
  role: 'trainer',
  summary: 'Who could hold the reader’s trainings, and until when only the preferred would be asked',
});

export const askForReplacement = endpoint({
  ...ask,
  noun: trainerTag,
  method: 'POST',
  path: '/trainer/substitute',
  role: 'trainer',
  summary: 'Asks for somebody to hold the reader’s own trainings; they stay the reader’s until then',
});

export const previewReplacement = endpoint({
  ...preview,
  noun: adminTag,
  method: 'POST',
  path: '/admin/schedule/substitute/preview',
  role: 'admin',
  summary: 'Who could hold these trainings, and until when only the preferred would be asked',
});

export const askAsAdmin = endpoint({
  ...ask,
  noun: adminTag,
  method: 'POST',
  path: '/admin/schedule/substitute',
  role: 'admin',
  summary: 'Asks in the name of the trainers of these trainings',
});

const ofOne = z.strictObject({ replacementId: Id });
const outcome = z.object({ id: Id, state: z.enum(replacementStates) });
const unfit = [
  'trainerNotActive',
  'trainerNotQualified',
  'trainerAbsent',
  'trainerNotFree',
  'trainerTravel',
  'trainerRest',
  'trainerDayHours',
  'trainerWeekHours',
] as const;

export const applyForReplacement = endpoint({
  noun: trainerTag,
  method: 'POST',
  path: '/trainer/substitute/apply',
  role: 'trainer',
  summary: 'Offers to hold the training',
  body: ofOne.extend({ comment: z.string().trim().max(500).default('') }),
  response: outcome,
  errors: ['itemNotFound', 'applicationFailed', 'replacementFilled', ...unfit],
  requires,
});

export const withdrawApplication = endpoint({
  noun: trainerTag,
  method: 'POST',
  path: '/trainer/substitute/apply/cancel',
  role: 'trainer',
  summary: 'Takes the reader’s offer back, while nobody was accepted',
  body: ofOne,
  response: outcome,
  errors: ['itemNotFound', 'applicationNotFound', 'cancelApplicationFailed'],
  requires,
});

const resolveErrors = [
  'itemNotFound',
  'applicationNotFound',
  'replacementFilled',
  'replacementClosed',
  'planOutdated',
  'trainingIsOver',
  ...unfit,
] as const;
const resolveBody = ofOne.extend({
  /** Who is to hold it. */
  trainerId: Id,
});

export const acceptCandidate = endpoint({
  noun: trainerTag,
  method: 'POST',
  path: '/trainer/substitute/resolve',
  role: 'trainer',
  summary: 'Accepts one of those who applied to the reader’s request: from then on the training is theirs',
  body: resolveBody,
  response: outcome,
  errors: resolveErrors,
  requires,
});

export const resolveReplacement = endpoint({
  noun: adminTag,
  method: 'POST',
  path: '/admin/schedule/substitute/resolve',
  role: 'admin',
  summary: 'Gives the training to somebody who can hold it, whether they applied or not',
  body: resolveBody,
  response: outcome,
  errors: resolveErrors,
  requires,
});

const cancelErrors = ['itemNotFound', 'replacementFilled', 'replacementClosed'] as const;

export const cancelReplacement = endpoint({
  noun: trainerTag,
  method: 'POST',
  path: '/trainer/substitute/cancel',
  role: 'trainer',
  summary: 'Takes the reader’s request back: they hold the training themselves',
  body: ofOne,
  response: outcome,
  errors: cancelErrors,
  requires,
});

export const cancelAsAdmin = endpoint({
  noun: adminTag,
  method: 'POST',
  path: '/admin/schedule/substitute/cancel',
  role: 'admin',
  summary: 'Takes a request back: its trainer holds the training',
  body: ofOne,
  response: outcome,
  errors: cancelErrors,
  requires,
});

const Absence = z.object({ id: Id, from: LocalDateText, until: LocalDateText });

export const getOwnReplacing = endpoint({
  noun: trainerTag,
  method: 'GET',
  path: '/trainer/substitute/own',
  role: 'trainer',
  summary: 'What the reader asked and helped over the last year, when they are away, and whether SMS come',
  response: z.object({
    balance: Balance,
    absences: z.array(Absence),
    takesSms: z.boolean(),
    isTrainer: z.boolean(),
  }),
  requires,
});

export const addAbsence = endpoint({
  noun: trainerTag,
  method: 'POST',
  path: '/trainer/substitute/absence',
  role: 'trainer',
  summary: 'The reader is away on these dates: nobody asks them for a replacement then',
  body: z.strictObject({ from: LocalDateText, until: LocalDateText }),
  response: z.object({ id: Id }),
  errors: ['dataValidationFailed', 'itemNotFound'],
  requires,
});

export const removeAbsence = endpoint({
  noun: trainerTag,
  method: 'DELETE',
  path: '/trainer/substitute/absence/:id',
  role: 'trainer',
  summary: 'The reader is there after all',
  params: z.object({ id: pathId }),
  response: z.object({}),
  errors: ['itemNotFound'],
  requires,
});

/** SMS opt-in for substitute notifications (specification points 3 and 7). */
export const changeSubstituteSms = endpoint({
  noun: trainerTag,
  method: 'PUT',
  path: '/user/account/substitute-offers/status',
  role: 'client',
  summary: 'Whether requests for a replacement come by SMS too; `status` is true or false',
  query: z.object({ status: queryChoice(['true', 'false']) }),
  response: z.object({ status: z.boolean() }),
  errors: ['dataValidationFailed', 'actionNotAllowed'],
  requires,
});
