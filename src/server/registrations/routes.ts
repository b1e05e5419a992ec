import type { App } from '#server/kernel/app.ts';
import { member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { centsToEuros } from '#shared/kernel/money.ts';
import { pageOf } from '#shared/kernel/pages.ts';
import * as contract from '#shared/registrations/contract.ts';
import type { Cancelling, RegistrationDecision } from '#shared/registrations/domain.ts';
import { type Entitlement, leftAfter } from '#shared/registrations/entitlements/domain.ts';
import { receiptOf } from '#shared/registrations/history/domain.ts';
import type { GivingBack } from '#shared/registrations/settlements/domain.ts';
import { registerClient } from './commands.ts';
import * as data from './data.ts';
import { previewRegistration } from './preview/commands.ts';
import { purchasePlace } from './purchases/commands.ts';
import { takeBack, takeOffer } from './taking/commands.ts';
import { cancelRegistration, previewCancelling } from './waitlist/commands.ts';
import * as lines from './waitlist/data.ts';
import { joinWaitlistGroup, previewSwap, swapRegistration } from './waitlist-groups/commands.ts';
import { toUserRegistration } from './wire.ts';

export function mountRegistrations(app: App): void {
  const { tokens } = app.ports;
  mount(app, contract.listRegistrations, async (ctx, { query }) => {
    const { clientId } = member(ctx);
    const period = query.period ?? 'upcoming';
    const { offset, limit } = pageOf(query);
    const { now, language, tenant } = ctx;
    // One more than asked for tells whether there is a next page.
    const page = { now, offset, limit: limit + 1, language, defaultLanguage: tenant.defaultLanguage };
    const list = data.listClientRegistrations(clientId, period, page);
    const [rows, counts] =
      period === 'upcoming'
        ? await ctx.read(list, data.countUpcomingRegistrations(clientId, now))
        : [...(await ctx.read(list)), undefined];
    return {
      items: rows.slice(0, limit).map((row) => toUserRegistration(ctx, row)),
      total: counts?.[0]?.total ?? null,
      isMore: rows.length > limit,
      offset,
      limit,
    };
  });

  mount(app, contract.getNeededNotice, async (ctx) => {
    const [[client]] = await ctx.read(data.findNeededNotice({ clientId: member(ctx).clientId }));
    const kept = contract.neededNotices.find((one) => one === client?.noticeMinutes);
    return { noticeMinutes: kept ?? 0 };
  });

  mount(app, contract.changeNeededNotice, async (ctx, { body }) => {
    const { clientId } = member(ctx);
    return ctx.write((transaction) =>
      transaction.save({}, [data.saveNeededNotice(clientId, body.noticeMinutes)]),
    );
  });

  mount(app, contract.previewRegistration, async (ctx, { params }) => {
    const preview = await previewRegistration(ctx, member(ctx).clientId, params.trainingId);
    return preview.outcome === 'refused'
      ? { ...preview, details: { ...preview.details } }
      : { ...toOutcome(preview), payment: preview.payment };
  });

  mount(app, contract.register, async (ctx, { body }) => {
    const { clientId } = member(ctx);
    const registered = await registerClient(ctx, { clientId, ...body });
    return {
      ...toOutcome(registered),
      registrationId: registered.registrationId,
      place: registered.outcome === 'booked' ? registered.place : null,
      cover: toEntitlement(registered.cover),
      message:
        registered.outcome === 'booked' ? ('registered' as const) : ('userAddedToWaitingList' as const),
    };
  });

  mount(app, contract.purchasePlace, async (ctx, { body }) => {
    const { totalCents, ...held } = await purchasePlace(ctx, tokens, member(ctx).clientId, body.trainingId);
    return { ...held, total: centsToEuros(totalCents) };
  });

  mount(app, contract.cancelRegistration, async (ctx, { params }) =>
    toCancelled(await cancelRegistration(ctx, member(ctx).clientId, params.id)),
  );

  mount(app, contract.previewCancelling, async (ctx, { params }) =>
    toCancelled(await previewCancelling(ctx, member(ctx).clientId, params.id)),
  );

  mount(app, contract.undoCancelling, (ctx, { params }) => takeBack(ctx, member(ctx).clientId, params.id));

  mount(app, contract.joinWaitlistGroup, (ctx, { body }) =>
    joinWaitlistGroup(ctx, member(ctx).clientId, body.trainingIds),
  );

  mount(app, contract.previewSwap, async (ctx, { params }) => {
    const { clientId } = member(ctx);
    const { decision, present, cover, givingBack } = await previewSwap(
      ctx,
      clientId,
      params.id,
      params.trainingId,
    );
    return {
      ...toOutcome(decision),
      present,
      cover,
      givingBack: givingBack === null ? null : toGivingBack(givingBack),
    };
  });

  mount(app, contract.swapRegistration, async (ctx, { params, body }) => {
    const swapped = await swapRegistration(ctx, member(ctx).clientId, params.id, body.trainingId);
    const { registrationId, present } = swapped;
    return { ...toOutcome(swapped), registrationId, present };
  });

  mount(app, contract.getWaitlistReceipt, async (ctx, { params }) => {
    const { clientId } = member(ctx);
    const [moves, own] = await ctx.read(
      lines.listHistory(params.id, clientId),
      lines.findRegistration({ registrationId: params.id, clientId }),
    );
    if (own.length === 0) throw new AppError('registrationNotFound');
    return receiptOf(moves, params.id).map(({ movedAt, ...step }) => ({ ...step, movedDateTime: movedAt }));
  });

  mount(app, contract.acceptOffer, (ctx, { params, body }) =>
    takeOffer(ctx, member(ctx).clientId, params.id, body.cover),
  );
}

function toOutcome(decision: RegistrationDecision) {
  return {
    outcome: decision.outcome,
    freeUntil: decision.freeUntil,
    listMovesUntil: decision.listMovesUntil,
    placeInWaitingList: decision.outcome === 'waiting' ? decision.placeInWaitingList : 0,
  };
}

function toEntitlement(entitlement: Entitlement | null) {
  if (!entitlement) return null;
  const { kind, id, endsOn, left, granted } = entitlement;
  return { kind, id, validUntil: endsOn, left, leftAfter: leftAfter(entitlement), granted };
}

function toCancelled({ state, undoUntil, ...back }: Cancelling & GivingBack) {
  return { state, undoUntil, ...toGivingBack(back) };
}

function toGivingBack({ paidCents, creditCents, ...back }: GivingBack) {
  return {
    ...back,
    paid: paidCents === null ? null : centsToEuros(paidCents),
    credit: creditCents === null ? null : centsToEuros(creditCents),
  };
}
