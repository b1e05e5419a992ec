import { z } from 'zod';
import { Liking } from '#shared/feedback/contract.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import { Id, InstantText, pathId } from '#shared/kernel/wire.ts';
import { validUnits } from '#shared/products/validity/domain.ts';
import { Training } from '#shared/schedule/contract.ts';

const noun = 'trainers';
const path = '/public/trainer';
const role = 'visitor';

/** A trainer as everybody may see them. What a centre says nothing of is empty. */
export const TrainerCard = z.object({
  id: Id,
  name: z.string(),
  /** Address of the picture. */
  photo: z.string(),
  strengths: z.string(),
});
export type TrainerCard = z.infer<typeof TrainerCard>;

export const TrainerPage = TrainerCard.extend({
  words: z.string(),
  /** In which they teach: codes of two letters. */
  languages: z.array(z.string()),
  liking: Liking.nullable(),
  /** Public ones of the two weeks from today, also those that are over by now. */
  trainings: z.array(Training),
  /** Personal trainings with them that are sold in the app, cheapest first. */
  personal: z.array(
    z.object({
      id: Id,
      name: z.string(),
      /** Null: as many as one likes. */
      visits: z.number().int().nullable(),
      validCount: z.number().int(),
      validUnit: z.enum(validUnits),
      price: Euros,
    }),
  ),
});
export type TrainerPage = z.infer<typeof TrainerPage>;

export const listTrainerPages = endpoint({
  noun,
  method: 'GET',
  path,
  role,
  isStorable: true,
  summary: 'Trainers who teach, for everybody to see',
  response: z.array(TrainerCard),
});

export const getTrainerPage = endpoint({
  noun,
  method: 'GET',
  path: `${path}/:id`,
  role,
  isStorable: true,
  summary: 'A trainer: words, next trainings, what personal trainings cost',
  params: z.object({ id: pathId }),
  response: TrainerPage,
  errors: ['itemNotFound'],
});

export const getTrainerFreeTime = endpoint({
  noun,
  method: 'GET',
  path: `${path}/:id/free-time`,
  role,
  summary:
    'When a trainer next has time for a personal training within two weeks; null: never, or none are sold',
  params: z.object({ id: pathId }),
  response: z.object({ firstFree: InstantText.nullable() }),
  errors: ['itemNotFound'],
});
