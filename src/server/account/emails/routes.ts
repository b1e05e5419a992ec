import type { App } from '#server/kernel/app.ts';
import { member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/account/emails/contract.ts';
import * as commands from './commands.ts';

export function mountEmails(app: App): void {
  const { tokens, originOf } = app.ports;

  mount(app, contract.changeEmail, async (ctx, { body }) => {
    await commands.changeEmail(ctx, tokens, member(ctx), body, originOf(ctx.tenant));
    return {};
  });

  mount(app, contract.keepEmail, (ctx) => commands.keepEmail(ctx, member(ctx)));

  mount(app, contract.confirmEmail, (ctx, { body }, exchange) =>
    commands.confirmEmail(ctx, tokens, member(ctx), body.emailToken, exchange.address, originOf(ctx.tenant)),
  );
}
