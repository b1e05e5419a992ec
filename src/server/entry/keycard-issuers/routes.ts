import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/entry/keycard-issuers/contract.ts';
import * as commands from './commands.ts';

export function mountKeycardIssuers(app: App): void {
  const { tokens, decoders } = app.ports;

  mount(app, contract.getKeycardIssuers, commands.showIssuers);

  mount(app, contract.saveAppleIssuer, (ctx, { body }) => commands.saveApple(ctx, tokens, decoders, body));

  mount(app, contract.saveGoogleIssuer, (ctx, { body }) => commands.saveGoogle(ctx, tokens, body));
}
