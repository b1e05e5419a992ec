import type { Page } from '@playwright/test';
import { logout } from '#shared/account/contract.ts';
import { bookInClass } from '#shared/registrations/staff-booking/contract.ts';
import { createRoom, createTrainer, listRooms } from '#shared/rooms/places/contract.ts';
import { getAdminSchedule } from '#shared/schedule/editing/contract.ts';
import { ask } from './database.ts';
import { type Ground, groundOf, make } from './editing.ts';
import { callAsMember, type MemberCall } from './member.ts';
import { makeClient } from './newcomer.ts';

export interface OwnTraining {
  readonly id: number;
  readonly name: string;
  /** In the centre's time zone. */
  readonly date: string;
}

interface Wanted {
  readonly places?: number;
  readonly isWaitingListAllowed?: boolean;
  /** Euros of a single place; without it the training is not a paid one. */
  readonly price?: number;
  readonly trainerId?: number;
}

const zone = 'Europe/Tallinn';
/** Days ahead whose booking is open (a week before, to the minute) and that can be given back free, whatever the hour. */
const [firstDay, days] = [3, 4];
/** Before anything of the demo's day, so that no room is taken and nobody is elsewhere. */
const times = ['04:30', '05:00', '05:30'];
const minutes = 30;

/**
 * Makes a training of this journey alone at the centre whose page is open, where nobody is signed in afterwards. No two of
 * a run are at the same time until there are twelve.
 */
export async function makeTraining(page: Page, wanted: Wanted = {}): Promise<OwnTraining> {
  const ground = await groundOf(page);
  const name = `Oma tund ${crypto.randomUUID().slice(0, 8)}`;
  const today = Temporal.Now.plainDateISO(zone);
  for (let turn = 0; turn < days * times.length * ground.rooms.length; turn += 1) {
    const date = today.add({ days: firstDay + (turn % days) });
    const time = times[Math.floor(turn / days) % times.length] ?? '05:00';
    const room = Math.floor(turn / days / times.length) % ground.rooms.length;
    if (await isTaken(ground.rooms[room]?.id ?? 0, date.toPlainDateTime(time))) continue;
    await make(ground, { ...wanted, name, date: date.toString(), time, room, duration: minutes });
    return await madeOn(ground, name, date.toString());
  }
  throw new Error('every room is taken at every time');
}

/** Whether anything is in a room for the length of a training from then on. */
async function isTaken(roomId: number, from: Temporal.PlainDateTime): Promise<boolean> {
  const start = from.toZonedDateTime(zone).toInstant();
  const uses = await ask(
    // A room that is shared is used by nobody alone.
    `select from room_uses where room_id = $1 and starts_at < $3 and ends_at > $2
      union all select from trainings where room_id = $1 and starts_at < $3 and ends_at > $2 and not is_cancelled`,
    ...[roomId, start.toString(), start.add({ minutes }).toString()],
  );
  return uses.length > 0;
}

async function madeOn({ call }: Ground, name: string, date: string): Promise<OwnTraining> {
  const { trainings } = await call(getAdminSchedule, { query: { from: date, until: date } });
  const training = trainings.find((each) => each.name === name);
  if (!training) throw new Error(`${name} was made and is not there`);
  await call(logout, { query: {} });
  return { id: training.id, name, date };
}

/** The same with its only place taken by somebody of its own, who is nowhere else at the time. */
export async function makeFullTraining(page: Page, wanted: Wanted = {}): Promise<OwnTraining> {
  const training = await makeTraining(page, { ...wanted, places: 1 });
  const call = await callAsMember(page, 'admin');
  const { id: clientId } = await makeClient(call, 'Esimene', training.name);
  await placeIn(call, training.id, clientId);
  await call(logout, { query: {} });
  return training;
}

/** An administrator gives a client a place of a training. */
export async function placeIn(call: MemberCall, trainingId: number, clientId: number): Promise<void> {
  const body = { clientId, isBeyondPlaces: false, isWithoutCover: false, reason: '' };
  await call(bookInClass, { params: { id: trainingId }, body });
}

interface Timed {
  /** From now to its start; negative: it has begun. */
  readonly inMinutes: number;
  readonly clientIds?: readonly number[];
  readonly trainerId?: number;
}

/**
 * A training of this journey alone, of half an hour in a room of its own, that has begun or begins in so many minutes,
 * whatever the hour. These clients have places in it; nobody is signed in afterwards.
 */
export async function makeTrainingAt(
  page: Page,
  { inMinutes, clientIds = [], trainerId }: Timed,
): Promise<OwnTraining> {
  const ground = await groundOf(page);
  const { call } = ground;
  const name = `Oma tund ${crypto.randomUUID().slice(0, 8)}`;
  const planned = Temporal.Now.plainDateISO(zone).add({ days: firstDay }).toString();
  const rooms = [await makeRoom(call)];
  const fields = { name, date: planned, time: '05:00', duration: minutes, ...(trainerId && { trainerId }) };
  await make({ ...ground, rooms }, fields);
  const { trainings } = await call(getAdminSchedule, { query: { from: planned, until: planned } });
  const training = trainings.find((each) => each.name === name);
  if (!training) throw new Error(`${name} was made and is not there`);
  for (const clientId of clientIds) await placeIn(call, training.id, clientId);
  const startsAt = Temporal.Now.instant().add({ minutes: inMinutes });
  await moveInTime(training.id, startsAt);
  await call(logout, { query: {} });
  return { id: training.id, name, date: startsAt.toZonedDateTimeISO(zone).toPlainDate().toString() };
}

/** A room that nothing else is in. */
export async function makeRoom(call: MemberCall): Promise<{ readonly id: number; readonly name: string }> {
  const [room] = (await call(listRooms, { query: {} })).items;
  if (!room) throw new Error('there are no rooms');
  const name = `Oma saal ${crypto.randomUUID().slice(0, 8)}`;
  const { clubId } = room.values;
  const none = { roomGroupId: null, partIds: [], isShared: false, rentCents: null };
  const { id } = await call(createRoom, { body: { values: { name, clubId, capacity: 12, ...none } } });
  return { id, name };
}

/**
 * A training of a journey's own begins at another moment, and lasts as long as it did. Nobody may plan what has begun, so
 * that the past of a journey is made where it is kept.
 */
export async function moveInTime(trainingId: number, startsAt: Temporal.Instant): Promise<void> {
  for (const [table, key] of [
    ['trainings', 'id'],
    ['registrations', 'training_id'],
  ] as const) {
    await ask(
      `update ${table} set starts_at = $2, ends_at = $2::timestamptz + (ends_at - starts_at),
         local_date = ($2::timestamptz at time zone '${zone}')::date where ${key} = $1`,
      trainingId,
      startsAt.toString(),
    );
  }
}

interface WantedTrainer {
  readonly firstName?: string | undefined;
  /** What their own page says, in Estonian. */
  readonly words?: string;
}

/** Somebody who leads nothing yet; without an account. */
export async function makeTrainer(
  { call, styleId }: Ground,
  { firstName = 'Tiiu', words = '' }: WantedTrainer = {},
): Promise<{ id: number; name: string }> {
  const lastName = `Trenn-${crypto.randomUUID().slice(0, 8)}`;
  const told = { words: { et: words, en: '', lv: '' } };
  const values = { firstName, lastName, isActive: true, styleIds: [styleId], ...told };
  const { id } = await call(createTrainer, { body: { values } });
  return { id, name: `${firstName} ${lastName}` };
}
