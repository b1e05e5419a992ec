import type { App } from '#server/kernel/app.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { localDate, localTime, minutesBetween } from '#shared/kernel/dates.ts';
import * as contract from '#shared/registrations/refusals/contract.ts';
import { freePlacesOf } from '#shared/schedule/domain.ts';
import { type FoundAlternatives, findAlternatives } from './commands.ts';
import * as data from './data.ts';

export function mountRefusals(app: App): void {
  mount(app, contract.findAlternatives, async (ctx, { params }) => {
    const { clientId } = member(ctx);
    return toAlternatives(ctx, clientId, await findAlternatives(ctx, clientId, params.trainingId));
  });

  mount(app, contract.findPublicAlternatives, async (ctx, { params }) =>
    toAlternatives(ctx, 0, await findAlternatives(ctx, null, params.trainingId)),
  );
}

/** Names for the ids that were decided about. */
async function toAlternatives(ctx: Ctx, clientId: number, found: FoundAlternatives) {
  const { refusal, waiting } = found;
  const { language, tenant } = ctx;
  const trainingIds = [
    ...found.alternatives.map(({ training }) => training.id),
    ...found.inTheWay.map(({ trainingId }) => trainingId),
  ];
  const [described, own] =
    trainingIds.length === 0
      ? [[], []]
      : await ctx.read(
          data.describeTrainings({ trainingIds, language, defaultLanguage: tenant.defaultLanguage }),
          data.listRegistrationsTo({ clientId, trainingIds }),
        );
  const words = new Map(described.map((row) => [row.id, row]));
  const ownOf = new Map(own.map((row) => [row.trainingId, row]));
  return {
    refusal: refusal && { ...refusal, details: { ...refusal.details } },
    waiting,
    inTheWay: found.inTheWay.flatMap(({ trainingId, startsAt, endsAt }) => {
      const registration = ownOf.get(trainingId);
      const row = words.get(trainingId);
      if (!registration || !row) return [];
      const { id: registrationId, freeUntil } = registration;
      const { name, colour, clubName, roomName, trainerName } = row;
      return {
        registrationId,
        trainingId,
        ...{ name, clubName, roomName, trainerName },
        typeColor: colour,
        freeUntil,
        ...toTimes(ctx, startsAt, endsAt),
      };
    }),
    alternatives: found.alternatives.flatMap(({ training, decision, cover }) => {
      const row = words.get(training.id);
      if (!row) return [];
      const { id, maxPlaces, startsAt, endsAt, places } = training;
      const { name, namePrefix, styleName, colour, clubName, roomName, trainerName } = row;
      const { outcome, freeUntil } = decision;
      return {
        id,
        name,
        namePrefix,
        typeName: styleName,
        typeColor: colour,
        clubName,
        roomName,
        trainerName,
        maxPlaces,
        freePlaces: freePlacesOf({ maxPlaces, booked: places.held }),
        booking: { outcome, freeUntil, cover },
        ...toTimes(ctx, startsAt, endsAt),
      };
    }),
  };
}

function toTimes({ tenant }: Ctx, startsAt: string, endsAt: string) {
  return {
    date: localDate(startsAt, tenant.timeZone),
    time: localTime(startsAt, tenant.timeZone),
    startDateTime: startsAt,
    endDateTime: endsAt,
    duration: minutesBetween(startsAt, endsAt),
  };
}
