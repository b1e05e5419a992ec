import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { MessageEvent } from '#server/kernel/events.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { messageEvent } from '#server/messages/broadcasts/commands.ts';
import { insertMessage } from '#server/messages/broadcasts/data.ts';
import { formatDate, localDate, localTime } from '#shared/kernel/dates.ts';
import { isLanguage, type Language } from '#shared/kernel/language.ts';
import { Messaging } from '#shared/messages/broadcasts/domain.ts';
import { smsSize } from '#shared/messages/sms/domain.ts';
import * as data from './data.ts';

type News =
  | 'asked'
  | 'applied'
  | 'withdrawn'
  | 'accepted'
  | 'handedOver'
  | 'handedBack'
  | 'rejected'
  | 'ended'
  | 'alert';

/** A request as it is spoken of. */
interface Spoken {
  readonly id: number;
  readonly name: string;
  readonly startsAt: string;
  readonly roomName: string;
  readonly clubName: string;
  readonly trainerName: string;
  readonly comment: string;
}

export interface Notifying {
  readonly news: News;
  readonly request: Spoken;
  readonly to: readonly data.Contact[];
  /** Who applied, was accepted. */
  readonly who?: string;
  /** Where it leads; without it nothing is to be done. */
  readonly origin?: string | undefined;
  /** Whether an SMS goes to those who opted in: it is for them to act, or to be there. */
  readonly bySms?: boolean;
}

/**
 * What trainers and administrators are told of requests: by mail, and by SMS those who opted in (mission 2.8). Written
 * with its cause, a message in each language; quiet hours hold an SMS back as they do any other (decision 0013).
 */
export async function tell(
  ctx: Ctx,
  read: Ctx['read'],
  tellings: readonly Notifying[],
): Promise<{ queries: Query[]; events: MessageEvent[]; told: number }> {
  const { tenant, now } = ctx;
  const parts = tellings.flatMap((telling) => partsOf(ctx, telling));
  const [ids] = await read(data.nextMessageIds(parts.length));
  const { smsPartCents } = Messaging.parse(tenant.company).messages;
  const queries = parts.flatMap(({ channel, subject, text, clientIds, request }, index) =>
    insertMessage(
      {
        id: ids[index]?.id ?? 0,
        accountId: null,
        channel,
        isOffer: false,
        subject: channel === 'sms' ? '' : subject,
        text,
        audience: { kind: 'replacement', replacementId: request.id },
        audienceName: request.name,
        parts: channel === 'sms' ? smsSize(text).parts : 0,
        partCents: channel === 'sms' ? smsPartCents : 0,
        unreachable: 0,
        recipients: clientIds.map((clientId) => ({ clientId, startsAt: request.startsAt })),
      },
      now,
    ),
  );
  const told = new Set(parts.flatMap(({ clientIds }) => clientIds)).size;
  return { queries, events: ids.map(({ id }) => messageEvent(id)), told };
}

function partsOf(ctx: Ctx, telling: Notifying) {
  const { tenant } = ctx;
  const { news, request, to, who = '', origin, bySms = false } = telling;
  // Of one person with two logins, one.
  const people = [...new Map(to.map((contact) => [contact.clientId, contact])).values()];
  const languageOf = ({ language }: data.Contact): Language =>
    isLanguage(language) ? language : tenant.defaultLanguage;
  return [...Map.groupBy(people, languageOf)].flatMap(([language, contacts]) => {
    const t = textsFor(language);
    const { timeZone } = tenant;
    const { startsAt, name, trainerName, roomName, clubName, comment, id } = request;
    const values = {
      name,
      when: `${formatDate(localDate(startsAt, timeZone))} ${localTime(startsAt, timeZone)}`,
      place: `${roomName}, ${clubName}`,
      trainer: trainerName,
      who,
    };
    const subject = t(`replacements.told.${news}Title`, values);
    const link = origin === undefined ? '' : `${origin}/replacement-request?id=${id}`;
    const text = [
      t(`replacements.told.${news}Text`, values),
      ...(news === 'asked' && comment !== '' ? [`„${comment}“`] : []),
      ...(link === '' ? [] : [link]),
    ].join('\n\n');
    const short = [subject, values.place, link].filter(Boolean).join('. ').replace(`. ${link}`, ` ${link}`);
    const sms = contacts.filter(({ takesSms }) => takesSms);
    const hasSms = bySms && sms.length > 0 && !tenant.pageRules.notification.isSmsHidden;
    const mail = { channel: 'mail' as const, subject, text, clientIds: contacts.map(clientOf), request };
    return hasSms
      ? [mail, { channel: 'sms' as const, subject, text: short, clientIds: sms.map(clientOf), request }]
      : [mail];
  });
}

const clientOf = ({ clientId }: data.Contact) => clientId;
