import type { Actor } from '#shared/kernel/actor.ts';

interface TaughtTraining {
  readonly trainerId: number | null;
  /** A client's own time with the trainer: that is the trainer's to see and to give up, whatever else they may. */
  readonly isPersonal?: boolean;
}

/** Who sees who is registered and notes who came: administrators, and a trainer with that right of own trainings. */
export function canSeeRoll(actor: Actor, training: TaughtTraining): boolean {
  if (actor.kind === 'visitor') return false;
  return (
    actor.isAdmin || ((actor.canSeeRegistrations || training.isPersonal === true) && isOwn(actor, training))
  );
}

/** Who puts clients in and takes them out: the same people, with the right to manage registrations. */
export function canManageRoll(actor: Actor, training: TaughtTraining): boolean {
  if (actor.kind === 'visitor') return false;
  return (
    actor.isAdmin ||
    ((actor.canManageRegistrations || training.isPersonal === true) && isOwn(actor, training))
  );
}

/**
 * Whose timetable and sums are shown: the own, whatever is asked; administrators may name another trainer. Undefined
 * where there is none.
 */
export function taughtBy(actor: Actor, asked: number | undefined): number | undefined {
  if (actor.kind === 'visitor') return undefined;
  return actor.isAdmin ? (asked ?? actor.trainerId) : actor.trainerId;
}

function isOwn(actor: Extract<Actor, { kind: 'member' }>, { trainerId }: TaughtTraining): boolean {
  return trainerId !== null && actor.trainerId === trainerId;
}
