import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, InstantText, LocalDateText, queryChoice, queryInteger } from '#shared/kernel/wire.ts';
import { ownWindows, windows } from './domain.ts';

const Sums = z.object({
  trainings: z.number().int(),
  /** Capacity of the trainings that were held. */
  totalPlaces: z.number().int(),
  /** Places taken at the start. */
  booked: z.number().int(),
  /** Those of them who were here. */
  trained: z.number().int(),
  /** Hours of trainings held, those in somebody's stead too. */
  workingHours: z.number(),
});
export type Sums = z.infer<typeof Sums>;

const Part = Sums.extend({ name: z.string() });

/** A trainer's statistics (specification point 3; what each number means: mission 2.12). */
export const TrainerStatistics = z.object({
  from: LocalDateText,
  until: LocalDateText,
  total: Sums.extend({
    /** How often women and men were here; null where too few people stand behind a number. */
    maleCount: z.number().int().nullable(),
    femaleCount: z.number().int().nullable(),
  }),
  byStyle: z.array(Part.extend({ styleId: Id, color: z.string() })),
  byType: z.array(
    Part.extend({ type: z.enum(['groupTraining', 'gym', 'other', 'personalTraining', 'pool']) }).omit({
      name: true,
    }),
  ),
  byDay: z.array(Sums.extend({ date: LocalDateText })),
  /** The list behind every number. */
  list: z.array(
    z.object({
      id: Id,
      name: z.string(),
      styleId: Id,
      type: z.enum(['groupTraining', 'gym', 'other', 'personalTraining', 'pool']),
      color: z.string(),
      date: LocalDateText,
      /** Of the start, in the centre's zone. */
      time: z.string(),
      startDateTime: InstantText,
      /** Minutes. */
      duration: z.number().int(),
      totalPlaces: z.number().int(),
      booked: z.number().int(),
      trained: z.number().int(),
    }),
  ),
});
export type TrainerStatistics = z.infer<typeof TrainerStatistics>;

const OwnSums = z.object({ trained: z.number().int(), hours: z.number() });

/** A member's own statistics (mission 2.12): trainings they were noted as here at. */
export const OwnStatistics = OwnSums.extend({
  from: LocalDateText,
  until: LocalDateText,
  byStyle: z.array(OwnSums.extend({ styleId: Id, name: z.string(), color: z.string() })),
  /** The last twelve months whatever the window, oldest first: yyyy-MM. */
  byMonth: z.array(OwnSums.extend({ month: z.string() })),
  /** Weeks in a row with a training in each: up to now, and the most there ever were. */
  streak: z.object({ current: z.number().int(), best: z.number().int() }),
  /** The trainings behind the numbers of the window, the latest first. */
  list: z.array(
    z.object({
      trainingId: Id,
      name: z.string(),
      styleId: Id,
      color: z.string(),
      date: LocalDateText,
      /** Of the start, in the centre's zone. */
      time: z.string(),
      /** Minutes. */
      duration: z.number().int(),
    }),
  ),
});
export type OwnStatistics = z.infer<typeof OwnStatistics>;

const ofTrainer = {
  noun: 'statistics',
  method: 'GET',
  role: 'trainer',
  query: z.object({ window: queryChoice(windows), trainer: queryInteger }),
  response: TrainerStatistics,
} as const;

export const getGroupStatistics = endpoint({
  ...ofTrainer,
  path: '/trainer/statistics/group-trainings',
  summary:
    'Sums of own group trainings of the month or the last 30 days; administrators may name a `trainer`',
});

export const getPersonalStatistics = endpoint({
  ...ofTrainer,
  path: '/trainer/statistics/personal-trainings',
  summary:
    'Sums of own personal trainings of the month or the last 30 days; administrators may name a `trainer`',
});

export const getOwnStatistics = endpoint({
  noun: 'statistics',
  method: 'GET',
  path: '/user/statistics',
  role: 'client',
  summary:
    'How often the caller trained, by style and month, how many weeks in a row, and the trainings behind it',
  query: z.object({ window: queryChoice(ownWindows) }),
  response: OwnStatistics,
});
