import { z } from 'zod';
import {
  addDays,
  addMinutes,
  compareInstants,
  instantAt,
  localDate,
  localTime,
  minutesBetween,
} from '#shared/kernel/dates.ts';

/** What a member is told of (mission 2.11): each event of the waiting list and each change by the centre. */
export const noticeKinds = [
  'reminder',
  'joined',
  'placeFree',
  'promoted',
  'offered',
  'halfOfHold',
  'expired',
  'closed',
  'trainingChanged',
  'cancelled',
  'passedOver',
  'banned',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export const noticeChannels = ['mail', 'sms', 'push'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

const Channels = z.strictObject({ mail: z.boolean(), sms: z.boolean(), push: z.boolean() });
type Channels = z.infer<typeof Channels>;

/** Which channels a member wants for each kind. */
export const NoticeChoices = z.strictObject({
  reminder: Channels,
  joined: Channels,
  placeFree: Channels,
  promoted: Channels,
  offered: Channels,
  halfOfHold: Channels,
  expired: Channels,
  closed: Channels,
  trainingChanged: Channels,
  cancelled: Channels,
  passedOver: Channels,
  banned: Channels,
});
export type NoticeChoices = z.infer<typeof NoticeChoices>;

const wants = (...channels: NoticeChannel[]): Channels => ({
  mail: channels.includes('mail'),
  sms: channels.includes('sms'),
  push: channels.includes('push'),
});

/**
 * For whoever has chosen nothing. An SMS costs the centre, so it goes where a place or a way is lost by hearing late;
 * push costs nothing and reaches only whoever switched it on.
 */
export const defaultChoices: NoticeChoices = {
  reminder: wants('mail', 'push'),
  joined: wants('push'),
  placeFree: wants('mail', 'push'),
  promoted: wants('mail', 'sms', 'push'),
  offered: wants('mail', 'sms', 'push'),
  halfOfHold: wants('push'),
  expired: wants('mail', 'push'),
  closed: wants('push'),
  trainingChanged: wants('mail', 'push'),
  cancelled: wants('mail', 'sms', 'push'),
  passedOver: wants('mail', 'push'),
  banned: wants('mail', 'push'),
};

/** Choices as stored, whatever version of the product stored them: what they do not name is as by default. */
export function readChoices(stored: unknown): NoticeChoices {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Readonly<
    Record<string, unknown>
  >;
  const pairs = noticeKinds.map((kind) => {
    const parsed = Channels.safeParse(given[kind]);
    return [kind, parsed.success ? parsed.data : defaultChoices[kind]] as const;
  });
  return Object.fromEntries(pairs) as NoticeChoices;
}

/** By what a person can be reached at all. */
export interface Reach {
  /** Visitors have none: they chose nothing and hear by mail. */
  readonly hasAccount: boolean;
  readonly hasMobile: boolean;
  /** The centre does without SMS (page rule `notification.isSmsHidden`, or no provider). */
  readonly isSmsHidden: boolean;
  /** An SMS of the same kind about the same training went out before. */
  readonly wasTexted: boolean;
}

/** What a member brings about by coming and going as often as they like; what the centre changes is told each time. */
const ownDoing: readonly NoticeKind[] = [
  ...(['joined', 'placeFree', 'promoted', 'offered', 'halfOfHold'] as const),
  ...(['expired', 'closed', 'passedOver', 'reminder', 'banned'] as const),
];

/** Whether a notice counts among the SMS that members bring about at their centre's cost. */
export function isOwnDoing(kind: NoticeKind): boolean {
  return ownDoing.includes(kind);
}

/** Told again only by mail. A reminder comes as often as it was asked for, and closed booking is about no training. */
const isTextedOnce = (kind: NoticeKind) => isOwnDoing(kind) && kind !== 'reminder' && kind !== 'banned';

/** The channels a notice goes out by; for push the member's devices decide besides. */
export function channelsOf(kind: NoticeKind, choices: NoticeChoices, reach: Reach): readonly NoticeChannel[] {
  // The mail with the link that gives it back says already that a visitor waits.
  if (!reach.hasAccount) return kind === 'joined' ? [] : ['mail'];
  const canUse = { mail: true, sms: reach.hasMobile && !reach.isSmsHidden, push: true };
  const channels = noticeChannels.filter((channel) => canUse[channel] && choices[kind][channel]);
  return reach.wasTexted && isTextedOnce(kind) ? mailInstead(channels) : channels;
}

/** An SMS that does not go out is a mail: who chose nothing else hears of it all the same. */
function mailInstead(channels: readonly NoticeChannel[]): readonly NoticeChannel[] {
  const wanted = channels.includes('sms') ? ['mail', ...channels] : channels;
  return noticeChannels.filter((channel) => channel !== 'sms' && wanted.includes(channel));
}

/** Not wanted any more by the way it was planned for. A mail stays: it may stand for an SMS. */
export function isSwitchedOff(kind: NoticeKind, channel: NoticeChannel, choices: NoticeChoices): boolean {
  return channel !== 'mail' && !choices[kind][channel];
}

/** The centre's clock times between which nobody's phone is made to ring (mission 2.11). */
export const quiet = { from: '22:00', until: '07:00' } as const;
/** A training this near is worth waking up for. */
const wakingMinutes = 5 * 60;
/** Changes of trainings that come within this time of the first are told as one (mission 2.11). */
const digestMinutes = 5;

const digested: readonly NoticeKind[] = ['trainingChanged', 'reminder'];

/** Trainings called off by one change, and reminders of one moment, reach the queue within moments. */
const gatherMinutes = 1;

export interface NoticeTiming {
  readonly kind: NoticeKind;
  /** One change that took several trainings from the client. */
  readonly changeId?: number | undefined;
  readonly startsAt: string;
}

/** Deliveries with the same key go out together. */
export function groupKey(event: {
  kind: NoticeKind;
  clientId: number;
  dedupeKey: string;
  changeId?: number | undefined;
}): string {
  if (event.changeId !== undefined) return `change:${event.changeId}:${event.clientId}`;
  return digested.includes(event.kind) ? `${event.kind}:${event.clientId}` : `one:${event.dedupeKey}`;
}

/**
 * When a notice may go out: at once; what may become a digest a little later, while the training is not too near for
 * waiting; by SMS and push not in the quiet hours.
 */
export function dueAt(
  { kind, startsAt, changeId }: NoticeTiming,
  channel: NoticeChannel,
  now: string,
  timeZone: string,
): string {
  const isOfMoment = changeId !== undefined || kind === 'reminder';
  const collected = addMinutes(now, isOfMoment ? gatherMinutes : digestMinutes);
  const isCollected =
    (isOfMoment || digested.includes(kind)) &&
    compareInstants(addMinutes(collected, digestMinutes), startsAt) < 0;
  return outsideQuiet(channel, isCollected ? collected : now, startsAt, timeZone);
}

/**
 * The instant itself, or the end of the quiet hours it falls into: 07:00 by the centre's clock, whatever the clock did
 * that night. A training that starts within five hours is told at any hour; one that starts before the morning, five
 * hours before it.
 */
export function outsideQuiet(
  channel: NoticeChannel,
  instant: string,
  startsAt: string,
  timeZone: string,
): string {
  const wakingFrom = addMinutes(startsAt, -wakingMinutes);
  if (channel === 'mail' || !isQuiet(instant, timeZone) || compareInstants(instant, wakingFrom) >= 0)
    return instant;
  const date = localDate(instant, timeZone);
  const isLate = localTime(instant, timeZone) >= quiet.from;
  const morning = instantAt(isLate ? addDays(date, 1) : date, quiet.until, timeZone);
  return compareInstants(morning, startsAt) < 0 ? morning : wakingFrom;
}

/** Until which start a training is told at an instant; null: whatever begins whenever. */
export function toldUntil(channel: NoticeChannel, instant: string, timeZone: string): string | null {
  return channel === 'mail' || !isQuiet(instant, timeZone) ? null : addMinutes(instant, wakingMinutes);
}

export function isQuiet(instant: string, timeZone: string): boolean {
  const time = localTime(instant, timeZone);
  return time >= quiet.from || time < quiet.until;
}

/** What is known of a notice's matter at the moment of sending. */
export interface NoticeFacts {
  readonly kind: NoticeKind;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly isTrainingCancelled: boolean;
  /** The registration's state now; undefined when there is none any more. */
  readonly state: string | undefined;
  readonly isEnded: boolean;
  readonly holdUntil: string | undefined;
}

/** Ends that the client chose. */
const ownEnds: readonly string[] = ['cancelledFree', 'cancelledLate', 'left', 'declined'];

/**
 * The instant a notice is worth waking somebody up for: the start of its training; what closes booking ahead speaks of
 * one that is over, and can wait for the morning.
 */
export function urgentAt(
  { kind, holdUntil }: { readonly kind: NoticeKind; readonly holdUntil?: string | undefined },
  startsAt: string,
): string {
  return kind === 'banned' && holdUntil !== undefined ? holdUntil : startsAt;
}

/** What is told of as it was before a change. */
interface Previous {
  readonly previousStartsAt?: string | undefined;
  readonly previousRoomId?: number | undefined;
  readonly previousTrainerId?: number | undefined;
}

/** Whether a notice says what was before, and can be changed back unheard. */
export function saysOfBefore({ previousStartsAt, previousRoomId, previousTrainerId }: Previous): boolean {
  return [previousStartsAt, previousRoomId, previousTrainerId].some((one) => one !== undefined);
}

/** Whether all that a change made different is as it was before it. What says nothing of before is no such change. */
export function isAsBefore(
  kind: NoticeKind,
  { previousStartsAt, previousRoomId, previousTrainerId }: Previous,
  now: { readonly startsAt: string; readonly roomId: number | null; readonly trainerId: number | null },
): boolean {
  if (kind !== 'trainingChanged') return false;
  const same = [
    previousStartsAt === undefined ? undefined : compareInstants(previousStartsAt, now.startsAt) === 0,
    previousRoomId === undefined ? undefined : previousRoomId === now.roomId,
    previousTrainerId === undefined ? undefined : previousTrainerId === now.trainerId,
  ].filter((one) => one !== undefined);
  return same.length > 0 && same.every(Boolean);
}

/** Whether what the notice says still holds: an answered offer, a place given back, a training over are not told. */
export function isStillTrue(facts: NoticeFacts, now: string): boolean {
  const { kind, state, isEnded, isTrainingCancelled, startsAt, endsAt, holdUntil } = facts;
  if (state === undefined) return false;
  if (kind === 'banned') return holdUntil !== undefined && compareInstants(now, holdUntil) < 0;
  const isOver = compareInstants(now, endsAt) >= 0;
  if (kind === 'cancelled') {
    const isByCentre = state === 'cancelledByCentre' || (isTrainingCancelled && !ownEnds.includes(state));
    return isByCentre && !isOver;
  }
  if (isTrainingCancelled) return false;
  // A waiting list closes when the training starts, and those who got nothing hear of it then (mission 2.1).
  if (kind === 'closed') return isEnded && !isOver;
  if (compareInstants(now, startsAt) >= 0) return false;
  switch (kind) {
    case 'joined':
    case 'passedOver':
    case 'placeFree':
      return state === 'waiting';
    case 'promoted':
    case 'reminder':
      return state === 'booked';
    case 'offered':
    case 'halfOfHold':
      // Live, and neither a place nor a wait: the offer is open.
      return (
        !isEnded &&
        state !== 'booked' &&
        state !== 'waiting' &&
        holdUntil !== undefined &&
        compareInstants(now, holdUntil) < 0
      );
    case 'expired':
      return isEnded;
    case 'trainingChanged':
      return !isEnded;
  }
}

/** Until the first of the matters is history: held no longer, begun, over. */
export function validMinutes(
  matters: readonly {
    readonly event: { readonly holdUntil?: string | undefined };
    readonly startsAt: string;
    readonly endsAt: string;
  }[],
  now: string,
): number {
  const ends = matters.map(({ event, startsAt, endsAt }) => {
    if (event.holdUntil !== undefined) return event.holdUntil;
    return compareInstants(now, startsAt) < 0 ? startsAt : endsAt;
  });
  return Math.max(1, Math.min(...ends.map((end) => Math.floor(minutesBetween(now, end)))));
}

/** The registration a notice is about: the one it names, or the latest to its training. */
export function registrationOf<Row extends { readonly id: number; readonly trainingId: number }>(
  event: { readonly registrationId?: number | undefined; readonly trainingId: number },
  registrations: readonly Row[],
): Row | undefined {
  const { registrationId, trainingId } = event;
  return registrations.find((row) =>
    registrationId === undefined ? row.trainingId === trainingId : row.id === registrationId,
  );
}
