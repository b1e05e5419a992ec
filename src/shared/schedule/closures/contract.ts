import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, LocalDateText } from '#shared/kernel/wire.ts';

/** Dates in which the centre or one club is shut: a layer above the trainings, which come back when it is lifted. */
export const Closure = z.object({
  id: Id,
  name: z.string(),
  /** Null: all clubs. */
  clubId: Id.nullable(),
  clubName: z.string(),
  /** Local dates, both included. */
  from: LocalDateText,
  until: LocalDateText,
  /** Trainings that do not take place because of it. */
  trainings: z.number().int(),
});
export type Closure = z.infer<typeof Closure>;

/** Made and lifted through `planSchedule` and `applySchedule` with the commands `close` and `lift`. */
export const listClosures = endpoint({
  noun: 'schedule',
  method: 'GET',
  path: '/admin/schedule/closures',
  role: 'admin',
  summary: 'Closures that are not over',
  response: z.array(Closure),
});
