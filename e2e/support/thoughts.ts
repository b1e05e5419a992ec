import type { Page } from '@playwright/test';
import { giveFeedback } from '#shared/feedback/contract.ts';
import { changePresence, getClassRoll } from '#shared/registrations/attendance/contract.ts';
import { callAs } from './member.ts';
import { clientIdOf, comeNew, newcomerPassword } from './newcomer.ts';
import { makeTrainingAt, type OwnTraining } from './trainings.ts';

interface Attended {
  readonly training: OwnTraining;
  /** As who was there they sign in. */
  readonly email: string;
}

/** A training that this trainer just led, where somebody new was. */
export async function makeAttended(page: Page, trainerId: number): Promise<Attended> {
  const newcomer = await comeNew(page, 'kohal');
  const clientIds = [await clientIdOf(newcomer)];
  const training = await makeTrainingAt(page, { inMinutes: -40, clientIds, trainerId });
  const { email, manage } = newcomer;
  const { registrations } = await manage(getClassRoll, { params: { id: training.id } });
  const registrationIds = registrations.map(({ registrationId }) => registrationId);
  await manage(changePresence, { body: { registrationIds, presence: true } });
  return { training, email };
}

/** The same with what they thought of it, which others may read once it is allowed. */
export async function makeThought(
  page: Page,
  trainerId: number,
): Promise<Attended & { readonly thought: string }> {
  const attended = await makeAttended(page, trainerId);
  const thought = `Hea tund ${crypto.randomUUID().slice(0, 8)}`;
  const call = await callAs(page, attended.email, newcomerPassword);
  const ratings = { trainingRating: 'love', trainerRating: 'like' } as const;
  const body = { trainingId: attended.training.id, ...ratings, thought, isShared: true };
  await call(giveFeedback, { body });
  return { ...attended, thought };
}
