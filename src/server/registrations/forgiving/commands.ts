import { compareInstants } from '#shared/kernel/dates.ts';
import type { RegistrationDecision } from '#shared/registrations/domain.ts';
import type { TrainingFacts } from '#shared/registrations/rules/domain.ts';
import type { Move } from '#shared/registrations/waitlist/domain.ts';
import { forgiveFirstDropped } from '../waitlist/data.ts';

/** How many who dropped late may still owe nothing: none once it has begun, as what covered them is settled by then. */
function forgivable({ lateCancelled, startsAt }: TrainingFacts, now: string): number {
  return compareInstants(now, startsAt) < 0 ? lateCancelled : 0;
}

/**
 * For each place that found a new owner, the first who dropped late owes nothing. Of the training as the moves left it: who
 * drops late in the same transaction counts.
 */
export function forgiving(training: TrainingFacts, moves: readonly Move[], now: string) {
  const { id: trainingId } = training;
  const refills = moves.filter(
    ({ kind }) => kind === 'promoted' || kind === 'accepted' || kind === 'claimed',
  );
  return refills
    .slice(0, forgivable(training, now))
    .map(({ clientId }) => forgiveFirstDropped({ trainingId, clientId, now }));
}

/** Whether all who dropped late owe nothing with that, also who did last. */
export function forgivesAll(training: TrainingFacts, moves: readonly Move[], now: string): boolean {
  return training.lateCancelled > 0 && forgiving(training, moves, now).length === training.lateCancelled;
}

/** The same for somebody new: whose own entry became the booking is among the moves. */
export function forgivingNew(
  training: TrainingFacts,
  { clientId, decision, now }: { clientId: number; decision: RegistrationDecision; now: string },
) {
  const isNew = decision.outcome === 'booked' && decision.entryId === null;
  const { id: trainingId } = training;
  return isNew && forgivable(training, now) > 0 ? [forgiveFirstDropped({ trainingId, clientId, now })] : [];
}
