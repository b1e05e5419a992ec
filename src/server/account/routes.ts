import type { App } from '#server/kernel/app.ts';
import { member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/account/contract.ts';
import { AppError } from '#shared/kernel/errors.ts';
import * as commands from './commands.ts';
import { toRequest } from './passkeys/wire.ts';
import * as password from './password/commands.ts';
import { logOut, refreshSession } from './sessions/commands.ts';
import { callerOf, forget, hand, handDevice, refreshTokenOf } from './sessions/cookie.ts';

export function mountAccount(app: App): void {
  const { tokens, originOf } = app.ports;

  mount(app, contract.login, async (ctx, { body }, exchange) => {
    const { userCredentials, deviceParameters } = body;
    const opened = await commands.logIn(
      ctx,
      app.ports,
      userCredentials,
      deviceParameters,
      callerOf(exchange),
    );
    if ('asked' in opened) {
      const { challenge, ways, passkeys } = opened.asked;
      const isPasskeyAsked = ways.includes('passkey');
      const passkeyRequest = isPasskeyAsked ? toRequest(originOf(ctx.tenant), { challenge, passkeys }) : null;
      return { token: null, secondFactor: { challenge, ways, passkeyRequest } };
    }
    return { ...hand(opened.session, exchange), secondFactor: null };
  });

  mount(app, contract.refresh, async (ctx, { body }, exchange) => {
    try {
      const token = refreshTokenOf(exchange);
      const session = await refreshSession(ctx, tokens, token, body, callerOf(exchange));
      return hand(session, exchange);
    } catch (error) {
      if (error instanceof AppError && error.code === 'refreshingSessionFailed') {
        forget(exchange);
      }
      throw error;
    }
  });

  mount(app, contract.logout, async (ctx, { query }, exchange) => {
    await logOut(ctx, tokens, refreshTokenOf(exchange), { isIdle: query.because === 'idle' });
    forget(exchange);
    return {};
  });

  mount(app, contract.requestPasswordReset, async (ctx, { body }, exchange) => {
    await password.requestPasswordReset(ctx, tokens, body.email, exchange.address);
    return {};
  });

  mount(app, contract.resetPassword, async (ctx, { body }, exchange) => {
    const { deviceToken, ...reset } = await password.resetPassword(ctx, tokens, body, exchange.address);
    handDevice(deviceToken, exchange);
    return reset;
  });

  mount(app, contract.changePassword, async (ctx, { body }, exchange) => {
    const { deviceToken } = await password.changePassword(ctx, tokens, member(ctx), body);
    handDevice(deviceToken, exchange);
    return {};
  });
}
