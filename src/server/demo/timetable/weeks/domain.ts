import type { BuiltInClub, BuiltInTenant } from '#server/tenants/shape/built-in.ts';
import { builtInStyles, type StyleKey } from '#server/tenants/styles/built-in.ts';
import type { DemoTrainer } from '../../people/domain.ts';
import { type Random, randomOf } from '../../random/domain.ts';
import { nameOf, ownNameOf } from '../../styles/built-in.ts';
import { commentsOf, namePrefixes, privateComments, trainingNames } from '../../words/built-in.ts';
import {
  type BandName,
  bandNames,
  bands,
  mostPlaces,
  nightTrainings,
  roomUse,
  styleBands,
  styleWeights,
  trainingsPerRoom,
  ungradedStyles,
  unledStyles,
} from '../built-in.ts';
import { type DemoRoom, roomsOf, teachableStyles } from '../rooms/domain.ts';

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
  readonly name?: string;
};

const weekendShare = 0.66;
const noon = 12 * 60;
const afternoon = 15 * 60;
const firstTee = 8 * 60;
const lastTee = 17 * 60;
const teeInterval = 30;
const latestEnd = 21 * 60 + 45;

/**
 * The week of a centre: no room and no trainer twice at a time, nothing outside opening hours but night trainings, whoever
 * teaches in one club a day and only what they have learnt. What is taught least comes first, so that each style has its turns.
 */
export function seedWeek(tenant: BuiltInTenant, trainers: readonly DemoTrainer[]): WeeklyTraining[] {
  const rooms = roomsOf(tenant);
  const stylesByRoom = teachableStyles(tenant, rooms);
  const taught = new Map<StyleKey, number>();
  return [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => {
    const random = randomOf(tenant.host, 'weekday', String(weekday));
    const isOpen = ({ clubIndex }: DemoRoom) => openingOf(tenant.clubs[clubIndex], weekday) !== undefined;
    const openings = rooms.flatMap((room, roomIndex) =>
      fillRoom(tenant, room, roomIndex, stylesByRoom.get(roomIndex) ?? [], weekday, random),
    );
    const rate = trainingsPerRoom[tenant.kind] * (weekday > 5 ? weekendShare : 1);
    const most = Math.round(rooms.filter(isOpen).length * rate);
    const staffed = staffDay(tenant, random.shuffled(openings), { most, trainers, taught, random });
    const extra = [...nightsOf(tenant, rooms, weekday), ...flightsOf(tenant, rooms, weekday, random)];
    const beside = extra.flatMap((opening) => {
      const trainerIndex = staffed.find(opening);
      return trainerIndex === undefined ? [] : [[opening, trainerIndex] as const];
    });
    const inOrder = [...staffed.chosen, ...beside].toSorted(
      ([one], [other]) => one.time - other.time || one.roomIndex - other.roomIndex,
    );
    return inOrder.map(([opening, trainerIndex]) => ({
      ...detail(tenant, rooms[opening.roomIndex], opening, random),
      trainerIndex,
    }));
  });
}

/** Trainings outside the usual hours. */
function nightsOf({ host }: BuiltInTenant, rooms: readonly DemoRoom[], weekday: number): Opening[] {
  return nightTrainings
    .filter((night) => night.host === host && night.weekday === weekday)
    .map((night) => {
      const roomIndex = rooms.findIndex(({ name }) => name === night.room);
      return { ...night, band: 'evening' as const, roomIndex, clubIndex: rooms[roomIndex]?.clubIndex ?? 0 };
    });
}

/** From the first tee a flight every half hour, all day. */
function flightsOf(
  tenant: BuiltInTenant,
  rooms: readonly DemoRoom[],
  weekday: number,
  random: Random,
): Opening[] {
  if (!tenant.styles.includes('teeTime')) return [];
  return rooms.flatMap(({ kind, clubIndex }, roomIndex) => {
    if (kind !== 'course') return [];
    const count = (lastTee - firstTee) / teeInterval + 1;
    return Array.from({ length: count }, (_, index) => firstTee + index * teeInterval)
      .filter(() => random.isTrue(0.85))
      .map((time): Opening => {
        const { minutes } = builtInStyles.teeTime;
        const band = time < noon ? 'morning' : time < afternoon ? 'noon' : 'evening';
        return { weekday, time, minutes, roomIndex, clubIndex, style: 'teeTime', band };
      });
  });
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

type Staffed = readonly [opening: Opening, trainerIndex: number | null];

/** Chooses a day's trainings and who leads each, until there are enough; `find` looks for one more trainer. */
function staffDay(
  { clubs }: BuiltInTenant,
  openings: readonly Opening[],
  {
    most,
    trainers,
    taught,
    random,
  }: {
    readonly most: number;
    readonly trainers: readonly DemoTrainer[];
    readonly taught: Map<StyleKey, number>;
    readonly random: Random;
  },
): { readonly chosen: readonly Staffed[]; readonly find: (opening: Opening) => number | null | undefined } {
  const busy = trainers.map((): Opening[] => []);
  const cityOf = (clubIndex: number) => clubs[clubIndex]?.city;

  function find(opening: Opening): number | null | undefined {
    const { style, clubIndex, time, minutes } = opening;
    if (unledStyles.includes(style)) return null;
    const free = trainers.flatMap((trainer, index) => {
      const own = busy[index] ?? [];
      const isHere = own.every((other) => other.clubIndex === clubIndex);
      const isFree = own.every((other) => time >= other.time + other.minutes || other.time >= time + minutes);
      const isNear = cityOf(trainer.clubIndex) === cityOf(clubIndex);
      const can = trainer.isActive && trainer.styles.includes(style);
      return can && isNear && isHere && isFree ? [{ trainer, index, isIn: own.length > 0 }] : [];
    });
    // Who is in the house already, then who belongs to it.
    const choice = [
      free.filter(({ isIn }) => isIn),
      free.filter(({ trainer }) => trainer.clubIndex === clubIndex),
      free,
    ].find((group) => group.length > 0);
    if (!choice) return undefined;
    const { index } = random.pick(choice);
    busy[index]?.push(opening);
    return index;
  }

  const chosen: Staffed[] = [];
  const left = new Set(openings);
  const share = ({ style }: Opening) => (taught.get(style) ?? 0) / (styleWeights[style] ?? 1);
  while (chosen.length < most && left.size > 0) {
    const next = [...left].reduce((one, other) => (share(other) < share(one) ? other : one));
    left.delete(next);
    const trainerIndex = find(next);
    if (trainerIndex === undefined) continue;
    chosen.push([next, trainerIndex]);
    taught.set(next.style, (taught.get(next.style) ?? 0) + 1);
  }
  return { chosen, find };
}

function detail(
  tenant: BuiltInTenant,
  room: DemoRoom | undefined,
  opening: Opening,
  random: Random,
): Omit<WeeklyTraining, 'trainerIndex'> {
  const { weekday, time, minutes, roomIndex, clubIndex, style, band } = opening;
  const language = tenant.defaultLanguage;
  const most = Math.min(30, room?.places ?? 0, mostPlaces(style));
  const graded = (prefix: string) => (ungradedStyles.includes(style) ? '' : prefix);
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
        nameOf(style, tenant.kind)[language],
        nameOf(style, tenant.kind)[language],
        ...(ownNameOf(style, tenant.kind) ? [] : (trainingNames[style]?.[language] ?? [])),
      ]),
    namePrefix: graded(
      opening.name === undefined && !unledStyles.includes(style) && random.isTrue(0.05)
        ? random.pick(namePrefixes[language])
        : '',
    ),
    maxPlaces: most >= 12 ? most - random.pick([0, 0, 2, 4]) : most,
    isPublic: !random.isTrue(0.04),
    isWaitingListAllowed,
    isCommentingAllowed: !random.isTrue(0.1),
    publicComment: random.isTrue(0.15) ? random.pick(commentsOf(style, room?.kind ?? 'hall')[language]) : '',
    privateComment: random.isTrue(0.08) ? random.pick(privateComments[language]) : '',
    popularity: popularityOf(band, weekday, random),
  };
}

function popularityOf(band: BandName, weekday: number, random: Random): number {
  if (band === 'evening') return weekday <= 5 ? 0.45 + random.next() * 0.85 : 0.3 + random.next() * 0.85;
  if (weekday > 5 && band === 'morning') return 0.4 + random.next() * 0.75;
  return band === 'morning' ? 0.25 + random.next() * 0.6 : 0.2 + random.next() * 0.5;
}
