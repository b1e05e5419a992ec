import type { Ctx } from '#server/kernel/ctx.ts';
import type { Liking } from '#shared/feedback/domain.ts';
import { localTime, minutesBetween } from '#shared/kernel/dates.ts';
import { cents, centsToEuros } from '#shared/kernel/money.ts';
import { bookingWindow } from '#shared/registrations/rules/domain.ts';
import { freePlacesOf } from '#shared/schedule/domain.ts';
import type * as data from './data.ts';

/** In which languages texts are read. */
export function textsOf({ language, tenant }: Ctx): data.NameLanguages {
  return { language, defaultLanguage: tenant.defaultLanguage };
}

/** A training as lists show it. */
export function toTraining({ tenant }: Ctx, row: data.TrainingRow) {
  const { opensAt, closesAt } = bookingWindow(row.startsAt, tenant);
  return {
    id: row.id,
    name: row.name,
    namePrefix: row.namePrefix,
    styleId: row.styleId,
    typeName: row.styleName,
    typeColor: row.colour,
    clubId: row.clubId,
    clubName: row.clubName,
    roomId: row.roomId,
    roomGroupId: row.roomGroupId,
    roomName: row.roomName,
    trainerId: row.trainerId,
    trainerName: row.trainerName,
    date: row.localDate,
    time: localTime(row.startsAt, tenant.timeZone),
    startDateTime: row.startsAt,
    endDateTime: row.endsAt,
    duration: minutesBetween(row.startsAt, row.endsAt),
    maxPlaces: row.maxPlaces,
    booked: row.booked,
    freePlaces: freePlacesOf(row),
    waitingCount: row.waiting,
    isPublic: row.isPublic,
    isWaitingListAllowed: row.isWaitingListAllowed,
    isCancelled: row.isCancelled,
    isClosed: row.isClosed,
    isPaid: row.isPaid,
    opensDateTime: opensAt,
    closesDateTime: closesAt,
  };
}

interface Likings {
  readonly style: Liking | null;
  readonly trainer: Liking | null;
}

/** A training with what is set for it alone. */
export function toFull(ctx: Ctx, row: data.TrainingRow) {
  return {
    ...toTraining(ctx, row),
    publicComment: row.publicComment,
    price: isSold(ctx, row) && row.priceCents !== null ? euros(row.priceCents) : null,
    isCommentingAllowed: row.isCommentingAllowed,
    clubAddress: [row.clubAddress, row.clubCity].filter(Boolean).join(', '),
    freeCancelUntil: bookingWindow(row.startsAt, ctx.tenant).freeCancelUntil,
  };
}

/** One training with everything that is told of it. */
export function toDetail(ctx: Ctx, row: data.DetailRow, likings: Likings = { style: null, trainer: null }) {
  return {
    ...toFull(ctx, row),
    level: row.level,
    description: row.description,
    audience: row.audience,
    belongings: row.belongings,
    floor: row.floor,
    liking: likings.style,
    trainerLiking: likings.trainer,
    trainerPhoto: row.trainerPhoto,
    ticketFrom: isSold(ctx, row) && row.ticketFromCents !== null ? euros(row.ticketFromCents) : null,
  };
}

const euros = (amount: number) => centsToEuros(cents(amount));

/** A price counts only where the centre sells in the app. */
function isSold({ tenant }: Ctx, { isPaid }: data.TrainingRow): boolean {
  return isPaid && tenant.pageRules.payment.isPaymentActive;
}
