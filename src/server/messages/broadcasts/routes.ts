import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { cents, centsToEuros } from '#shared/kernel/money.ts';
import { pageOf } from '#shared/kernel/pages.ts';
import * as contract from '#shared/messages/broadcasts/contract.ts';
import { deliveryStates, mostUnreachable } from '#shared/messages/broadcasts/domain.ts';
import * as commands from './commands.ts';
import * as data from './data.ts';

/** A provider tells of every copy by itself, from few addresses. */
const reportsPerMinute = 6000;
const noCounts = Object.fromEntries(deliveryStates.map((state) => [state, 0])) as Record<
  (typeof deliveryStates)[number],
  number
>;

export interface BroadcastOptions extends commands.SendingPorts {
  readonly hasSms: boolean;
}

export function mountBroadcasts(app: App, options: BroadcastOptions): void {
  const { hasSms } = options;
  const { tokens } = app.ports;

  mount(app, contract.previewMessage, async (ctx, { body }) => {
    commands.refuseHidden(ctx, body.channel, hasSms);
    const { plan, audienceName, partCents, people } = await commands.planMessage(ctx, ctx.read, body);
    const unreachable = new Set(plan.unreachable.map(({ clientId }) => clientId));
    return {
      audienceName,
      recipients: plan.recipients.length,
      unreachable: people
        .filter(({ clientId }) => unreachable.has(clientId))
        .slice(0, mostUnreachable)
        .map(({ clientId, name, phone, email }) => ({ clientId, name, phone, email })),
      unreachableCount: plan.unreachable.length,
      withheld: plan.withheld.length,
      parts: plan.parts,
      price: euros(plan.priceCents),
      partPrice: euros(partCents),
      waitsUntilDateTime: plan.waitsUntil,
    };
  });

  mount(app, contract.sendMessage, async (ctx, { body }) => {
    commands.refuseHidden(ctx, body.channel, hasSms);
    const { expected, ...draft } = body;
    const { priceCents, ...sent } = await commands.sendMessage(ctx, options, draft, expected);
    return { ...sent, price: euros(priceCents) };
  });

  mount(app, contract.listMessages, async (ctx, { query }) => {
    const { offset, limit } = pageOf(query);
    const [rows, counts] = await ctx.read(data.listMessages(offset, limit), data.countMessages());
    return { items: rows.map(toSent), total: counts[0]?.total ?? 0 };
  });

  mount(app, contract.getMessage, async (ctx, { params, query }) => {
    const { offset, limit } = pageOf(query);
    const [[row], deliveries] = await ctx.read(
      data.findMessage(params.id),
      data.listDeliveries(params.id, offset, limit),
    );
    if (!row) throw new AppError('itemNotFound');
    return {
      ...toSent(row),
      deliveries: deliveries.map(({ changedAt, ...rest }) => ({ ...rest, changedDateTime: changedAt })),
    };
  });

  mount(
    app,
    contract.reportDelivery,
    async (ctx, { params, body }) => {
      await commands.takeReport(ctx, tokens, params.token, body.status);
      return {};
    },
    { perMinute: reportsPerMinute },
  );
}

function euros(amount: number): number {
  return centsToEuros(cents(amount));
}

function toSent({ createdAt, partCents, counts, ...row }: data.MessageRow): contract.SentMessage {
  return {
    ...row,
    createdDateTime: createdAt,
    price: euros(row.recipients * row.parts * partCents),
    counts: { ...noCounts, ...counts },
  };
}
