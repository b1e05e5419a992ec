import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, InstantText, LocalDateText, queryChoice, queryInteger } from '#shared/kernel/wire.ts';
import { simulatedLimits } from '../kinds/domain.ts';

const Outcome = z.object({
  /** Places held when the trainings began. */
  placesFilled: z.number().int(),
  /** Places given back late that nobody took, or left empty without a word. */
  unused: z.number().int(),
});

export const RefusedRequest = z.object({
  registrationId: Id,
  clientId: Id,
  name: z.string(),
  trainingId: Id,
  trainingName: z.string(),
  /** Of the training's start, in the centre's zone. */
  date: LocalDateText,
  time: z.string(),
  /** When they wished for it. */
  wishedDateTime: InstantText,
  /** One of `registrationErrors`, with the values of its text. */
  error: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type RefusedRequest = z.infer<typeof RefusedRequest>;

/** What a changed limit would have done; nothing is written. */
export const Simulation = z.object({
  limit: z.enum(simulatedLimits),
  /** The number that holds. */
  present: z.number().int(),
  value: z.number().int(),
  from: LocalDateText,
  until: LocalDateText,
  /** Wishes of these days that were decided again. */
  wishes: z.number().int(),
  /** Those that today's limits would refuse too: put in by staff, or under limits of then. */
  exempt: z.number().int(),
  refused: z.number().int(),
  people: z.number().int(),
  byError: z.array(z.object({ error: z.string(), count: z.number().int() })),
  before: Outcome,
  after: Outcome,
  /** The latest first, at most `mostListed`. */
  list: z.array(RefusedRequest),
});
export type Simulation = z.infer<typeof Simulation>;

export const mostListed = 200;

export const simulateLimit = endpoint({
  noun: 'statistics',
  method: 'GET',
  path: '/admin/report/simulation',
  role: 'admin',
  summary:
    'Whom a changed limit of booking would have refused in the last 90 days, decided by the functions that decide bookings',
  query: z.object({
    /** How many coming trainings one may hold, where it does not say. */
    limit: queryChoice(simulatedLimits),
    /** Today’s number, where it does not say or is out of its bounds. */
    value: queryInteger,
  }),
  response: Simulation,
  errors: ['busyTryAgain', 'takesTooLong'],
});
