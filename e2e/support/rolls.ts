import type { Page } from '@playwright/test';
import { getClassRoll, type Roll } from '#shared/registrations/attendance/contract.ts';
import { clientIdOf, comeAsMember, makeClient, type OwnMember } from './newcomer.ts';
import { makeTrainingAt } from './trainings.ts';

interface Held extends OwnMember {
  readonly roll: Roll;
  /** Who has an account, and two others. */
  readonly names: readonly [me: string, other: string, third: string];
}

/** A training of half an hour that began, in so many minutes, with three people in it of whom nothing is noted yet. */
export async function makeHeld(page: Page, inMinutes: number): Promise<Held> {
  const mark = crypto.randomUUID().slice(0, 8);
  const member = await comeAsMember(page, 'rull', { firstName: 'Maija', lastName: mark });
  const { manage } = member;
  const [other, third] = [await makeClient(manage, 'Ilze', mark), await makeClient(manage, 'Juris', mark)];
  const clientIds = [await clientIdOf(member), other.id, third.id];
  const { id } = await makeTrainingAt(page, { inMinutes, clientIds });
  const roll = await manage(getClassRoll, { params: { id } });
  return { ...member, roll, names: [`Maija ${mark}`, other.name, third.name] };
}
