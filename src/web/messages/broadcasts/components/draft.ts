import type { Audience } from '#shared/messages/broadcasts/contract.ts';
import { type BroadcastChannel, longestText, type Registered } from '#shared/messages/broadcasts/domain.ts';
import type { MessageDraft } from '../queries.ts';

/** A message as it is being written. */
export interface Written {
  readonly kind: Audience['kind'];
  readonly whom: Registered;
  /** The day whose trainings are offered. */
  readonly date: string;
  readonly trainingId: number | undefined;
  readonly groupId: number | undefined;
  readonly from: string;
  readonly until: string;
  readonly clubId: number | undefined;
  readonly roomId: number | undefined;
  readonly trainerId: number | undefined;
  readonly styleId: number | undefined;
  readonly channel: BroadcastChannel;
  readonly isOffer: boolean;
  readonly subject: string;
  readonly text: string;
}

export function emptyMessage(today: string, channel: BroadcastChannel): Written {
  return {
    ...{ kind: 'training', whom: 'booked', date: today, trainingId: undefined, groupId: undefined },
    ...{ from: today, until: today },
    ...{ clubId: undefined, roomId: undefined, trainerId: undefined, styleId: undefined },
    ...{ channel, isOffer: false, subject: '', text: '' },
  };
}

function audienceOf(written: Written): Audience | null {
  const { kind, whom, trainingId, groupId, from, until, clubId, roomId, trainerId, styleId } = written;
  if (kind === 'training') return trainingId === undefined ? null : { kind, trainingId, whom };
  if (kind === 'group') return groupId === undefined ? null : { kind, groupId };
  if (from === '' || until === '' || until < from) return null;
  return {
    kind,
    from,
    until,
    clubId: clubId ?? null,
    roomId: roomId ?? null,
    trainerId: trainerId ?? null,
    styleId: styleId ?? null,
    whom,
  };
}

/** What the server is asked; null until it is known for whom. */
export function draftOf(written: Written): MessageDraft | null {
  const audience = audienceOf(written);
  const { channel, isOffer, subject, text } = written;
  return audience === null
    ? null
    : { audience, channel, isOffer, subject: channel === 'sms' ? '' : subject.trim(), text: text.trim() };
}

export function isTooLong({ channel, text }: Pick<Written, 'channel' | 'text'>): boolean {
  return text.trim().length > longestText[channel];
}
