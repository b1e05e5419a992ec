import type { App } from '#server/kernel/app.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { Turns } from '#server/kernel/turns.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import type { ScheduleCommand } from '#shared/schedule/editing/contract.ts';
import { outcomes } from '#shared/schedule/editing/contract.ts';
import { undoHours } from '#shared/schedule/editing/domain.ts';
import * as contract from '#shared/schedule/series/contract.ts';
import { type AfterChange, type Applying, applySchedule } from '../editing/commands.ts';
import type { RentalsOnClosure } from '../planning/commands.ts';
import { listChanges, undoChange } from './commands.ts';

/** The forms of editing that need no plan shown: the version of the training stands for it. */
export function mountSeries(app: App, after: AfterChange, rentals: RentalsOnClosure): void {
  // As for planned ones: they may be about thousands of trainings.
  const turns = new Turns({ perCentre: 2, inAll: 8, mostWaiting: 8, seconds: 15 });

  const applyAt = (ctx: Ctx, command: ScheduleCommand, version: number | null, isTold: boolean) =>
    applyOne(
      ctx,
      { command, choice: { onClash: 'stop', roomIds: [] }, planId: null, version, isTold },
      after,
    );

  mount(
    app,
    contract.editTraining,
    (ctx, { params, body }) => {
      const { changes, version, isTold } = body;
      const command = {
        kind: 'edit',
        trainingId: params.id,
        scope: 'this',
        changes,
        overwrites: false,
      } as const;
      return applyAt(ctx, command, version, isTold);
    },
    { turns },
  );

  mount(
    app,
    contract.editSeries,
    (ctx, { params, body }) => {
      const { version, isTold, ...edit } = body;
      return applyAt(ctx, { kind: 'edit', trainingId: params.id, ...edit }, version, isTold);
    },
    { turns },
  );

  mount(
    app,
    contract.cancelTraining,
    (ctx, { params, body }) => {
      const { version, reason, scope } = body;
      return applyAt(ctx, { kind: 'cancel', trainingId: params.id, reason, scope }, version, true);
    },
    { turns },
  );

  mount(
    app,
    contract.deleteTraining,
    (ctx, { params }) => applyAt(ctx, { kind: 'delete', trainingId: params.id, scope: 'this' }, null, true),
    { turns },
  );

  mount(app, contract.listChanges, async (ctx) =>
    (await listChanges(ctx)).map(({ at, undoneAt, ...change }) => ({
      ...change,
      atDateTime: at,
      undoUntil: addMinutes(at, undoHours * 60),
      undoneDateTime: undoneAt,
    })),
  );

  mount(
    app,
    contract.undoChange,
    async (ctx, { params }) => {
      const undone = await undoChange(ctx, params.id, after, rentals);
      return { ...undone, trainingIds: [...undone.trainingIds] };
    },
    { turns },
  );
}

async function applyOne(ctx: Ctx, applying: Applying, after: AfterChange) {
  const applied = await applySchedule(ctx, applying, after);
  const none = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<
    (typeof outcomes)[number],
    number
  >;
  return { ...applied, counts: { ...none, ...applied.counts }, trainingIds: [...applied.trainingIds] };
}
