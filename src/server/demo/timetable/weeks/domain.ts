import type { BuiltInClub, BuiltInTenant } from '#server/tenants/shape/built-in.ts';
import { builtInStyles, type StyleKey } from '#server/tenants/styles/built-in.ts';
import type { DemoTrainer } from '../../people/domain.ts';
import { type Random, randomOf } from '../../random/domain.ts';
import {
  namePrefixes,
  outdoorComments,
  privateComments,
  publicComments,
  trainingNames,
} from '../../words/built-in.ts';
import {
  type BandName,
  bandNames,
  bands,
  mostPlaces,
  nightTrainings,
  outdoorKinds,
  type RoomKind,
  roomKindOf,
  roomUse,
  styleBands,
  styleRooms,
  trainingsPerRoom,
  unledStyles,
} from '../built-in.ts';

export interface DemoRoom {
  readonly name: string;
  readonly roomGroup: string;
  readonly places: number;
  readonly clubIndex: number;
  readonly kind: RoomKind;
}

/** A training as it comes back every week. */
export interface WeeklyTraining {
  /** 1 for Monday to 7 for Sunday. */
  readonly weekday: number;
  /** Local wall time of the start, in minutes of the day. */
  readonly time: number;
  readonly minutes: number;
  readonly roomIndex: number;
  readonly clubIndex: number;
  readonly trainerIndex: number | null;
  readonly style: StyleKey;
  readonly name: string;
  readonly namePrefix: string;
  readonly maxPlaces: number;
  readonly isPublic: boolean;
  readonly isWaitingListAllowed: boolean;
  readonly isCommentingAllowed: boolean;
  readonly publicComment: string;
  readonly privateComment: string;
  /** Share of the places wanted in a usual week; above 1 people wait. */
  readonly popularity: number;
}

type Opening = Pick<WeeklyTraining, 'weekday' | 'time' | 'minutes' | 'roomIndex' | 'clubIndex' | 'style'> & {
  readonly band: BandName;
};

export function roomsOf(tenant: BuiltInTenant): DemoRoom[] {
  return tenant.clubs.flatMap(({ rooms }, clubIndex) =>
    rooms.map(({ name, roomGroup, places }) => ({
      name,
      roomGroup,
      places,
      clubIndex,
      kind: roomKindOf(roomGroup, name),
    })),
  );
}

/** Minutes between two trainings of a trainer in different clubs. */
const travelMinutes = 30;
const weekendShare = 0.66;
const latestEnd = 21 * 60 + 45;

/** The week of a centre: no room and no trainer twice at a time, nothing outside opening hours but night trainings. */
export function seedWeek(tenant: BuiltInTenant, trainers: readonly DemoTrainer[]): WeeklyTraining[] {
  const rooms = roomsOf(tenant);
  const stylesByRoom = teachableStyles(tenant, rooms);
  return [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => {
    const random = randomOf(tenant.host, 'weekday', String(weekday));
    const isOpen = ({ clubIndex }: DemoRoom) => openingOf(tenant.clubs[clubIndex], weekday) !== undefined;
    const openings = rooms.flatMap((room, roomIndex) =>
      fillRoom(tenant, room, roomIndex, stylesByRoom.get(roomIndex) ?? [], weekday, random),
    );
    const rate = trainingsPerRoom[tenant.kind] * (weekday > 5 ? weekendShare : 1);
    const chosen = random.shuffled(openings).slice(0, Math.round(rooms.filter(isOpen).length * rate));
    const nights = nightTrainings
      .filter((night) => night.host === tenant.host && night.weekday === weekday)
      .map((night) => {
        const roomIndex = rooms.findIndex(({ name }) => name === night.room);
        const clubIndex = rooms[roomIndex]?.clubIndex ?? 0;
        return { ...night, band: 'evening' as const, roomIndex, clubIndex };
      });
    const inOrder = [...chosen, ...nights].sort(
      (one, other) => one.time - other.time || one.roomIndex - other.roomIndex,
    );
    return staff(inOrder, trainers, random).map(([opening, trainerIndex]) => ({
      ...detail(tenant, rooms[opening.roomIndex], opening, random),
      trainerIndex,
    }));
  });
}

/** Styles by the index of the room they may be taught in. */
function teachableStyles(tenant: BuiltInTenant, rooms: readonly DemoRoom[]): Map<number, StyleKey[]> {
  const styles = new Map<number, StyleKey[]>();
  for (const style of tenant.styles) {
    const choice = styleRooms[style].find((kinds) => rooms.some(({ kind }) => kinds.includes(kind)));
    rooms.forEach(({ kind }, index) => {
      if (choice && !choice.includes(kind)) return;
      styles.set(index, [...(styles.get(index) ?? []), style]);
    });
  }
  return styles;
}

function openingOf(club: BuiltInClub | undefined, weekday: number): readonly [number, number] | undefined {
  const hours = club?.openingHours[weekday - 1];
  return hours ? [minutesOf(hours.opens), minutesOf(hours.closes)] : undefined;
}

function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

function quarterUp(minutes: number): number {
  return Math.ceil(minutes / 15) * 15;
}

function fillRoom(
  tenant: BuiltInTenant,
  { kind, clubIndex }: DemoRoom,
  roomIndex: number,
  styles: readonly StyleKey[],
  weekday: number,
  random: Random,
): Opening[] {
  const hours = openingOf(tenant.clubs[clubIndex], weekday);
  if (!hours) return [];
  const [opens, closes] = hours;
  const until = Math.min(closes, latestEnd);
  const openings: Opening[] = [];
  let free = opens;
  for (const band of bandNames) {
    const fitting = styles.filter((style) => styleBands[style]?.includes(band) ?? true);
    if (fitting.length === 0) continue;
    const [first, last] = bands[weekday > 5 ? 'weekend' : 'weekday'][band];
    let time = quarterUp(Math.max(free, first) + random.pick([0, 0, 15, 30]));
    while (time <= last) {
      const style = random.pick(fitting);
      const { minutes } = builtInStyles[style];
      const isUsed = random.isTrue(0.88 * (roomUse[kind] ?? 1));
      if (isUsed && time + minutes <= until) {
        openings.push({ weekday, time, minutes, roomIndex, clubIndex, style, band });
        free = time + minutes;
        time = quarterUp(free + random.pick([0, 5, 10]));
      } else {
        time += 45;
      }
    }
  }
  return openings;
}

/**
 * Finds everybody's trainer: one of the style and the club first, then one of the style, then anybody. Without one there
 * is no training.
 */
function staff<Training extends Opening>(
  openings: readonly Training[],
  trainers: readonly DemoTrainer[],
  random: Random,
): (readonly [Training, number | null])[] {
  const busy = trainers.map((): Training[] => []);
  return openings.flatMap((opening): (readonly [Training, number | null])[] => {
    const { style, clubIndex, time, minutes } = opening;
    if (unledStyles.includes(style)) return [[opening, null]];
    const isFree = (index: number) =>
      (busy[index] ?? []).every((other) => {
        const pause = other.clubIndex === clubIndex ? 0 : travelMinutes;
        return time >= other.time + other.minutes + pause || other.time >= time + minutes + pause;
      });
    const free = trainers.flatMap((trainer, index) =>
      trainer.isActive && isFree(index) ? [{ trainer, index }] : [],
    );
    const ofStyle = free.filter(({ trainer }) => trainer.styles.includes(style));
    const ofClub = ofStyle.filter(({ trainer }) => trainer.clubIndex === clubIndex);
    const choice = [ofClub, ofStyle, free].find((group) => group.length > 0);
    if (!choice) return [];
    const { index } = random.pick(choice);
    busy[index]?.push(opening);
    return [[opening, index]];
  });
}

function detail(
  tenant: BuiltInTenant,
  room: DemoRoom | undefined,
  opening: Opening & { readonly name?: string },
  random: Random,
): Omit<WeeklyTraining, 'trainerIndex'> {
  const { weekday, time, minutes, roomIndex, clubIndex, style, band } = opening;
  const language = tenant.defaultLanguage;
  const most = Math.min(30, room?.places ?? 0, mostPlaces(style));
  const isOutdoors = room !== undefined && outdoorKinds.includes(room.kind);
  const isWaitingListAllowed = tenant.limits.waitingListMax > 0 && !random.isTrue(0.08);
  return {
    weekday,
    time,
    minutes,
    roomIndex,
    clubIndex,
    style,
    name:
      opening.name ??
      random.pick([
        builtInStyles[style].name[language],
        builtInStyles[style].name[language],
        ...(trainingNames[style]?.[language] ?? []),
      ]),
    namePrefix: opening.name === undefined && random.isTrue(0.05) ? random.pick(namePrefixes[language]) : '',
    maxPlaces: most >= 12 ? most - random.pick([0, 0, 2, 4]) : most,
    isPublic: !random.isTrue(0.04),
    isWaitingListAllowed,
    isCommentingAllowed: !random.isTrue(0.1),
    publicComment: random.isTrue(0.15)
      ? random.pick((isOutdoors ? outdoorComments : publicComments)[language])
      : '',
    privateComment: random.isTrue(0.08) ? random.pick(privateComments[language]) : '',
    popularity: popularityOf(band, weekday, random),
  };
}

function popularityOf(band: BandName, weekday: number, random: Random): number {
  if (band === 'evening') return weekday <= 5 ? 0.45 + random.next() * 0.85 : 0.3 + random.next() * 0.85;
  if (weekday > 5 && band === 'morning') return 0.4 + random.next() * 0.75;
  return band === 'morning' ? 0.25 + random.next() * 0.6 : 0.2 + random.next() * 0.5;
}
