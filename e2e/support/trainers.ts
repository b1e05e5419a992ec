import type { Page } from '@playwright/test';
import type { Ground } from './editing.ts';
import { comeNew } from './newcomer.ts';
import { makeTrainer } from './trainings.ts';

export interface OwnTrainer {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/** A trainer of a journey's own at the centre whose page is open, who holds nothing yet, with a login. */
export async function hire(page: Page, ground: Ground, firstName?: string): Promise<OwnTrainer> {
  const { id, name } = await makeTrainer(ground, { firstName });
  const { email } = await comeNew(page, 'treener', id);
  return { id, name, email };
}
