import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';

/** Whom a door refused can be let in so long after it. */
export const letInMinutes = 30;

/** Whether staff may still let in whom a door refused: later they show their code again. */
export function canLetIn(refusedAt: string, now: string): boolean {
  return compareInstants(now, addMinutes(refusedAt, letInMinutes)) < 0;
}
