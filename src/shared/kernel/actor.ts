import type { TokenClaims } from './session.ts';

/** Who makes this request (specification point 6). Rights beyond the family are fields, not more kinds. */
export type Actor = { readonly kind: 'visitor' } | MemberActor;

export interface MemberActor {
  readonly kind: 'member';
  readonly accountId: number;
  readonly sessionId: string;
  readonly clientId: number;
  readonly trainerId: number | undefined;
  readonly isAdmin: boolean;
  readonly canSeeRegistrations: boolean;
  readonly canManageRegistrations: boolean;
}

/** The families of endpoints; `account` and `page` belong to everybody. */
export const roles = ['visitor', 'client', 'trainer', 'admin'] as const;
export type Role = (typeof roles)[number];

export const visitor: Actor = { kind: 'visitor' };

/** The member behind verified claims. `isTrainer` is true when `trainerId` is present. */
export function toActor(claims: TokenClaims): MemberActor {
  return {
    kind: 'member',
    accountId: claims.accountId,
    sessionId: claims.sessionId,
    clientId: claims.clientId,
    trainerId: claims.trainerId,
    isAdmin: claims.isAdmin,
    canSeeRegistrations: claims.canSeeRegistrations,
    canManageRegistrations: claims.canManageRegistrations,
  };
}

/** Whether the actor may call endpoints of the family. An administrator may do what a trainer may. */
export function hasRole(actor: Actor, role: Role): boolean {
  if (role === 'visitor') return true;
  if (actor.kind === 'visitor') return false;
  if (role === 'client') return true;
  if (role === 'trainer') return actor.isAdmin || actor.trainerId !== undefined;
  return actor.isAdmin;
}
