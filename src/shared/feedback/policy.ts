import type { Actor } from '#shared/kernel/actor.ts';

/** Who reads what was thought of a training, allows it and hides it: its trainer, and administrators. */
export function canDecideComments(
  actor: Actor,
  { trainerId }: { readonly trainerId: number | null },
): boolean {
  if (actor.kind === 'visitor') return false;
  return actor.isAdmin || (trainerId !== null && actor.trainerId === trainerId);
}
