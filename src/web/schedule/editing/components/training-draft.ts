import { addDays } from '#shared/kernel/dates.ts';
import { parseEuros } from '#shared/kernel/money.ts';
import type {
  AdminTraining,
  ScheduleCommandInput,
  Scope,
  TrainingFields,
} from '#shared/schedule/editing/contract.ts';
import { slotMinutes, toMinutes, toTime } from './grid-places.ts';

/** A training as the form holds it: numbers as they are typed. */
export interface TrainingDraft {
  readonly namePrefix: string;
  readonly name: string;
  readonly styleId: string;
  readonly roomIds: readonly number[];
  readonly trainerId: string;
  readonly date: string;
  readonly time: string;
  readonly duration: string;
  readonly maxPlaces: string;
  readonly setUpMinutes: string;
  readonly clientType: TrainingFields['clientType'];
  readonly isPublic: boolean;
  readonly isWaitingListAllowed: boolean;
  readonly isClosed: boolean;
  readonly isCommentingAllowed: boolean;
  readonly publicComment: string;
  readonly privateComment: string;
  readonly isPaid: boolean;
  readonly price: string;
  /** Only for a new one: every so many weeks on the weekdays (1 for Monday) until a date. */
  readonly repeats: boolean;
  readonly weekdays: readonly number[];
  readonly everyWeeks: string;
  readonly until: string;
}

/** Where and when something new is to be. */
export interface NewPlace {
  readonly date: string;
  readonly time: string;
  readonly duration: number;
  readonly roomId: number | undefined;
}

const repeatedDays = 91;

export function draftOf(training: AdminTraining): TrainingDraft {
  const { styleId, trainerId, duration, maxPlaces, setUpMinutes, price } = training;
  return {
    ...training,
    styleId: String(styleId),
    roomIds: training.rooms.map(({ id }) => id),
    trainerId: trainerId === null ? '' : String(trainerId),
    duration: String(duration),
    maxPlaces: String(maxPlaces),
    setUpMinutes: String(setUpMinutes),
    price: price === null ? '' : price.toFixed(2),
    repeats: false,
    weekdays: [],
    everyWeeks: '1',
    until: addDays(training.date, repeatedDays),
  };
}

export function newDraft(
  { date, time, duration, roomId }: NewPlace,
  maxPlaces: number,
  weekday: number,
): TrainingDraft {
  return {
    namePrefix: '',
    name: '',
    styleId: '',
    roomIds: roomId === undefined ? [] : [roomId],
    trainerId: '',
    date,
    time,
    duration: String(duration),
    maxPlaces: String(maxPlaces),
    setUpMinutes: '0',
    clientType: 'groupTraining',
    isPublic: true,
    isWaitingListAllowed: true,
    isClosed: false,
    isCommentingAllowed: true,
    publicComment: '',
    privateComment: '',
    isPaid: false,
    price: '',
    repeats: false,
    weekdays: [weekday],
    everyWeeks: '1',
    until: addDays(date, repeatedDays),
  };
}

/** What the form holds as the contract's fields; only for a draft that was checked. */
function fieldsOf(draft: TrainingDraft): TrainingFields {
  return {
    name: draft.name.trim(),
    namePrefix: draft.namePrefix.trim(),
    styleId: Number(draft.styleId),
    roomIds: [...draft.roomIds],
    trainerId: draft.trainerId === '' ? null : Number(draft.trainerId),
    maxPlaces: Number(draft.maxPlaces),
    isPublic: draft.isPublic,
    isWaitingListAllowed: draft.isWaitingListAllowed,
    isClosed: draft.isClosed,
    isCommentingAllowed: draft.isCommentingAllowed,
    publicComment: draft.publicComment.trim(),
    privateComment: draft.privateComment.trim(),
    isPaid: draft.isPaid,
    price: draft.isPaid ? (parseEuros(draft.price) ?? null) : null,
    clientType: draft.clientType,
    setUpMinutes: Number(draft.setUpMinutes),
  };
}

export const whenOf = ({ date, time, duration }: Pick<TrainingDraft, 'date' | 'time' | 'duration'>) => ({
  date,
  time: toTime(Math.round(toMinutes(time) / slotMinutes) * slotMinutes),
  duration: Number(duration),
});

/** The request that makes a new training, or a series. */
export function createCommand(draft: TrainingDraft): ScheduleCommandInput {
  const repeat = draft.repeats
    ? { weekdays: [...draft.weekdays], everyWeeks: Number(draft.everyWeeks), until: draft.until }
    : null;
  return { kind: 'create', fields: fieldsOf(draft), when: whenOf(draft), repeat };
}

/** The request that changes what differs from how it is. */
export function editCommand(
  training: AdminTraining,
  draft: TrainingDraft,
  scope: Scope,
  overwrites: boolean,
): ScheduleCommandInput {
  const before = draftOf(training);
  const was = { ...fieldsOf(before), ...whenOf(before) };
  const is = { ...fieldsOf(draft), ...whenOf(draft) };
  const changes = Object.fromEntries(
    Object.entries(is).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name as keyof typeof was]),
    ),
  );
  return { kind: 'edit', trainingId: training.id, scope, overwrites, changes };
}

/** Whether a number is a whole one up to `most`, a multiple of `step`. */
export function isWhole(typed: string, most: number, step = 1): boolean {
  const value = Number(typed);
  return typed.trim() !== '' && Number.isInteger(value) && value >= 0 && value <= most && value % step === 0;
}

export function isDuration(typed: string): boolean {
  const minutes = Number(typed);
  return (
    Number.isInteger(minutes) && minutes >= slotMinutes && minutes <= 1440 && minutes % slotMinutes === 0
  );
}

export function isPrice(typed: string): boolean {
  const euros = parseEuros(typed);
  return euros !== undefined && euros > 0 && euros < 10_000;
}
