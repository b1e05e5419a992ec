import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Names } from '#shared/kernel/managed.ts';
import { setupSteps, stepStates } from './domain.ts';

const noun = 'back-office';
const role = 'admin';
const path = '/admin/back-office/setup';

export const SetupWay = z.object({
  isSettingUp: z.boolean(),
  /** Where members find the centre. */
  address: z.string(),
  steps: z.array(z.object({ name: z.enum(setupSteps), state: z.enum(stepStates) })),
  /** Usual styles of this kind of centre that it does not have yet. */
  proposals: z.array(z.object({ key: z.string(), names: Names, colour: z.string() })),
});
export type SetupWay = z.infer<typeof SetupWay>;

export const getSetup = endpoint({
  noun,
  method: 'GET',
  path,
  role,
  summary: 'How far a new centre is on the way to its first booking, and what is proposed to it',
  response: SetupWay,
});

export const passSetupStep = endpoint({
  noun,
  method: 'POST',
  path: `${path}/pass`,
  role,
  summary: 'Goes past a step; it can be come back to',
  body: z.strictObject({ step: z.enum(setupSteps) }),
  response: z.object({}),
});

export const chooseSetupStyles = endpoint({
  noun,
  method: 'POST',
  path: `${path}/styles`,
  role,
  summary: 'Takes over some of the proposed styles; one that is there already is not made again',
  body: z.strictObject({ keys: z.array(z.string().max(40)).min(1).max(40) }),
  response: z.object({ count: z.number().int() }),
});

export const finishSetup = endpoint({
  noun,
  method: 'POST',
  path: `${path}/finish`,
  role,
  summary: 'Ends the setting up, once something can be booked',
  response: z.object({}),
  errors: ['setupIncomplete'],
});
