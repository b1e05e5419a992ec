import type { App } from '#server/kernel/app.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/entry/desk/contract.ts';
import { canRedeem } from '#shared/entry/desk/policy.ts';
import { AppError } from '#shared/kernel/errors.ts';
import * as commands from './commands.ts';

export function mountDesk(app: App): void {
  const { tokens } = app.ports;

  mount(app, contract.getCard, async (ctx, { params }) => {
    refuseWithoutRight(ctx);
    const { lastTakenAt, ...card } = await commands.lookAt(ctx, tokens, params.cardCode);
    return {
      ...card,
      lastTakenDateTime: lastTakenAt,
      refusal: card.refusal && { ...card.refusal, details: { ...card.refusal.details } },
    };
  });

  mount(app, contract.takeFromCard, async (ctx, { params, body }) => {
    refuseWithoutRight(ctx);
    return commands.take(ctx, tokens, params.cardCode, body);
  });

  mount(app, contract.undoTaking, async (ctx, { params, body }) => {
    refuseWithoutRight(ctx);
    return commands.undo(ctx, tokens, params.cardCode, body);
  });
}

function refuseWithoutRight({ actor }: Ctx): void {
  if (!canRedeem(actor)) throw new AppError('actionNotAllowed', 403);
}
