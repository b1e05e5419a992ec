import { z } from 'zod';
import { isHours } from '#shared/kernel/fields.ts';
import { managed, Name, Names } from '#shared/kernel/managed.ts';
import { Id } from '#shared/kernel/wire.ts';
import { isPicture } from '#shared/videos/domain.ts';
import { lineMost, longMost, shortMost, taughtLanguages } from './domain.ts';

/** In each language; empty where there is nothing to say. */
const textsOf = (most: number) => {
  const Text = z.string().trim().max(most).default('');
  return z.strictObject({ et: Text, en: Text, lv: Text }).prefault({});
};

/** `06:30-22:00`; empty: closed. */
const Hours = z
  .string()
  .max(20)
  .refine((text) => text === '' || isHours(text));

export const ClubValues = z.strictObject({
  name: Name,
  address: z.string().trim().max(200),
  city: z.string().trim().max(100),
  /** Clubs are shown in this order. */
  position: z.number().int().min(0).max(1000),
  hours: z.strictObject({
    monday: Hours,
    tuesday: Hours,
    wednesday: Hours,
    thursday: Hours,
    friday: Hours,
    saturday: Hours,
    sunday: Hours,
  }),
});
export type ClubValues = z.infer<typeof ClubValues>;

export const RoomGroupValues = z.strictObject({ name: Name });
export type RoomGroupValues = z.infer<typeof RoomGroupValues>;

export const RoomValues = z.strictObject({
  name: Name,
  clubId: Id,
  roomGroupId: Id.nullable(),
  capacity: z.number().int().min(1).max(10_000),
  /** As it stands on the door; null: nobody has to be told. */
  floor: z.number().int().min(-5).max(200).nullable().default(null),
  /** Rooms of the same club that it is made of: whoever has it has them, and the other way about. */
  partIds: z.array(Id).max(20).default([]),
  /** Personal trainings take place there beside one another and beside what else is there. */
  isShared: z.boolean().default(false),
  /** What members rent it for by the hour, VAT included; null: it is not let. */
  rentCents: z.number().int().min(1).max(1_000_000).nullable().default(null),
});
export type RoomValues = z.infer<typeof RoomValues>;

export const StyleValues = z.strictObject({
  names: Names,
  colour: z.string().regex(/^#[0-9A-Fa-f]{6}$/),
  /** What times booked with a trainer are called and drawn as: one style of the centre at most, and it changes over. */
  isPersonal: z.boolean().default(false),
  /** What a training of it says of itself. */
  levels: textsOf(shortMost),
  descriptions: textsOf(longMost),
  /** For whom it is. */
  audiences: textsOf(lineMost),
  /** What to bring. */
  belongings: textsOf(lineMost),
});
export type StyleValues = z.infer<typeof StyleValues>;

export const TrainerValues = z.strictObject({
  firstName: Name,
  lastName: Name,
  /** One who is not is offered nowhere; what they have led stays theirs. */
  isActive: z.boolean(),
  /** What they may teach. */
  styleIds: z.array(Id).max(200),
  /** What their own page says of them. */
  strengths: textsOf(lineMost),
  words: textsOf(longMost),
  /** In which they teach: codes of two letters. */
  languages: z.array(z.enum(taughtLanguages)).max(taughtLanguages.length).default([]),
  /** Address of a picture among the centre's files; empty: initials. */
  photo: z
    .string()
    .trim()
    .max(300)
    .refine((address) => address === '' || isPicture(address))
    .default(''),
});
export type TrainerValues = z.infer<typeof TrainerValues>;

export const {
  list: listClubs,
  create: createClub,
  update: updateClub,
  remove: removeClub,
} = managed('club', 'Clubs', ClubValues);

export const {
  list: listRoomGroups,
  create: createRoomGroup,
  update: updateRoomGroup,
  remove: removeRoomGroup,
} = managed('room-group', 'Room groups', RoomGroupValues);

export const {
  list: listRooms,
  create: createRoom,
  update: updateRoom,
  remove: removeRoom,
} = managed('room', 'Rooms', RoomValues, ['roomPartsTaken']);

export const {
  list: listStyles,
  create: createStyle,
  update: updateStyle,
  remove: removeStyle,
} = managed('style', 'Training styles', StyleValues, ['personalStyleNeeded']);

export const {
  list: listTrainers,
  create: createTrainer,
  update: updateTrainer,
  remove: removeTrainer,
} = managed('trainer', 'Trainers', TrainerValues, ['trainerHasTrainings'], ['update']);

export const TrainingGroupValues = z.strictObject({
  name: Name,
  clubId: Id,
  /** Who leads it and sees its members; null: nobody yet. */
  trainerId: Id.nullable(),
  maxMembers: z.number().int().min(1).max(1000),
});
export type TrainingGroupValues = z.infer<typeof TrainingGroupValues>;

export const {
  list: listAllTrainingGroups,
  create: createTrainingGroup,
  update: updateTrainingGroup,
  remove: removeTrainingGroup,
} = managed('training-group', 'Training groups', TrainingGroupValues);
