import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import { isCancellingAllowed } from '#shared/registrations/domain.ts';
import { bookingWindow, listMovesUntil } from '#shared/registrations/rules/domain.ts';
import { freePlacesOf } from '#shared/schedule/domain.ts';
import * as contract from '#shared/visitors/contract.ts';
import { areVisitorsWelcome, linkState, visitorOffer } from '#shared/visitors/domain.ts';
import * as commands from './commands.ts';
import { writeVisitorMail } from './mails.ts';

export function mountVisitors(app: App): void {
  const { tokens, originOf } = app.ports;

  mount(app, contract.bookAsVisitor, async (ctx, { body }, exchange) => {
    const { trainingId, isWaitingAccepted, ...details } = body;
    const { name: tenantName, timeZone } = ctx.tenant;
    const origin = originOf(ctx.tenant);
    const registered = await commands.bookAsVisitor(
      ctx,
      tokens,
      { trainingId, isWaitingAccepted, details },
      exchange.address,
      (mail, training) => writeVisitorMail({ ...mail, training, tenantName, timeZone, origin }),
    );
    const { outcome, freeUntil, listMovesUntil: movesUntil } = registered;
    const placeInWaitingList = 'placeInWaitingList' in registered ? registered.placeInWaitingList : 0;
    return { outcome, freeUntil, listMovesUntil: movesUntil, placeInWaitingList };
  });

  mount(app, contract.getFreePlaces, async (ctx, { query }) => {
    const { tenant, now } = ctx;
    const training = await commands.findPublicTraining(ctx, query.training ?? 0);
    const { opensAt, closesAt, freeCancelUntil } = bookingWindow(training.startsAt, tenant);
    const { startsAt, endsAt, waiting: waitingCount } = training;
    const freePlaces = freePlacesOf(training);
    const offer = visitorOffer(
      {
        ...training,
        startDateTime: startsAt,
        endDateTime: endsAt,
        opensDateTime: opensAt,
        closesDateTime: closesAt,
        freePlaces,
        waitingCount,
      },
      now,
    );
    return {
      outcome: areVisitorsWelcome(tenant.pageRules) ? offer : 'none',
      freePlaces,
      waitingCount,
      freeUntil: freeCancelUntil,
      listMovesUntil: listMovesUntil(startsAt, tenant),
    };
  });

  mount(app, contract.getVisitorRegistration, async (ctx, { params }) => {
    const found = await commands.findLinked(ctx, params.id);
    return {
      state: linkState(found, ctx.now),
      trainingName: found.trainingName,
      startDateTime: found.startsAt,
      endDateTime: found.endsAt,
      clubName: found.clubName,
      roomName: found.roomName,
      trainerName: found.trainerName,
      freeUntil: found.freeUntil,
      cancelingAllowed: isCancellingAllowed(found, ctx.now),
    };
  });

  mount(app, contract.cancelVisitorRegistration, async (ctx, { params }) => {
    const { state } = await commands.cancelByLink(ctx, params.id);
    return { state };
  });
}
