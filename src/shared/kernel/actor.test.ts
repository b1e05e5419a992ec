import { describe, expect, it } from 'vitest';
import { type Actor, hasRole, type Role, roles, visitor } from './actor.ts';

const client: Actor = {
  kind: 'member',
  accountId: 1,
  sessionId: 's',
  clientId: 1,
  trainerId: undefined,
  isAdmin: false,
  canSeeRegistrations: false,
  canManageRegistrations: false,
};
const trainer: Actor = { ...client, trainerId: 4 };
const admin: Actor = { ...client, isAdmin: true };

describe('hasRole', () => {
  // shows: roles
  it.each<[string, Actor, Role[]]>([
    ['visitor', visitor, ['visitor']],
    ['client', client, ['visitor', 'client']],
    // shows: trainer-by-id
    ['trainer', trainer, ['visitor', 'client', 'trainer']],
    ['admin', admin, ['visitor', 'client', 'trainer', 'admin']],
  ])('%s', (_, actor, expected) => {
    expect(roles.filter((role) => hasRole(actor, role))).toEqual(expected);
  });
});
