import { en } from '#i18n/en.ts';
import type { AnyEndpoint } from '#shared/kernel/endpoint.ts';
import { valueAt } from '#shared/kernel/fields.ts';
import type { TestAccount } from './centre.ts';
import type { TestServer } from './server.ts';

/** What a member of staff may write with: by what it is, not by what the product takes for audited. */
export const isOfStaff = ({ method, role }: AnyEndpoint) =>
  method !== 'GET' && (role === 'admin' || role === 'trainer');

export const actionOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`;

/** Endpoints of staff that may succeed and leave no row in the audit trail, and why. */
export const untrailed: Readonly<Record<string, string>> = {
  'POST /admin/back-office/client/:id/merge/preview': 'only says what merging would move',
  'POST /admin/back-office/import/check': 'only says what a file holds',
  'POST /admin/client/:id/contract/check': 'only says what a contract would cost',
  'POST /admin/message/preview': 'only says whom a message would reach',
  'POST /admin/schedule/plan': 'only says what a change would do',
  'POST /admin/schedule/substitute/preview': 'only says who would be asked',
  'POST /trainer/substitute/preview': 'only says who would be asked',
  'POST /trainer/entry/refusals/:id/let-in': 'is the entry of whoever pressed before',
  'POST /trainer/registration/roll/:trainingId/open': 'leaves a roll alone that is open',
  'POST /trainer/registration/scan': 'says of somebody who is there already that they are',
};

/**
 * Whoever of staff has changed something stands in the audit trail, and what it was has a name there: asked after every call
 * of every test that went well. Throws where it does not.
 */
export async function expectTrail(
  ask: TestServer['ask'],
  endpoint: AnyEndpoint,
  { id }: TestAccount,
): Promise<void> {
  const action = actionOf(endpoint);
  if (!isOfStaff(endpoint) || untrailed[action] !== undefined) return;
  const rows = await ask<{ noun: string | null }>(
    'select distinct noun from audit_trail where account_id = $1 and action = $2',
    id,
    action,
  );
  if (rows.length === 0) throw new Error(`${action} went well and left no row in the audit trail`);
  const unnamed = rows.find(({ noun }) => noun !== null && !valueAt(en.backOffice.trail.nouns, noun));
  if (unnamed) throw new Error(`${action}: the trail has no name for ${unnamed.noun}`);
}
