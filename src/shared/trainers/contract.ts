import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, InstantText, queryDate, queryInteger } from '#shared/kernel/wire.ts';

export const listTrainers = endpoint({
  noun: 'trainers',
  method: 'GET',
  path: '/admin/trainer',
  role: 'admin',
  summary: 'Active trainers',
  response: z.array(z.object({ id: Id, name: z.string(), firstName: z.string(), lastName: z.string() })),
  cacheSeconds: 300,
});

/** Whether a trainer is free from `date` `time` on for `duration` minutes (specification point 3). */
export const getTrainerAvailability = endpoint({
  noun: 'trainers',
  method: 'GET',
  path: '/admin/trainer/availability',
  role: 'admin',
  summary: 'Whether a trainer is free at a wall time; `isCondition` is true where they are',
  query: z.object({
    trainer: queryInteger,
    date: queryDate,
    /** HH:mm. */
    time: z.string().optional(),
    /** Minutes; 60 without it. */
    duration: queryInteger,
    /** The training being edited does not stand in its own way. */
    training: queryInteger,
  }),
  response: z.object({
    isCondition: z.boolean(),
    takenBy: z.object({ name: z.string(), startDateTime: InstantText, endDateTime: InstantText }).nullable(),
  }),
  errors: ['dataValidationFailed', 'itemNotFound'],
});
