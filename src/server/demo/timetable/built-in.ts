import type { StyleKey } from '#server/tenants/styles/built-in.ts';
import type { TenantKind } from '#shared/tenants/domain.ts';

/** What a room is good for, told by the words in its group and name; the first that fits. */
const roomWords = [
  ['simulator', /simulaator|simulator/],
  ['padel', /padel/],
  ['salt', /sāls/],
  ['treatment', /kabinets/],
  ['sauna', /pirt/],
  ['reformer', /reformer|tower/],
  ['cycling', /ratta|velo/],
  ['boxing', /poksi/],
  ['range', /löögiväli|sitienu/],
  ['shortGame', /lühimäng|puttigriin|īsās spēles/],
  ['course', /raja väljak|bedrīšu/],
  ['boulder', /boldri|bouldera/],
  ['highWall', /kõrge sein|augstā siena/],
  ['childrenWall', /lastesein/],
  ['smallPool', /(väike |õppe|laste)bassein|(mazais|mācību|siltais) baseins/],
  ['pool', /bassein|ujula|basein/],
  ['outdoor', /väljas|rannaväljak/],
  ['court', /väljakud/],
  ['personal', /personaal|small room/],
  ['gym', /jõusaal|trenažieru|strength room/],
] as const;

export type RoomKind = (typeof roomWords)[number][0] | 'hall';

export function roomKindOf(roomGroup: string, name: string): RoomKind {
  const words = `${roomGroup} ${name}`.toLowerCase();
  return roomWords.find(([, pattern]) => pattern.test(words))?.[0] ?? 'hall';
}

type Choice = readonly RoomKind[];
const halls: readonly Choice[] = [['hall'], ['gym']];
const strong: readonly Choice[] = [['hall', 'gym', 'personal']];
const out: readonly Choice[] = [['outdoor'], ['course'], ['hall']];
const smallWater: readonly Choice[] = [['smallPool'], ['pool']];
const range: readonly Choice[] = [['range', 'simulator']];

/** Where a style is taught: the first choice the centre has any room of. */
export const styleRooms: Readonly<Record<StyleKey, readonly Choice[]>> = {
  strength: strong,
  strengthCircuit: strong,
  core: halls,
  kettlebell: strong,
  functional: strong,
  hiit: halls,
  step: halls,
  boxing: [['boxing'], ['hall']],
  cycling: [['cycling'], ['hall']],
  runningClub: out,
  nordicWalking: out,
  latin: halls,
  jazz: halls,
  hipHop: halls,
  ballet: halls,
  vinyasa: halls,
  yin: halls,
  stretching: halls,
  mobility: halls,
  meditation: halls,
  matPilates: halls,
  reformer: [['reformer'], ['hall']],
  aquaAerobics: [['pool'], ['smallPool']],
  aquaBalance: smallWater,
  swimming: [['pool']],
  swimSchool: smallWater,
  babySwim: smallWater,
  saunaRitual: [['sauna']],
  saltRoom: [['salt'], ['sauna']],
  golfBasics: [['range'], ['course']],
  golfSwing: range,
  shortGame: [['shortGame']],
  golfSimulator: [['simulator']],
  golfFitness: [['hall'], ['range']],
  tennis: [['court']],
  cardioTennis: [['court']],
  padel: [['padel'], ['court']],
  climbingBasics: [['highWall']],
  bouldering: [['boulder']],
  leadClimbing: [['highWall']],
  children: [['childrenWall'], ['boulder'], ['hall', 'court']],
  seniors: halls,
  personal: [['personal', 'gym', 'reformer', 'range', 'court'], ['hall']],
  teeTime: [['course']],
  openCourt: [['court']],
  openSwim: [['pool'], ['smallPool']],
  massage: [['treatment']],
  bodyWrap: [['treatment']],
  faceCare: [['treatment']],
};

/** Places a training offers at most; the room may have fewer. */
const stylePlaces: Readonly<Partial<Record<StyleKey, number>>> = {
  reformer: 10,
  boxing: 14,
  meditation: 16,
  runningClub: 28,
  nordicWalking: 20,
  aquaBalance: 12,
  aquaAerobics: 18,
  swimming: 16,
  swimSchool: 10,
  babySwim: 8,
  golfBasics: 10,
  golfSwing: 8,
  shortGame: 8,
  tennis: 6,
  cardioTennis: 8,
  padel: 4,
  climbingBasics: 8,
  leadClimbing: 8,
  bouldering: 12,
  children: 14,
  personal: 2,
  teeTime: 4,
  openCourt: 4,
  openSwim: 30,
  massage: 1,
  bodyWrap: 1,
  faceCare: 1,
};

export function mostPlaces(style: StyleKey): number {
  return stylePlaces[style] ?? 24;
}

export const bandNames = ['morning', 'noon', 'evening'] as const;
export type BandName = (typeof bandNames)[number];

/** First and last start in minutes of the day. */
export const bands: Readonly<
  Record<'weekday' | 'weekend', Readonly<Record<BandName, readonly [number, number]>>>
> = {
  weekday: { morning: [420, 600], noon: [690, 780], evening: [960, 1230] },
  weekend: { morning: [540, 690], noon: [720, 840], evening: [960, 1170] },
};

/** Styles with hours of their own. */
export const styleBands: Readonly<Partial<Record<StyleKey, readonly BandName[]>>> = {
  children: ['evening'],
  swimSchool: ['evening'],
  seniors: ['morning', 'noon'],
  babySwim: ['morning', 'noon'],
  meditation: ['morning', 'evening'],
  yin: ['evening'],
  saunaRitual: ['noon', 'evening'],
  boxing: ['evening'],
  latin: ['noon', 'evening'],
  jazz: ['evening'],
  hipHop: ['evening'],
  nordicWalking: ['morning', 'noon'],
  climbingBasics: ['evening'],
  leadClimbing: ['evening'],
};

/** Open hours that nobody leads. */
export const unledStyles: readonly StyleKey[] = [
  'padel',
  'golfSimulator',
  'saltRoom',
  'teeTime',
  'openSwim',
  'openCourt',
];

/** Of one level, or of none: nobody asks whether a massage is for beginners. */
export const ungradedStyles: readonly StyleKey[] = [
  ...([
    'golfBasics',
    'climbingBasics',
    'leadClimbing',
    'children',
    'swimSchool',
    'babySwim',
    'seniors',
  ] as const),
  ...(['meditation', 'saunaRitual', 'massage', 'bodyWrap', 'faceCare'] as const),
];

/** Not in the weekly timetable: time with one's own trainer is agreed on, and flights leave by their own clock. */
export const unheldStyles: readonly StyleKey[] = ['personal', 'teeTime'];

/** Taught on machines that stand in one room. */
export const machineStyles: readonly StyleKey[] = ['reformer', 'cycling'];

/** What is asked for more than anything else is taught so many times as often. */
export const styleWeights: Readonly<Partial<Record<StyleKey, number>>> = {
  strength: 2,
  strengthCircuit: 2,
  hiit: 1.5,
  cycling: 2,
  vinyasa: 2,
  reformer: 3,
  matPilates: 2,
  swimming: 2,
  openCourt: 3,
  openSwim: 3,
  swimSchool: 2,
  tennis: 3,
  bouldering: 2,
  latin: 2,
  golfSimulator: 2,
  massage: 3,
  faceCare: 2,
};

/** Trainings per room on a weekday. */
export const trainingsPerRoom: Readonly<Record<TenantKind, number>> = {
  sportsCentre: 3.3,
  gymChain: 2.3,
  golfClub: 1.5,
  spa: 2.3,
  swimmingPool: 3,
  tennisClub: 1.9,
  climbingHall: 2.6,
  pilatesStudio: 3.3,
  yogaStudio: 3.5,
  danceStudio: 3.2,
  trainerPortal: 2,
};

/** Share of the hours in which a room of the kind is used for trainings at all. */
export const roomUse: Readonly<Partial<Record<RoomKind, number>>> = {
  gym: 0.5,
  outdoor: 0.45,
  course: 0.4,
  simulator: 0.6,
};

/** Trainings outside opening hours, some over midnight. */
export const nightTrainings: readonly {
  readonly host: string;
  readonly weekday: number;
  readonly room: string;
  readonly style: StyleKey;
  readonly name: string;
  /** Minutes of the day. */
  readonly time: number;
  readonly minutes: number;
}[] = [
  {
    host: 'dzintara-spa.lv',
    weekday: 5,
    room: 'Lielā pirts',
    style: 'saunaRitual',
    name: 'Pusnakts pirts rituāls',
    time: 23 * 60 + 15,
    minutes: 90,
  },
];
