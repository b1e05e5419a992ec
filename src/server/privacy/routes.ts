import type { App } from '#server/kernel/app.ts';
import { member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { cents, centsToEuros } from '#shared/kernel/money.ts';
import * as contract from '#shared/privacy/contract.ts';
import type { Obstacle } from '#shared/privacy/domain.ts';
import { confirmPassword, downloadOf, downloadOwn, tellTrail, viewOf } from './commands.ts';
import { askErasure, type ErasureView, undoErasure, viewErasure } from './erasure/commands.ts';

export function mountPrivacy(app: App): void {
  const { tokens } = app.ports;

  mount(app, contract.downloadData, (ctx, { body }) => downloadOwn(ctx, tokens, body.password));

  mount(app, contract.getErasure, async (ctx) => toErasure(await viewErasure(ctx, member(ctx).clientId)));

  mount(app, contract.askErasure, async (ctx, { body }) => {
    await confirmPassword(ctx, tokens, body.password);
    const told = tellTrail(ctx, 'POST /user/account/erasure');
    return toErasure(await askErasure(ctx, app.ports, member(ctx).clientId, [told]));
  });

  mount(app, contract.undoErasure, async (ctx) =>
    toErasure(await undoErasure(ctx, member(ctx).clientId, [tellTrail(ctx, 'DELETE /user/account/erasure')])),
  );

  mount(app, contract.getClientPrivacy, async (ctx, { params }) => {
    const { erasure, consents } = await viewOf(ctx, params.id);
    return { erasure: toErasure(erasure), consents };
  });

  mount(app, contract.downloadClientData, (ctx, { params }) => downloadOf(ctx, params.id));

  mount(app, contract.askClientErasure, async (ctx, { params }) =>
    toErasure(await askErasure(ctx, app.ports, params.id)),
  );

  mount(app, contract.undoClientErasure, async (ctx, { params }) =>
    toErasure(await undoErasure(ctx, params.id)),
  );
}

function toErasure({ erasure, obstacles, creditCents, ...rest }: ErasureView) {
  const isPending = erasure !== undefined && erasure.closedAt === null;
  return {
    ...rest,
    creditLost: centsToEuros(cents(creditCents)),
    pending: isPending
      ? { askedDateTime: erasure.askedAt, dueDateTime: erasure.dueAt, isHeld: erasure.heldBy !== '' }
      : null,
    isDone: erasure !== undefined && erasure.closedAt !== null,
    obstacles: obstacles.map(toObstacle),
  };
}

function toObstacle(obstacle: Obstacle) {
  return {
    kind: obstacle.kind,
    name: 'name' in obstacle ? obstacle.name : null,
    amount: obstacle.kind === 'debt' ? centsToEuros(cents(obstacle.cents)) : null,
    endDate: obstacle.kind === 'contract' ? obstacle.endsOn : null,
    startDateTime: 'startsAt' in obstacle ? obstacle.startsAt : null,
  };
}
