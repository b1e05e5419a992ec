import type { App } from '#server/kernel/app.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { Turns } from '#server/kernel/turns.ts';
import { type ClashNames, type Collision, countsOf, type Decided } from '#shared/schedule/clashes/domain.ts';
import * as contract from '#shared/schedule/editing/contract.ts';
import { isTold, overFullBy, type Placed } from '#shared/schedule/editing/domain.ts';
import { type Planned, planSchedule, type RentalsOnClosure } from '../planning/commands.ts';
import { timeOf } from '../rows/commands.ts';
import { type AfterChange, applySchedule } from './commands.ts';

const allCounts = Object.fromEntries(contract.outcomes.map((outcome) => [outcome, 0])) as Record<
  (typeof contract.outcomes)[number],
  number
>;

export function mountEditing(app: App, after: AfterChange, rentals: RentalsOnClosure): void {
  // Each may be about thousands of trainings: others are served meanwhile.
  mount(
    app,
    contract.planSchedule,
    async (ctx, { body }) => toPlan(ctx, await planSchedule(ctx, body.command, body.choice, rentals)),
    { turns: new Turns({ perCentre: 1, inAll: 2, mostWaiting: 8, seconds: 15 }) },
  );

  mount(
    app,
    contract.applySchedule,
    async (ctx, { body }) => {
      const applied = await applySchedule(ctx, { ...body, version: null }, after, rentals);
      return {
        ...applied,
        counts: { ...allCounts, ...applied.counts },
        trainingIds: [...applied.trainingIds],
      };
    },
    // Those of one centre wait for each other's locks: they never hold up all the turns.
    { turns: new Turns({ perCentre: 2, inAll: 8, mostWaiting: 8, seconds: 15 }) },
  );
}

function toPlan(ctx: Ctx, planned: Planned) {
  const { decided, live, names, planId, isApplicable, choosing, rentals } = planned;
  const affected = decided.flatMap(({ training, outcome }) =>
    training && ['changed', 'moved', 'cancelled'].includes(outcome) ? [training] : [],
  );
  const told = new Set(decided.flatMap((one) => (one.training && isTold(one) ? [one.training.id] : [])));
  const people = live.filter(({ trainingId, state }) => told.has(trainingId) && state !== 'releasing');
  return {
    planId,
    occurrences: decided.map((one) => toOccurrence(ctx, one, names)),
    counts: { ...allCounts, ...countsOf(decided) },
    bookings: affected.reduce((sum, { booked }) => sum + booked, 0),
    waiting: affected.reduce((sum, { waiting }) => sum + waiting, 0),
    messages: new Set(people.map(({ clientId }) => clientId)).size,
    choosing,
    rentals: rentals.length,
    isApplicable,
  };
}

function toOccurrence({ tenant }: Ctx, one: Decided, names: ClashNames) {
  const { training, after, outcome, reason, changedFields, keptFields, collisions } = one;
  const place = (placed: Placed) => ({
    ...timeOf(placed, tenant.timeZone),
    rooms: placed.fields.roomIds.map((id) => ({ id, name: names.rooms.get(id) ?? '' })),
    trainerName: names.trainers.get(placed.fields.trainerId ?? 0) ?? '',
  });
  return {
    trainingId: training?.id ?? null,
    name: (after ?? training)?.fields.name ?? '',
    outcome,
    reason,
    before: training && place(training),
    after: after && place(after),
    changedFields: [...changedFields],
    keptFields: [...keptFields],
    booked: training?.booked ?? 0,
    waiting: training?.waiting ?? 0,
    overFullBy: overFullBy(one),
    clashes: collisions.map((collision) => toClash(collision, names)),
  };
}

function toClash({ kind, roomIds, trainerId, with: other }: Collision, names: ClashNames) {
  const { startsAt, endsAt, ...rest } = other;
  return {
    kind,
    names:
      kind === 'trainer'
        ? [names.trainers.get(trainerId ?? 0) ?? '']
        : roomIds.map((id) => names.rooms.get(id) ?? ''),
    with: { ...rest, startDateTime: startsAt, endDateTime: endsAt },
  };
}
