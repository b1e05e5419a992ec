import { z } from 'zod';
import { compareInstants } from '#shared/kernel/dates.ts';
import { outsideQuiet } from '../notices/domain.ts';
import { smsSize } from '../sms/domain.ts';

/** What an SMS costs the centre, of a tenant's `company`. */
export const MessageSettings = z
  .object({
    /** One part of an SMS. */
    smsPartCents: z.number().int().min(0).max(1000).default(6),
  })
  .prefault({});
export type MessageSettings = z.infer<typeof MessageSettings>;

export const Messaging = z.object({ messages: MessageSettings });

export const broadcastChannels = ['sms', 'mail'] as const;
export type BroadcastChannel = (typeof broadcastChannels)[number];

/** Longest texts: ten parts of an SMS, a few pages of mail. */
export const longestText = { sms: 1530, mail: 10_000 } as const;

/** Whom a message to those who registered is for. */
export const registered = ['booked', 'waiting', 'everybody'] as const;
export type Registered = (typeof registered)[number];

/** What became of one person's copy. */
export const deliveryStates = [
  'planned',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'refused',
  'unknown',
  'untrue',
] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export interface Person {
  readonly clientId: number;
  readonly name: string;
  /** Mail address or E.164; undefined where the channel does not reach. */
  readonly address: string | undefined;
  /** The soonest training of theirs it is about that has not begun; null: none. */
  readonly startsAt: string | null;
  /** Whether they agreed to offers by this channel. */
  readonly hasAgreed: boolean;
}

export interface BroadcastPlan {
  /** Each person once, and each address once: parents of several children hear once. */
  readonly recipients: readonly Person[];
  readonly unreachable: readonly Person[];
  /** Of an offer: who has not agreed to such, and gets nothing. */
  readonly withheld: readonly Person[];
  /** How many SMS a copy is paid as; 0 for a mail. */
  readonly parts: number;
  readonly priceCents: number;
  /** When the first goes out; null: at once. */
  readonly waitsUntil: string | null;
}

export interface BroadcastFacts {
  readonly channel: BroadcastChannel;
  readonly isOffer: boolean;
  readonly text: string;
  readonly people: readonly Person[];
  readonly partCents: number;
  readonly now: string;
  readonly timeZone: string;
}

/** Nothing is near: only the morning ends the quiet hours. */
const farAway = '9999-12-31T00:00:00Z';

/** When a person's copy may go out: mails at once, SMS outside the quiet hours (decision 0013). */
export function broadcastDue(
  channel: BroadcastChannel,
  { startsAt }: Pick<Person, 'startsAt'>,
  now: string,
  timeZone: string,
): string {
  return outsideQuiet(channel, now, startsAt ?? farAway, timeZone);
}

/** Of those whom a message cannot reach, so many are named. */
export const mostUnreachable = 50;

/** Who gets a message, by how many SMS, at what price and when (mission 2.11: the count and cost first). */
export function planBroadcast({
  channel,
  isOffer,
  text,
  people,
  partCents,
  now,
  timeZone,
}: BroadcastFacts): BroadcastPlan {
  const byAddress = new Map<string, Person>();
  const unreachable: Person[] = [];
  const withheld: Person[] = [];
  for (const person of people) {
    if (isOffer && !person.hasAgreed) {
      withheld.push(person);
      continue;
    }
    if (person.address === undefined) {
      unreachable.push(person);
      continue;
    }
    const key = person.address.toLowerCase();
    const known = byAddress.get(key);
    byAddress.set(key, known ? { ...known, startsAt: sooner(known.startsAt, person.startsAt) } : person);
  }
  const recipients = [...byAddress.values()];
  const parts = channel === 'sms' ? smsSize(text).parts : 0;
  // Of thousands of people few begin at another instant.
  const starts = [...new Set(recipients.map(({ startsAt }) => startsAt))];
  const dues = starts.map((startsAt) => broadcastDue(channel, { startsAt }, now, timeZone));
  const first = dues.toSorted(compareInstants)[0];
  return {
    recipients,
    unreachable,
    withheld,
    parts,
    priceCents: parts * partCents * recipients.length,
    waitsUntil: first !== undefined && compareInstants(first, now) > 0 ? first : null,
  };
}

function sooner(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return compareInstants(one, other) <= 0 ? one : other;
}

/** Whether more will be heard of some copy: of a mail that was sent nothing comes any more, of an SMS its report. */
export function isUnderWay(
  channel: BroadcastChannel,
  { planned = 0, sending = 0, sent = 0 }: Partial<Record<DeliveryState, number>>,
): boolean {
  return planned + sending + (channel === 'sms' ? sent : 0) > 0;
}

/** What a provider's status says of a copy; undefined: nothing new (protocols, "Messente Omnichannel"). */
export function stateOfReport(status: string): 'delivered' | 'undelivered' | undefined {
  switch (status.toUpperCase()) {
    case 'DELIVRD':
    case 'SEEN':
      return 'delivered';
    case 'UNDELIV':
    case 'FAILED':
    case 'REJECTD':
    case 'EXPIRED':
    case 'DELETED':
    case 'NACK':
      return 'undelivered';
    default:
      return undefined;
  }
}
