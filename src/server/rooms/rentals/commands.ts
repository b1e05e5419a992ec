import { countAttempt } from '#server/account/commands.ts';
import { draftSale, issuing } from '#server/invoices/commands.ts';
import { crediting } from '#server/invoices/credits/commands.ts';
import { nextInvoiceId } from '#server/invoices/data.ts';
import type { Ctx, WriteTransaction } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import { textsFor } from '#server/kernel/texts.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { isOverlapViolation } from '#server/kernel/writes/constraints.ts';
import { holdClubs } from '#server/schedule/editing/data.ts';
import type { RentalsOnClosure } from '#server/schedule/planning/commands.ts';
import { payerOf } from '#shared/invoices/domain.ts';
import {
  addDays,
  compareInstants,
  dayOfWeek,
  formatDate,
  localDate,
  localTime,
  startOfDay,
} from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import { freeUntilOf } from '#shared/personal-trainings/slots/domain.ts';
import { type RentHour, rentalEnd, rentHours, rentSpan } from '#shared/rooms/rentals/domain.ts';
import * as reservations from '../reservations/data.ts';
import * as data from './data.ts';
import { writeRentalMail, writeRentalMovedMail } from './mails.ts';

type Read = Ctx['read'];

/** Rented times that end with one closure: each is credited by a paper of its own. */
const longest = 500;

const timetableChanged = { topic: 'timetableChanged', trainingIds: [] } as const;

/** What is let, with the hours of a local date. */
async function findLet({ tenant, now }: Ctx, read: Read, date: string) {
  const { timeZone, limits } = tenant;
  const span = { from: startOfDay(date, timeZone), until: startOfDay(addDays(date, 2), timeZone) };
  const [rooms, uses, closures] = await read(
    data.listLet({}),
    data.listUses(span),
    data.listClosures({ date }),
  );
  return rooms.map((room) => {
    const ground = {
      open: room.openingHours[dayOfWeek(date) - 1] ?? null,
      isShut: closures.some(({ clubId }) => clubId === null || clubId === room.clubId),
      uses: uses.filter(({ roomId }) => roomId === room.id),
    };
    const hours: RentHour[] = rentHours(date, ground, { limits, timeZone, now });
    return { ...room, hours };
  });
}

/** What is let on a date, and what a client has rented. */
export async function findRentals(ctx: Ctx, clientId: number, asked: string | undefined) {
  const date = asked ?? localDate(ctx.now, ctx.tenant.timeZone);
  const rooms = await findLet(ctx, ctx.read, date);
  const [rentals] = await ctx.read(data.listOwn({ clientId, now: ctx.now }));
  return { date, rooms, rentals };
}

export interface RentRequest {
  readonly roomId: number;
  readonly startsAt: string;
  readonly hours: number;
  readonly people: number;
}

/**
 * Rents a room by the hour: a reservation keeps it, and its invoice is issued in the same transaction. Of two who press, the
 * rooms' one guard lets one have it. Throws `roomNotAvailable`, `tooManyPeople`, `registeringNotAllowed`,
 * `rentalLimitExceeded`, `itemNotFound` for a room that is not let, and `tooManyAttempts`: what is given back makes room for
 * the next, but its papers stay.
 */
export async function rentRoom(ctx: Ctx, tokens: Tokens, clientId: number, request: RentRequest) {
  const { tenant, now, language } = ctx;
  const { limits, timeZone } = tenant;
  const date = localDate(request.startsAt, timeZone);
  await countAttempt(ctx, 'renting', tokens.attemptSubject(`renting ${clientId}`));
  try {
    return await ctx.write(async ({ load, save }) => {
      // Its club first, as who shuts it holds it before the clients whose bookings go.
      const [, [client], own] = await load(
        holdClubs(),
        data.lockRenter({ clientId }),
        data.listOwn({ clientId, now }),
        data.lockRoom({ roomId: request.roomId }),
      );
      if (!client || client.isBlocked) throw new AppError('registeringNotAllowed');
      if (own.length >= limits.rentalUpcomingMax) {
        throw new AppError('rentalLimitExceeded', { limit: limits.rentalUpcomingMax });
      }
      const room = (await findLet(ctx, load, date)).find(({ id }) => id === request.roomId);
      if (!room) throw new AppError('itemNotFound');
      if (request.people > room.capacity) throw new AppError('tooManyPeople', { limit: room.capacity });
      const span = rentSpan(room.hours, request.startsAt, request.hours);
      if (!span) throw new AppError('roomNotAvailable');
      const [[reservation], [rental], [invoice]] = await load(
        reservations.nextReservationId,
        data.nextRentalId,
        nextInvoiceId({}),
      );
      if (!reservation || !rental || !invoice) throw new AppError('itemNotFound');
      const t = textsFor(language);
      const when = `${formatDate(date)} ${localTime(span.startsAt, timeZone)}–${localTime(span.endsAt, timeZone)}`;
      const draft = draftSale(ctx, tokens, invoice.id, {
        clientId,
        payer: payerOf(client),
        language,
        lines: [
          {
            productId: null,
            article: t('rentals.article', { room: room.name, when }),
            quantity: request.hours,
            unitCents: cents(room.rentCents),
            discountCents: cents(0),
            vatKind: 'standard',
            supplyOn: date,
            item: null,
          },
        ],
      });
      const freeUntil = freeUntilOf(span.startsAt, limits.rentalFreeCancelMinutes, timeZone);
      const { startsAt, endsAt } = span;
      const made = { roomId: room.id, startsAt, endsAt, localDate: date };
      return save(
        { id: rental.id, freeUntil, totalCents: draft.totalCents, invoiceToken: draft.token },
        [
          ...draft.queries,
          reservations.saveReservation({
            ...{ id: reservation.id, roomIds: [room.id], startsAt, endsAt, localDate: date },
            name: textsFor(tenant.defaultLanguage)('rentals.reservation', {
              name: `${client.firstName} ${client.lastName}`.trim(),
              count: request.people,
            }),
            comment: client.phone,
          }),
          data.insertRental({
            ...made,
            ...{ id: rental.id, clientId, reservationId: reservation.id, people: request.people },
            ...{ priceCents: draft.totalCents, invoiceId: invoice.id, freeUntil, now },
          }),
          // Last, once the room is ours: everybody who issues waits for the counter.
          issuing(ctx, invoice.id, 'invoice'),
        ],
        [
          timetableChanged,
          { topic: 'invoice', kind: 'issued', dedupeKey: `issued:${invoice.id}`, invoiceId: invoice.id },
        ],
      );
    });
  } catch (error) {
    if (isOverlapViolation(error, ['room_uses_free'])) throw new AppError('roomNotAvailable');
    throw error;
  }
}

/**
 * Gives a rented time back: in time its invoice is credited whole, later its price is owed; the room is free at once. Throws
 * `itemNotFound`, `cancellingNotAllowed` once it has begun.
 */
export function cancelRental(ctx: Ctx, tokens: Tokens, clientId: number, id: number) {
  const { now, tenant } = ctx;
  return ctx.write(async ({ load, save }) => {
    const [[rental]] = await load(data.lockRental({ id }));
    if (!rental || rental.clientId !== clientId || rental.state !== 'booked') {
      throw new AppError('itemNotFound');
    }
    if (compareInstants(now, rental.startsAt) >= 0) {
      throw new AppError('cancellingNotAllowed', { time: localTime(rental.startsAt, tenant.timeZone) });
    }
    const state = rentalEnd(rental.freeUntil, now);
    const credited =
      state === 'cancelledFree'
        ? await credit(ctx, tokens, load, rental.invoiceId, 'rentals.creditReason')
        : nothing;
    return save(
      { state, creditCents: credited.creditCents },
      [
        data.endRental(id, state, now),
        reservations.deleteReservation(rental.reservationId ?? 0),
        ...credited.queries,
      ],
      [timetableChanged, ...credited.events],
    );
  });
}

/**
 * What else is done when an administrator takes a reservation away: what was rented with it ends, its invoice is credited
 * whole, and whoever rented it is told. Save its queries before the reservation goes.
 */
export async function endingRentalOf(
  ctx: Ctx,
  tokens: Tokens,
  load: WriteTransaction['load'],
  reservationId: number,
): Promise<{ readonly queries: readonly Query[]; readonly events: readonly DomainEvent[] }> {
  const [[rental]] = await load(data.lockRentalOf({ reservationId }));
  return rental ? ending(ctx, tokens, load, rental) : nothing;
}

/** Ends what the centre took back: credited whole and told, unless it has begun. */
async function ending(
  ctx: Ctx,
  tokens: Tokens,
  load: WriteTransaction['load'],
  rental: data.RentalRow,
): Promise<{ readonly queries: readonly Query[]; readonly events: readonly DomainEvent[] }> {
  const { tenant, now } = ctx;
  const isAhead = compareInstants(now, rental.startsAt) < 0;
  const credited = isAhead
    ? await credit(ctx, tokens, load, rental.invoiceId, 'rentals.creditReasonCentre')
    : nothing;
  const mail = writeRentalMail({
    tenantName: tenant.name,
    timeZone: tenant.timeZone,
    language: tenant.defaultLanguage,
    to: rental.email,
    firstName: rental.firstName,
    roomName: rental.roomName,
    startsAt: rental.startsAt,
    dedupeKey: `rentalEnded:${rental.id}`,
  });
  return {
    queries: [data.endRental(rental.id, 'cancelledByCentre', now), ...credited.queries],
    events: [...credited.events, ...(isAhead && rental.email !== '' ? [mail] : [])],
  };
}

/**
 * What is rented on days that are shut: each ends as if its reservation were taken away. At most `longest` go with one closure:
 * throws `closureTooLong` beyond.
 */
export function rentalsOnClosure(tokens: Tokens): RentalsOnClosure {
  return {
    async find(ctx, read, closing) {
      const bounds = { now: ctx.now, most: longest + 1 };
      const isHeld = read !== ctx.read;
      const [rented] = await read(
        isHeld ? data.lockOnDates(closing, bounds) : data.listOnDates(closing, bounds),
      );
      if (rented.length > longest) throw new AppError('closureTooLong', { limit: longest });
      return rented.map(({ id }) => id);
    },
    async end(ctx, load, ids) {
      const told: DomainEvent[] = [];
      for (const id of ids) {
        const [[rental]] = await load(data.lockRental({ id }));
        if (!rental) continue;
        const { queries, events } = await ending(ctx, tokens, load, rental);
        await load(...queries, reservations.deleteReservation(rental.reservationId ?? 0));
        told.push(...events);
      }
      return told;
    },
  };
}

/**
 * What else is done when an administrator moves a reservation: what was rented with it follows by itself; whoever rented
 * it is told, and may give it back for nothing until it begins, since they never chose that time. `after.version` is the
 * reservation's, new.
 */
export async function movingRentalOf(
  { tenant, now }: Ctx,
  load: WriteTransaction['load'],
  reservationId: number,
  after: {
    readonly startsAt: string;
    readonly endsAt: string;
    readonly room: { readonly id: number; readonly name: string; readonly clubId: number };
    readonly version: number;
  },
): Promise<{ readonly queries: readonly Query[]; readonly events: readonly DomainEvent[] }> {
  const [[rental]] = await load(data.lockRentalOf({ reservationId }));
  const isSame =
    rental &&
    compareInstants(rental.startsAt, after.startsAt) === 0 &&
    compareInstants(rental.endsAt, after.endsAt) === 0 &&
    rental.roomId === after.room.id;
  if (!rental || isSame) return nothing;
  const isOver = [rental.startsAt, after.startsAt].every((at) => compareInstants(at, now) <= 0);
  if (isOver) return nothing;
  const [closures] = await load(data.listClosures({ date: localDate(after.startsAt, tenant.timeZone) }));
  if (closures.some(({ clubId }) => clubId === null || clubId === after.room.clubId))
    throw new AppError('roomNotAvailable');
  const mail = writeRentalMovedMail(
    {
      tenantName: tenant.name,
      timeZone: tenant.timeZone,
      language: tenant.defaultLanguage,
      to: rental.email,
      firstName: rental.firstName,
      roomName: rental.roomName,
      startsAt: rental.startsAt,
      dedupeKey: `rentalMoved:${rental.id}:${after.version}`,
    },
    { ...after, roomName: after.room.name },
  );
  return {
    queries: [data.freeRental(rental.id, after.startsAt)],
    events: rental.email === '' ? [] : [mail],
  };
}

const nothing: {
  readonly queries: readonly Query[];
  readonly events: readonly DomainEvent[];
  readonly creditCents: Cents;
} = { queries: [], events: [], creditCents: cents(0) };

async function credit(
  ctx: Ctx,
  tokens: Tokens,
  load: WriteTransaction['load'],
  invoiceId: number,
  why: 'rentals.creditReason' | 'rentals.creditReasonCentre',
): Promise<typeof nothing> {
  const reason = textsFor(ctx.tenant.defaultLanguage)(why);
  try {
    const note = await crediting(ctx, tokens, load, invoiceId, { wishes: 'all', reason });
    return { ...note, creditCents: cents(-note.credited.totalCents) };
  } catch (error) {
    // The office was faster: what was charged is credited already.
    if (error instanceof AppError && error.code === 'creditTooLarge') return nothing;
    throw error;
  }
}
