import type { App } from '#server/kernel/app.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { filePath } from '#shared/feeds/contract.ts';
import { isCancellingAllowed } from '#shared/registrations/domain.ts';
import { bookingWindow, listMovesUntil } from '#shared/registrations/rules/domain.ts';
import { freePlacesOf } from '#shared/schedule/domain.ts';
import * as contract from '#shared/visitors/contract.ts';
import { linkState, visitorOffer } from '#shared/visitors/domain.ts';
import { areVisitorsWelcome } from '#shared/visitors/welcome/domain.ts';
import * as commands from './commands.ts';
import { writeBookedMail, writeVisitorMail } from './mails.ts';

export function mountVisitors(app: App): void {
  const { tokens, originOf } = app.ports;

  mount(app, contract.bookAsVisitor, async (ctx, { body }, exchange) => {
    const { trainingId, isWaitingAccepted, ...details } = body;
    const { tenant, language } = ctx;
    const { name: tenantName, timeZone } = tenant;
    const origin = originOf(tenant);
    await commands.askAsVisitor(
      ctx,
      tokens,
      { trainingId, isWaitingAccepted, details },
      exchange.address,
      (mail, training) => writeVisitorMail({ ...mail, training, tenantName, timeZone, origin, language }),
    );
    return { outcome: 'mailed' as const };
  });

  mount(app, contract.getFreePlaces, async (ctx, { query }) => {
    const training = await commands.findPublicTraining(ctx, query.training ?? 0);
    return {
      ...offerOf(ctx, training),
      freePlaces: freePlacesOf(training),
      waitingCount: training.waiting,
    };
  });

  mount(app, contract.getVisitorRegistration, async (ctx, { params }) => {
    const found = await commands.openLink(ctx, params.id);
    return found.kind === 'known' ? toRegistration(ctx, found.linked) : toAsked(ctx, found.training);
  });

  mount(app, contract.confirmVisitorRegistration, async (ctx, { body }) => {
    const { linkToken, isWaitingAccepted } = body;
    const { tenant, language } = ctx;
    const { name: tenantName, timeZone } = tenant;
    const letter = { tenantName, timeZone, language, origin: originOf(tenant), linkToken };
    const linked = await commands.confirmByLink(ctx, tokens, linkToken, isWaitingAccepted, (booked) =>
      writeBookedMail({ ...booked, ...letter }),
    );
    return toRegistration(ctx, linked);
  });

  mount(app, contract.getVisitorCalendarFile, async (ctx, { params }) => {
    const fileToken = await commands.openCalendarFile(ctx, tokens, params.id);
    return { address: filePath.replace(':file', `${fileToken}.ics`) };
  });

  mount(app, contract.cancelVisitorRegistration, async (ctx, { params }) => {
    const { state } = await commands.cancelByLink(ctx, params.id);
    return { state };
  });
}

/** What a newcomer could have of a training, and on which terms. */
function offerOf({ tenant, now }: Ctx, training: commands.PublicTraining) {
  const { opensAt, closesAt, freeCancelUntil } = bookingWindow(training.startsAt, tenant);
  const { startsAt, endsAt, waiting } = training;
  const offer = visitorOffer(
    {
      ...training,
      startDateTime: startsAt,
      endDateTime: endsAt,
      opensDateTime: opensAt,
      closesDateTime: closesAt,
      freePlaces: freePlacesOf(training),
      waitingCount: waiting,
    },
    now,
  );
  return {
    outcome: areVisitorsWelcome(tenant.pageRules) ? offer : ('none' as const),
    freeUntil: freeCancelUntil,
    listMovesUntil: listMovesUntil(startsAt, tenant),
  };
}

type Linked = Awaited<ReturnType<typeof commands.confirmByLink>>;

const factsOf = (
  training: Pick<Linked, 'startsAt' | 'endsAt' | 'clubName' | 'roomName' | 'trainerName' | 'publicComment'>,
) => ({
  startDateTime: training.startsAt,
  endDateTime: training.endsAt,
  clubName: training.clubName,
  roomName: training.roomName,
  trainerName: training.trainerName,
  publicComment: training.publicComment,
});

function toAsked(ctx: Ctx, training: commands.PublicTraining): contract.VisitorRegistration {
  const { outcome: offer, ...terms } = offerOf(ctx, training);
  return {
    ...{ state: 'asked', offer, ...terms, cancelingAllowed: false },
    ...{ trainingName: training.name, address: '', ...factsOf(training) },
  };
}

function toRegistration(ctx: Ctx, linked: Linked): contract.VisitorRegistration {
  return {
    ...{ state: linkState(linked, ctx.now), offer: 'none', freeUntil: linked.freeUntil },
    ...{ trainingName: linked.trainingName, address: linked.address, ...factsOf(linked) },
    listMovesUntil: listMovesUntil(linked.startsAt, ctx.tenant),
    cancelingAllowed: isCancellingAllowed(linked, ctx.now),
  };
}
