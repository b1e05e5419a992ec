import type { App } from '#server/kernel/app.ts';
import { member } from '#server/kernel/ctx.ts';
import { type Exchange, mount } from '#server/kernel/mount.ts';
import { writePasswordResetMail } from '#server/messages/mails.ts';
import * as contract from '#shared/account/contract.ts';
import { sessionLife } from '#shared/account/domain.ts';
import { apiBase } from '#shared/kernel/endpoint.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import * as commands from './commands.ts';

const cookieName = 'trenn_refresh';
/** Stays after logging out: whose tries are counted apart, and no more. */
const deviceCookie = 'trenn_device';
/** The refresh token goes nowhere but to the calls that need it. */
const cookiePath = `${apiBase}/account`;

export function mountAccount(app: App): void {
  const { tokens } = app.ports;

  mount(app, contract.login, async (ctx, { body }, exchange) => {
    const { userCredentials, deviceParameters } = body;
    const session = await commands.logIn(ctx, tokens, userCredentials, deviceParameters, callerOf(exchange));
    return hand(session, exchange);
  });

  mount(app, contract.refresh, async (ctx, { body }, exchange) => {
    try {
      const session = await commands.refreshSession(
        ctx,
        tokens,
        exchange.cookies[cookieName],
        body,
        callerOf(exchange),
      );
      return hand(session, exchange);
    } catch (error) {
      if (error instanceof AppError && error.code === 'refreshingSessionFailed') {
        exchange.clearCookie(cookieName, { path: cookiePath });
      }
      throw error;
    }
  });

  mount(app, contract.logout, async (ctx, _input, exchange) => {
    await commands.logOut(ctx, tokens, exchange.cookies[cookieName]);
    exchange.clearCookie(cookieName, { path: cookiePath });
    return {};
  });

  mount(app, contract.requestPasswordReset, async (ctx, { body }, exchange) => {
    await commands.requestPasswordReset(ctx, tokens, body.email, exchange.address, (account, resetToken) =>
      writePasswordResetMail({
        tenantName: ctx.tenant.name,
        origin: app.ports.originOf(ctx.tenant),
        language: isLanguage(account.language) ? account.language : ctx.tenant.defaultLanguage,
        to: account.email,
        firstName: account.firstName,
        resetToken,
      }),
    );
    return {};
  });

  mount(app, contract.resetPassword, async (ctx, { body }, exchange) => {
    await commands.resetPassword(ctx, tokens, body, exchange.address);
    return {};
  });

  mount(app, contract.changePassword, async (ctx, { body }) => {
    await commands.changePassword(ctx, tokens, member(ctx), body);
    return {};
  });
}

function hand(session: commands.OpenedSession, exchange: Exchange): { token: string } {
  if (session.deviceToken !== undefined) {
    exchange.setCookie(deviceCookie, session.deviceToken, {
      path: cookiePath,
      maxAgeSeconds: sessionLife.deviceDays * 24 * 3600,
    });
  }
  exchange.setCookie(cookieName, session.refreshToken, {
    path: cookiePath,
    ...(session.keep ? { maxAgeSeconds: sessionLife.keptDays * 24 * 3600 } : {}),
  });
  return { token: session.token };
}

function callerOf(exchange: Exchange): commands.Caller {
  const deviceToken = exchange.cookies[deviceCookie];
  return { address: exchange.address, isOutdated: exchange.isOutdated, deviceToken };
}
