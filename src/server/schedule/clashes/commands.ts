import type { Ctx } from '#server/kernel/ctx.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import {
  needsRoom,
  type PartsOf,
  type Taken,
  takenFrom,
  withParts,
} from '#shared/schedule/clashes/domain.ts';
import type { Draft } from '#shared/schedule/editing/domain.ts';
import * as data from './data.ts';

export type Read = Ctx['read'];

const twoDays = 2 * 24 * 60;

/** When something takes rooms, as it is looked for. */
export function spanOf(from: string, until: string): data.SetUpSpan {
  return { since: addMinutes(from, -twoDays), from, until };
}

/** Who and what is where these drafts are to go; `roomIds` besides, for those that may go elsewhere. */
export async function findTaken(
  read: Read,
  drafts: readonly Draft[],
  roomIds: readonly number[],
  partsOf: PartsOf,
): Promise<Taken> {
  const places = drafts.flatMap((draft) => (needsRoom(draft) && draft.after ? [draft.after] : []));
  if (places.length === 0) return { rooms: [], trainers: [] };
  const spans = places.map((place) => spanOf(takenFrom(place), place.endsAt));
  const wanted = withParts([...places.flatMap(({ fields }) => fields.roomIds), ...roomIds], partsOf);
  const trainerIds = [...new Set(places.flatMap(({ fields }) => fields.trainerId ?? []))];
  return findUses(read, wanted, trainerIds, spans);
}

/** What these rooms and trainers have in any of the spans. */
export async function findUses(
  read: Read,
  roomIds: readonly number[],
  trainerIds: readonly number[],
  spans: readonly data.SetUpSpan[],
): Promise<Taken> {
  const [rooms, trainers] = await read(
    data.listRoomUses(roomIds, spans),
    data.listTrainerUses(trainerIds, spans),
  );
  return {
    rooms: rooms.map(({ trainingId, reservationId, ...use }) => ({
      ...use,
      kind: trainingId === null ? 'reservation' : 'training',
      id: trainingId ?? reservationId ?? 0,
    })),
    trainers,
  };
}
