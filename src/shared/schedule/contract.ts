import { z } from 'zod';
import { Liking } from '#shared/feedback/contract.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import { Id, InstantText, LocalDateText, pathId, queryDate, queryInteger } from '#shared/kernel/wire.ts';
import { OwnRegistration, SwapSides } from '#shared/registrations/contract.ts';
import { PlaceEntitlement } from '#shared/registrations/entitlements/contract.ts';

/** A training as the timetable shows it (specification point 3). Instants in Z, `date` and `time` in the centre's zone. */
export const Training = z.object({
  id: Id,
  name: z.string(),
  namePrefix: z.string(),
  styleId: Id,
  typeName: z.string(),
  typeColor: z.string(),
  clubId: Id,
  clubName: z.string(),
  roomId: Id,
  roomGroupId: Id.nullable(),
  roomName: z.string(),
  trainerId: Id.nullable(),
  trainerName: z.string(),
  date: LocalDateText,
  time: z.string(),
  startDateTime: InstantText,
  endDateTime: InstantText,
  /** Minutes. */
  duration: z.number().int(),
  maxPlaces: z.number().int(),
  /** Places taken; with `maxPlaces` gives the fill rate. */
  booked: z.number().int(),
  /** What a newcomer may take now: 0 while somebody waits for the places that are left. */
  freePlaces: z.number().int(),
  waitingCount: z.number().int(),
  isPublic: z.boolean(),
  isWaitingListAllowed: z.boolean(),
  isCancelled: z.boolean(),
  /** Closed by the centre, whatever the clock says. */
  isClosed: z.boolean(),
  /** A place takes a ticket, a voucher or its price; free otherwise. */
  isPaid: z.boolean(),
  opensDateTime: InstantText,
  closesDateTime: InstantText,
});
export type Training = z.infer<typeof Training>;

/** With what is set for it alone. */
export const FullTraining = Training.extend({
  publicComment: z.string(),
  /** Bought for this one training; null: it is free, or not sold so. */
  price: Euros.nullable(),
  isCommentingAllowed: z.boolean(),
  clubAddress: z.string(),
  /** Until when cancelling would be free for one who books now. */
  freeCancelUntil: InstantText,
});

/** With everything that is told of one training. */
export const TrainingDetail = FullTraining.extend({
  /** What the style says of its trainings; empty where it says nothing. */
  level: z.string(),
  description: z.string(),
  audience: z.string(),
  belongings: z.string(),
  /** Of the room, as it stands on the door. */
  floor: z.number().int().nullable(),
  /** How trainings of the style, and those of the trainer, were liked within half a year. */
  liking: Liking.nullable(),
  trainerLiking: Liking.nullable(),
  /** Address of the trainer's picture; empty without one. */
  trainerPhoto: z.string(),
  /** The lowest price of one visit with a ticket that covers it; null: none does, or it is free. */
  ticketFrom: Euros.nullable(),
});
export type TrainingDetail = z.infer<typeof TrainingDetail>;

export const OwnTraining = Training.extend({ own: OwnRegistration.nullable() });
export type OwnTraining = z.infer<typeof OwnTraining>;
export const OwnTrainingDetail = TrainingDetail.extend({
  own: OwnRegistration.extend({
    /** What covers the place; null where it is free or not held. */
    cover: PlaceEntitlement.nullable(),
    ...SwapSides.shape,
  }).nullable(),
});
export type OwnTrainingDetail = z.infer<typeof OwnTrainingDetail>;

const Named = z.object({ id: Id, name: z.string() });
export const ScheduleFilters = z.object({
  clubs: z.array(Named),
  rooms: z.array(Named.extend({ clubId: Id })),
  roomGroups: z.array(Named),
  trainers: z.array(Named),
  styles: z.array(Named.extend({ color: z.string() })),
});
export type ScheduleFilters = z.infer<typeof ScheduleFilters>;

/** Dates are the centre's, both ends included, at most 42 days; without them, today. */
const period = z.object({
  from: queryDate,
  until: queryDate,
  unit: queryInteger,
  room: queryInteger,
  group: queryInteger,
  trainer: queryInteger,
  filter: queryInteger,
});

export const listPublicTrainings = endpoint({
  noun: 'schedule',
  method: 'GET',
  path: '/public/schedule',
  role: 'visitor',
  isStorable: true,
  summary: 'Public trainings of a period; `unit` is a club, `filter` a style',
  query: period,
  response: z.array(Training),
  errors: ['unableToGetSchedule'],
});

export const getPublicTraining = endpoint({
  noun: 'schedule',
  method: 'GET',
  path: '/public/schedule/:id',
  role: 'visitor',
  isStorable: true,
  summary: 'One public training',
  params: z.object({ id: pathId }),
  response: TrainingDetail,
  errors: ['trainingNotFound'],
});

export const getScheduleFilters = endpoint({
  noun: 'schedule',
  method: 'GET',
  path: '/public/schedule/filters',
  role: 'visitor',
  isStorable: true,
  summary: 'Clubs, rooms, room groups, trainers and styles a timetable can be narrowed to',
  response: ScheduleFilters,
  cacheSeconds: 300,
});

export const listOwnTrainings = endpoint({
  noun: 'schedule',
  method: 'GET',
  path: '/user/schedule',
  isSeenOffline: true,
  role: 'client',
  summary: 'Trainings of a period with the own registration on each',
  query: period,
  response: z.array(OwnTraining),
  errors: ['unableToGetSchedule'],
});

export const getOwnTraining = endpoint({
  noun: 'schedule',
  method: 'GET',
  path: '/user/schedule/:id',
  isSeenOffline: true,
  role: 'client',
  summary: 'One training with the own registration',
  params: z.object({ id: pathId }),
  response: OwnTrainingDetail,
  errors: ['trainingNotFound'],
});

/**
 * Server-sent events of a centre's timetable, for open screens: `GET` without a token. `numbers` carries
 * `TrainingNumbers[]`; `changed` the ids of trainings to read again; `reload` says that everything may have changed.
 */
export const livePath = '/public/schedule/live';
export const liveEvents = {
  numbers: 'numbers',
  changed: 'changed',
  /** Ids of trainings whose roll changed: who came. */
  roll: 'roll',
  reload: 'reload',
} as const;
/** Without names: in a rush hundreds of them go to every open screen, five times a second. */
export type TrainingNumbers = readonly [
  id: Training['id'],
  booked: Training['booked'],
  freePlaces: Training['freePlaces'],
  waitingCount: Training['waitingCount'],
];
