import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/entry/desk/contract.ts';
import * as commands from './commands.ts';

export function mountDesk(app: App): void {
  const { tokens } = app.ports;

  mount(app, contract.getCard, async (ctx, { params }) => {
    commands.refuseWithoutRight(ctx);
    const { lastTakenAt, ...card } = await commands.lookAt(ctx, tokens, params.cardCode);
    return {
      ...card,
      lastTakenDateTime: lastTakenAt,
      refusal: card.refusal && { ...card.refusal, details: { ...card.refusal.details } },
    };
  });

  mount(app, contract.takeFromCard, async (ctx, { params, body }) => {
    commands.refuseWithoutRight(ctx);
    return commands.take(ctx, tokens, params.cardCode, body);
  });

  mount(app, contract.undoTaking, async (ctx, { params, body }) => {
    commands.refuseWithoutRight(ctx);
    return commands.undo(ctx, tokens, params.cardCode, body);
  });
}
