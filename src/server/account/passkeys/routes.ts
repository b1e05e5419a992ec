import type { App } from '#server/kernel/app.ts';
import { member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/account/passkeys/contract.ts';
import { hostOf } from '#shared/account/passkeys/domain.ts';
import { browserOf, callerOf, hand, markBrowser } from '../sessions/cookie.ts';
import * as commands from './commands.ts';
import { toNamed, toRequest } from './wire.ts';

export function mountPasskeys(app: App): void {
  const { tokens, originOf } = app.ports;

  mount(app, contract.requestPasskeyLogin, async (ctx, _input, exchange) => {
    const asked = await commands.requestLogin(ctx, tokens, callerOf(exchange), markBrowser(exchange));
    return toRequest(originOf(ctx.tenant), asked);
  });

  mount(app, contract.loginWithPasskey, async (ctx, { body }, exchange) => {
    const { deviceParameters, ...shown } = body;
    const session = await commands.logIn(
      ctx,
      app.ports,
      { ...shown, origin: originOf(ctx.tenant) },
      deviceParameters,
      callerOf(exchange),
      browserOf(exchange),
    );
    return hand(session, exchange);
  });

  mount(app, contract.offerPasskey, async (ctx) => {
    const { challenge, known, ...user } = await commands.offerPasskey(ctx, tokens, member(ctx));
    const { tenant } = ctx;
    return {
      ...{ challenge, host: hostOf(originOf(tenant)), centre: tenant.name, user },
      known: known.map(toNamed),
    };
  });

  mount(app, contract.addPasskey, (ctx, { body }, exchange) =>
    commands.addPasskey(
      ctx,
      tokens,
      member(ctx),
      { ...body, origin: originOf(ctx.tenant) },
      callerOf(exchange),
    ),
  );

  mount(app, contract.removePasskey, (ctx, { params }) =>
    commands.removePasskey(ctx, member(ctx), params.passkeyId),
  );

  mount(app, contract.requestPasskeyProof, async (ctx) =>
    toRequest(originOf(ctx.tenant), await commands.requestProof(ctx, member(ctx))),
  );
}
