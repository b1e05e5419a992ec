import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/trainers/contract.ts';
import { findTrainerTaker } from './commands.ts';
import { listTrainers } from './data.ts';

export function mountTrainers(app: App): void {
  mount(app, contract.listTrainers, async (ctx) => {
    const [rows] = await ctx.read(listTrainers());
    return rows;
  });

  mount(app, contract.getTrainerAvailability, async (ctx, { query }) => {
    const { trainer, date, time, duration = 60, training } = query;
    const taker = await findTrainerTaker(ctx, trainer, { date, time, duration, training });
    return {
      isCondition: taker === undefined,
      takenBy: taker ? { name: taker.name, startDateTime: taker.startsAt, endDateTime: taker.endsAt } : null,
    };
  });
}
