import type { App } from '#server/kernel/app.ts';
import { member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/account/proofs/contract.ts';
import { callerOf } from '../sessions/cookie.ts';
import * as commands from './commands.ts';

export function mountProofs(app: App): void {
  const { tokens, originOf } = app.ports;

  mount(app, contract.prove, (ctx, { body }, exchange) =>
    commands.prove(ctx, tokens, member(ctx), { ...body, origin: originOf(ctx.tenant) }, callerOf(exchange)),
  );
}
