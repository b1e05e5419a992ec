import type { App } from '#server/kernel/app.ts';
import { member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/account/resets/contract.ts';
import { callerOf, hand } from '../sessions/cookie.ts';
import * as commands from './commands.ts';

export function mountFactorResets(app: App): void {
  const { tokens, originOf } = app.ports;

  mount(app, contract.getFactorReset, (ctx, { params }) => commands.findReset(ctx, member(ctx), params.id));

  mount(app, contract.askFactorReset, (ctx, { params, body }) =>
    commands.askReset(ctx, member(ctx), {
      ...{ accountId: params.id, reason: body.reason, origin: originOf(ctx.tenant) },
    }),
  );

  mount(app, contract.confirmFactorReset, (ctx, { params }) =>
    commands.confirmReset(ctx, member(ctx), { accountId: params.id, origin: originOf(ctx.tenant) }),
  );

  mount(app, contract.withdrawFactorReset, (ctx, { params }) => commands.withdrawReset(ctx, params.id));

  mount(app, contract.resetFactors, async (ctx, { body }, exchange) => {
    const { deviceParameters, ...shown } = body;
    const session = await commands.resetFactors(ctx, tokens, shown, deviceParameters, callerOf(exchange));
    return hand(session, exchange);
  });
}
