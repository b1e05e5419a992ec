import { lockClients } from '#server/clients/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { QueryRows, Transaction } from '#server/kernel/db.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import { nextTurn } from '#server/kernel/files/long-work.ts';
import { isOverlapViolation } from '#server/kernel/writes/constraints.ts';
import { nameIn } from '#server/products/data.ts';
import * as registrations from '#server/registrations/data.ts';
import {
  findPasses,
  lockPasses,
  paymentOf,
  reserving,
  toWire,
} from '#server/registrations/entitlements/commands.ts';
import { trainerTold } from '#server/registrations/personal/commands.ts';
import { rulesOf } from '#server/registrations/waitlist/commands.ts';
import { holdClubs } from '#server/schedule/editing/data.ts';
import { addDays, daysBetween, localDate, localTime, startOfDay } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { longestDays } from '#shared/personal-trainings/slots/contract.ts';
import {
  freeSlots,
  freeUntilOf,
  freeUntilOfPlaced,
  type Ground,
  type PlacedSlot,
  type Slot,
  slotFinder,
} from '#shared/personal-trainings/slots/domain.ts';
import { type EntitlementChoice, redeem } from '#shared/registrations/entitlements/domain.ts';
import { isOverlapping, type LiveRegistration, placesOf } from '#shared/registrations/rules/domain.ts';
import * as hours from '../hours/data.ts';
import * as data from './data.ts';

interface Dates {
  /** Local dates, both included. */
  readonly from: string;
  readonly until: string;
}

/** What a trainer's free times follow from, for these dates. */
function groundQueries({ tenant }: Ctx, trainerId: number, { from, until }: Dates) {
  const span = {
    trainerId,
    from: startOfDay(from, tenant.timeZone),
    until: startOfDay(addDays(until, 2), tenant.timeZone),
  };
  return [
    hours.listHours({ trainerId }),
    hours.listExceptions({ trainerId, from, until }),
    data.listTaken(span),
    data.listRoomUses(span),
    data.listClosures({ from, until }),
    hours.listRooms({}),
    data.listAbsences({ trainerId, from, until }),
  ] as const;
}

type GroundRows = QueryRows<ReturnType<typeof groundQueries>>;

function toGround([weekly, exceptions, taken, roomUses, closures, rooms, absences]: GroundRows): Ground {
  return { hours: weekly, exceptions, taken, roomUses, closures, rooms, absences };
}

function placed(slots: readonly Slot[], rooms: GroundRows[5]): PlacedSlot[] {
  const byId = new Map(rooms.map((room) => [room.id, room]));
  return slots.flatMap((slot) => {
    const room = byId.get(slot.roomId);
    return room ? [{ ...slot, clubId: room.clubId, clubName: room.clubName, roomName: room.name }] : [];
  });
}

interface AskedDates {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/**
 * When a trainer is free on these dates; the two weeks from today without them. Throws `itemNotFound`, and
 * `unableToGetSchedule` for a period that ends before it begins or is too long.
 */
export async function findSlots(ctx: Ctx, trainerId: number, asked: AskedDates): Promise<PlacedSlot[]> {
  const slots: PlacedSlot[] = [];
  for await (const ofDay of slotsByDay(ctx, trainerId, asked)) slots.push(...ofDay);
  return slots;
}

/** The first time within two weeks when a trainer is free; undefined where there is none. Throws `itemNotFound`. */
export async function findFirstSlot(ctx: Ctx, trainerId: number): Promise<PlacedSlot | undefined> {
  for await (const [first] of slotsByDay(ctx, trainerId, {})) if (first) return first;
  return undefined;
}

async function* slotsByDay(ctx: Ctx, trainerId: number, asked: AskedDates) {
  const from = asked.from ?? localDate(ctx.now, ctx.tenant.timeZone);
  const until = asked.until ?? addDays(from, 13);
  const days = daysBetween(from, until);
  if (days < 0 || days >= longestDays) throw new AppError('unableToGetSchedule');
  const [[trainer], ...rows] = await ctx.read(
    data.findTrainer({ trainerId }),
    ...groundQueries(ctx, trainerId, { from, until }),
  );
  if (!trainer) throw new AppError('itemNotFound');
  const slotsOn = slotFinder(toGround(rows), rulesOf(ctx));
  for (let day = 0; day <= days; day += 1) {
    // A trainer of many short hours has hundreds a day, and many may ask: before each day everybody else has their turn.
    await nextTurn();
    yield placed(slotsOn(addDays(from, day)), rows[5]);
  }
}

/** What booking a time would do now. Throws `slotTaken`, `itemNotFound`. */
export async function previewSlot(ctx: Ctx, clientId: number, trainerId: number, startsAt: string) {
  const date = localDate(startsAt, ctx.tenant.timeZone);
  const [[trainer], ...rows] = await ctx.read(
    data.findTrainer({ trainerId }),
    ...groundQueries(ctx, trainerId, { from: date, until: date }),
  );
  if (!trainer) throw new AppError('itemNotFound');
  const slot = slotAt(ctx, rows, startsAt);
  const passes = await findPasses(ctx, clientId);
  const payment = paymentOf(ctx, payable(slot), passes);
  if (!payment) throw new AppError('itemNotFound');
  return { slot, trainerName: trainer.name, freeUntil: freeUntil(ctx, startsAt), payment };
}

function slotAt(ctx: Ctx, rows: GroundRows, startsAt: string): PlacedSlot {
  const date = localDate(startsAt, ctx.tenant.timeZone);
  const at = Temporal.Instant.from(startsAt).epochMilliseconds;
  const slot = placed(freeSlots([date], toGround(rows), rulesOf(ctx)), rows[5]).find(
    (one) => Temporal.Instant.from(one.startsAt).epochMilliseconds === at,
  );
  if (!slot) throw new AppError('slotTaken');
  return slot;
}

function payable({ startsAt, date, clubId }: PlacedSlot) {
  return {
    startsAt,
    clubId,
    localDate: date,
    payment: 'paid',
    priceCents: null,
    clientType: 'personalTraining',
  } as const;
}

function freeUntil({ tenant: { limits, timeZone }, now }: Ctx, startsAt: string, isPlaced = false): string {
  const minutes = limits.personalFreeCancelMinutes;
  return isPlaced
    ? freeUntilOfPlaced(startsAt, minutes, timeZone, now)
    : freeUntilOf(startsAt, minutes, timeZone);
}

export interface SlotRequest {
  readonly trainerId: number;
  readonly clientId: number;
  readonly startsAt: string;
  readonly cover?: EntitlementChoice | undefined;
  /** Who presses: it decides what a client's other training is called. */
  readonly isByTrainer: boolean;
}

/** What is told once it is booked. */
export interface BookedTime {
  readonly registrationId: number;
  readonly trainingId: number;
  readonly startsAt: string;
  /** As the centre calls it. */
  readonly name: string;
}

/**
 * Books a trainer's free time for a client: of two who press, the trainer's lock lets one find it taken. Throws `slotTaken`,
 * `itemNotFound`, `clientNotFound`, `registeringNotAllowed`, `overlappingTraining` or by the trainer `clientElsewhere`, and
 * why nothing covers it.
 */
export async function bookSlot(
  ctx: Ctx,
  request: SlotRequest,
  tell: (booked: BookedTime, load: Transaction['load']) => Promise<readonly DomainEvent[]>,
) {
  const { trainerId, clientId, startsAt } = request;
  const { tenant, now } = ctx;
  const date = localDate(startsAt, tenant.timeZone);
  try {
    return await ctx.write(async ({ load, save }) => {
      // First, as who shuts the day has it before whatever is in it.
      await load(holdClubs());
      const [[trainer], ...rows] = await load(
        hours.lockTrainer({ trainerId }),
        ...groundQueries(ctx, trainerId, { from: date, until: date }),
      );
      if (!trainer) throw new AppError('itemNotFound');
      const slot = slotAt(ctx, rows, startsAt);
      const [[client], live, [registration], [training], [style]] = await load(
        lockClients({ clientIds: [clientId] }),
        registrations.listLiveRegistrations({ clientIds: [clientId], now }),
        registrations.nextRegistrationIds({ count: 1 }),
        data.nextTrainingId,
        data.findStyle({}),
      );
      if (!client || !registration || !training) throw new AppError('clientNotFound');
      if (!style) throw new AppError('slotTaken');
      if (client.isBlocked) throw new AppError('registeringNotAllowed');
      refuseOverlap(ctx, slot, live, request.isByTrainer);
      const own = (await lockPasses(ctx, load, [clientId])).get(clientId) ?? [];
      const entitlement = redeem(payable(slot), own, ctx.now, request.cover ?? null);
      const name = nameIn(style.names, tenant.defaultLanguage, tenant.defaultLanguage);
      const of = { registrationId: registration.id, trainingId: training.id };
      const { clubId, roomId, endsAt } = slot;
      const made = {
        ...{ id: training.id, styleId: style.id, clubId, roomId, trainerId, name },
        ...{ startsAt: slot.startsAt, endsAt, localDate: date },
      };
      const terms = {
        freeUntil: freeUntil(ctx, slot.startsAt, request.isByTrainer),
        listMovesUntil: slot.startsAt,
      };
      const row = {
        id: registration.id,
        training: {
          ...{ ...made, ...payable(slot), maxPlaces: 1, places: placesOf([]), earliestHold: null },
          ...{ waiting: 0, lateCancelled: 0, isWaitingListAllowed: false, isClosed: false },
          isCancelled: false,
        },
        clientId,
        decision: { outcome: 'booked', place: 1, entryId: null, ...terms },
        ...{ wishId: null, swapFor: null, now },
      } as const;
      return save(
        {
          ...of,
          freeUntil: terms.freeUntil,
          cover: entitlement && toWire(ctx, entitlement, own),
        },
        [
          data.insertTraining(made),
          registrations.insertRegistrations([row]),
          ...(entitlement ? reserving(ctx, of, entitlement, own) : []),
        ],
        [
          { topic: 'timetableChanged', trainingIds: [training.id] },
          ...(await tell({ ...of, startsAt: slot.startsAt, name }, load)),
        ],
        [{ noun: 'registration', id: registration.id, after: { ...of, clientId, startsAt } }],
      );
    });
  } catch (error) {
    // The timetable was quicker: the same database rule keeps trainer and room in one place.
    if (isOverlapViolation(error, ['trainings_trainer_free', 'room_uses_free'])) {
      throw new AppError('slotTaken');
    }
    throw error;
  }
}

/** The same for the client who presses; the trainer is told. */
export function bookOwnSlot(ctx: Ctx, request: Omit<SlotRequest, 'isByTrainer'>) {
  const { trainerId, clientId } = request;
  return bookSlot(ctx, { ...request, isByTrainer: false }, (booked, load) =>
    trainerTold(ctx, load, { ...booked, trainerId, clientId }, 'booked'),
  );
}

function refuseOverlap(
  { tenant: { timeZone } }: Ctx,
  slot: Slot,
  live: readonly LiveRegistration[],
  isByTrainer: boolean,
): void {
  const clash = live.find(
    (other) => (other.state === 'booked' || other.state === 'offered') && isOverlapping(other, slot),
  );
  if (!clash) return;
  const time = localTime(clash.startsAt, timeZone);
  // What a client does elsewhere is not their trainer's to know.
  if (isByTrainer) throw new AppError('clientBusy', { time });
  throw new AppError('overlappingTraining', { name: clash.trainingName, time });
}
