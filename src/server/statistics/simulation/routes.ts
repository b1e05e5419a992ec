import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import { Turns } from '#server/kernel/turns.ts';
import { simulateLimit } from '#shared/statistics/simulation/contract.ts';
import { simulate } from './commands.ts';

export function mountSimulation(app: App): void {
  mount(
    app,
    simulateLimit,
    (ctx, { query: { limit = 'upcomingMax', value } }, { abandoned }) =>
      simulate(ctx, app.ports.decoders, { limit, value, abandoned }),
    { perMinute: 20, turns: new Turns({ perCentre: 1, inAll: 2, mostWaiting: 2, seconds: 15 }) },
  );
}
