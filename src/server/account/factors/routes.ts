import type { App } from '#server/kernel/app.ts';
import { member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/account/factors/contract.ts';
import { callerOf, hand } from '../sessions/cookie.ts';
import * as commands from './commands.ts';

export function mountFactors(app: App): void {
  const { tokens, originOf } = app.ports;

  mount(app, contract.showFactor, async (ctx, { body }, exchange) => {
    const { deviceParameters, ...shown } = body;
    const proof = { ...shown, origin: originOf(ctx.tenant) };
    return hand(
      await commands.showFactor(ctx, app.ports, proof, deviceParameters, callerOf(exchange)),
      exchange,
    );
  });

  mount(app, contract.getFactors, async (ctx) => {
    const { codesSince, passkeys, recoveryCodesLeft, isDemanded } = await commands.listFactors(
      ctx,
      member(ctx),
    );
    return {
      codes: codesSince === null ? null : { sinceDateTime: codesSince },
      passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
        ...{ id, name, addedDateTime: createdAt, lastUsedDateTime: lastUsedAt },
      })),
      recoveryCodesLeft,
      isDemanded,
    };
  });

  mount(app, contract.startCodes, (ctx) => commands.startCodes(ctx, tokens, member(ctx)));

  mount(app, contract.confirmCodes, (ctx, { body }, exchange) =>
    commands.confirmCodes(ctx, tokens, member(ctx), body.code, callerOf(exchange)),
  );

  mount(app, contract.removeCodes, (ctx) => commands.removeCodes(ctx, member(ctx)));

  mount(app, contract.renewRecoveryCodes, (ctx) => commands.renewRecoveryCodes(ctx, tokens, member(ctx)));
}
