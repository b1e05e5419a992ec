import { type Ctx, member, requireProof } from '#server/kernel/ctx.ts';
import type { Transaction } from '#server/kernel/db.ts';
import type { MessageEvent } from '#server/kernel/events.ts';
import { mapInTurns } from '#server/kernel/files/slices.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { isSame, type Tokens } from '#server/kernel/tokens.ts';
import { findGroup } from '#server/training-groups/data.ts';
import { unaskedRecipients } from '#shared/account/proofs/domain.ts';
import {
  addMinutes,
  compareInstants,
  formatDate,
  localDate,
  localTime,
  minutesBetween,
} from '#shared/kernel/dates.ts';
import { isEmail } from '#shared/kernel/emails.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import type { Audience } from '#shared/messages/broadcasts/contract.ts';
import {
  type BroadcastChannel,
  type BroadcastPlan,
  broadcastDue,
  longestText,
  Messaging,
  type Person,
  planBroadcast,
  stateOfReport,
} from '#shared/messages/broadcasts/domain.ts';
import { toldUntil } from '#shared/messages/notices/domain.ts';
import type { ConsentPurpose } from '#shared/privacy/domain.ts';
import type { NoticePorts } from '../notices/commands.ts';
import { toSmsNumber } from '../sms/phones.ts';
import * as data from './data.ts';

export interface Draft {
  readonly audience: Audience;
  readonly channel: BroadcastChannel;
  readonly isOffer: boolean;
  readonly subject: string;
  readonly text: string;
}

export interface Planned {
  readonly audienceName: string;
  readonly plan: BroadcastPlan;
  readonly partCents: number;
  readonly people: readonly data.PersonRow[];
}

/** How a channel reaches a person at this centre; undefined: not at all. */
function addressOf(
  tenant: Tenant,
  channel: BroadcastChannel,
  { email, phone }: { readonly email: string; readonly phone: string },
): string | undefined {
  if (channel === 'sms') return toSmsNumber(phone, tenant.country);
  return isEmail(email) ? email : undefined;
}

/** What a message would be and whom it would reach; sends nothing. Throws what an audience that is not there does. */
export async function planMessage(ctx: Ctx, read: Ctx['read'], draft: Draft): Promise<Planned> {
  const { tenant, now } = ctx;
  const { channel, isOffer } = draft;
  const { people, audienceName } = await findAudience(ctx, read, draft.audience);
  const agreed = isOffer ? await agreedOf(read, channel, people) : new Set<number>();
  const { smsPartCents: partCents } = Messaging.parse(tenant.company).messages;
  const plan = planBroadcast({
    channel,
    isOffer,
    // An empty text is one somebody is about to write.
    text: draft.text,
    people: await mapInTurns(
      people,
      (row): Person => ({
        ...row,
        address: addressOf(tenant, channel, row),
        hasAgreed: agreed.has(row.clientId),
      }),
    ),
    partCents,
    now,
    timeZone: tenant.timeZone,
  });
  return { audienceName, plan, partCents, people };
}

const purposes = { mail: 'marketingMail', sms: 'marketingSms' } as const satisfies Record<
  BroadcastChannel,
  ConsentPurpose
>;

/** Who of them agreed to offers by a channel, as their log stands. */
async function agreedOf(
  read: Ctx['read'],
  channel: BroadcastChannel,
  people: readonly { readonly clientId: number }[],
): Promise<ReadonlySet<number>> {
  const clientIds = people.map(({ clientId }) => clientId);
  const [rows] = await read(data.listAgreed(clientIds, purposes[channel]));
  return new Set(rows.map(({ clientId }) => clientId));
}

async function findAudience(ctx: Ctx, read: Ctx['read'], audience: Audience) {
  const { now, tenant } = ctx;
  const today = localDate(now, tenant.timeZone);
  switch (audience.kind) {
    case 'training': {
      const { trainingId, whom } = audience;
      const [[training], people] = await read(
        data.findTraining(trainingId),
        data.listOfTraining(trainingId, whom, now),
      );
      if (!training) throw new AppError('trainingNotFound');
      const { namePrefix, name, startsAt } = training;
      const when = `${formatDate(localDate(startsAt, tenant.timeZone))} ${localTime(startsAt, tenant.timeZone)}`;
      return { people, audienceName: `${[namePrefix, name].filter(Boolean).join(' ')}, ${when}` };
    }
    case 'group': {
      const [[group], people] = await read(
        findGroup({ groupId: audience.groupId, today }),
        data.listOfGroup(audience.groupId, today),
      );
      if (!group) throw new AppError('trainingGroupNotFound');
      return { people, audienceName: group.name };
    }
    case 'filter': {
      const { from, until, clubId, roomId, trainerId, styleId } = audience;
      if (until < from) throw new AppError('dataValidationFailed', { field: 'until' });
      const texts = { language: ctx.language, defaultLanguage: tenant.defaultLanguage };
      const [names, people] = await read(data.findNames(audience, texts), data.listOfFilter(audience, now));
      const asked = [clubId, roomId, trainerId, styleId].filter((id) => id !== null);
      if (names.length !== asked.length) throw new AppError('itemNotFound');
      const dates = from === until ? formatDate(from) : `${formatDate(from)}–${formatDate(until)}`;
      return { people, audienceName: [dates, ...names.map(({ name }) => name)].join(', ') };
    }
  }
}

/** Throws `itemNotFound` for SMS where the centre does without (page rule `notification.isSmsHidden`, no provider). */
export function refuseHidden({ tenant }: Ctx, channel: BroadcastChannel, hasSms: boolean): void {
  const isHidden = tenant.pageRules.notification.isSmsHidden || !hasSms;
  if (channel === 'sms' && isHidden) throw new AppError('itemNotFound');
}

export interface Sent {
  readonly messageId: number;
  readonly recipients: number;
  readonly parts: number;
  readonly priceCents: number;
}

export interface SendingPorts {
  /** Counts so many SMS of the centre's day. Throws `tooManyAttempts`. */
  countSms(ctx: Ctx, load: Transaction['load'], count: number): Promise<void>;
}

/**
 * Writes a message down with a copy for each person; a job sends them. Throws `messageOutdated` when it would reach
 * others or cost another sum than was shown, `nobodyToTell`, `dataValidationFailed` with the field, `proofNeeded` for one to
 * many, `tooManyAttempts` where the centre has sent as many SMS within a day as it may.
 */
export function sendMessage(
  ctx: Ctx,
  { countSms }: SendingPorts,
  draft: Draft,
  expected: { readonly recipients: number; readonly parts: number },
): Promise<Sent> {
  const { channel, isOffer, subject, text, audience } = draft;
  if (text === '' || text.length > longestText[channel]) {
    throw new AppError('dataValidationFailed', { field: 'text' });
  }
  if (channel === 'mail' && subject === '') {
    throw new AppError('dataValidationFailed', { field: 'subject' });
  }
  return ctx.write(async ({ load, save }) => {
    const { plan, audienceName, partCents } = await planMessage(ctx, load, draft);
    const { recipients, parts, priceCents, unreachable } = plan;
    if (recipients.length === 0) throw new AppError('nobodyToTell');
    if (recipients.length !== expected.recipients || parts !== expected.parts) {
      throw new AppError('messageOutdated');
    }
    if (audience.kind === 'filter' || recipients.length > unaskedRecipients) requireProof(ctx);
    if (channel === 'sms') await countSms(ctx, load, recipients.length * parts);
    const [[next]] = await load(data.nextMessageId());
    const id = next?.id ?? 0;
    const isSms = channel === 'sms';
    const message: data.NewMessage = {
      id,
      accountId: member(ctx).accountId,
      channel,
      isOffer,
      subject: isSms ? '' : subject,
      text,
      audience,
      audienceName,
      parts,
      partCents: isSms ? partCents : 0,
      unreachable: unreachable.length,
      recipients,
    };
    return save(
      { messageId: id, recipients: recipients.length, parts, priceCents },
      data.insertMessage(message, ctx.now),
      [messageEvent(id)],
      [
        {
          noun: 'messages',
          id,
          after: { channel, isOffer, audience: audienceName, recipients: recipients.length, parts, text },
        },
      ],
    );
  });
}

/** Raised in the transaction that writes a message down: its copies go out. */
export function messageEvent(messageId: number): MessageEvent {
  return { topic: 'message', dedupeKey: String(messageId), messageId };
}

/** How long a sending may take before it counts as cut off. */
const sendingMinutes = 2;
/** Copies one run of the job sends; the rest goes in the next, so that others have their turn. */
const runSize = 50;

/** What the job that sends copies works with. */
export interface BroadcastPorts extends Omit<NoticePorts, 'countSms'> {
  readonly tokens: Tokens;
}

/**
 * Sends the copies of a message that are due. Each is taken before it is sent and settled after; cut off between the two,
 * a mail is repeated under its own name and an SMS is not (decision 0013). What the quiet hours hold back goes later.
 */
export async function sendCopies(ports: BroadcastPorts, tenant: Tenant, messageId: number): Promise<void> {
  const now = ports.clock.now();
  const [[words], cutOff] = await ports.db.read(
    tenant.id,
    data.findWords(messageId),
    data.listInHand(messageId),
  );
  if (!words) return;
  if (cutOff.some(({ changedAt }) => compareInstants(addMinutes(changedAt, sendingMinutes), now) > 0)) {
    throw new Error('a sending of the same message is under way');
  }
  if (cutOff.length > 0)
    await settle(ports, tenant, cutOff.map(idOf), words.channel === 'sms' ? 'unknown' : 'planned');
  const startsUntil = toldUntil(words.channel, now, tenant.timeZone);
  // Those that were put off come last: whose server takes nothing keeps nobody else waiting.
  const [planned] = await ports.db.read(tenant.id, data.listDue(messageId, startsUntil, runSize + 1));
  const again = words.channel === 'sms' ? [] : cutOff;
  const due = [...again, ...planned.filter(({ id }) => !again.some((copy) => copy.id === id))];
  const [soonest] = startsUntil
    ? (await ports.db.read(tenant.id, data.findSoonest(messageId, startsUntil)))[0]
    : [];
  const retry = await sendInTurn(ports, tenant, words, due.slice(0, runSize));
  const next = [
    ...(due.length > runSize ? [now] : []),
    ...(retry ? [addMinutes(now, putOffMinutes)] : []),
    ...(soonest ? [broadcastDue(words.channel, soonest, now, tenant.timeZone)] : []),
  ].toSorted(compareInstants)[0];
  if (next === undefined) return;
  const wait = Math.max(0, minutesBetween(now, next)) * 60_000;
  await ports.system.write(tenant.id, (transaction) =>
    transaction.save(data.queueRest(tenant.id, messageId, wait)),
  );
}

/** Where so many after each other are put off, it is no longer theirs but the carrier's doing. */
const mostInARow = 3;
/** What a recipient's own server puts off is tried again then. */
const putOffMinutes = 10;

/** Sends copies one after the other; answers whether one was put off. Throws what put it off where none was sent. */
async function sendInTurn(
  ports: BroadcastPorts,
  tenant: Tenant,
  words: data.WordsRow,
  copies: readonly data.OpenCopy[],
): Promise<boolean> {
  let sent = 0;
  let inARow = 0;
  let first: Error | undefined;
  for (const copy of await stillWanted(ports, tenant, words, copies)) {
    const retry = await sendCopy(ports, tenant, words, copy);
    if (retry) {
      first ??= retry;
      inARow += 1;
      if (inARow === mostInARow) break;
    } else {
      sent += 1;
      inARow = 0;
    }
  }
  if (first && sent === 0) throw first;
  return first !== undefined;
}

/** Of an offer, those who have not withdrawn their consent since it was written; to the others nothing goes out. */
async function stillWanted(
  ports: BroadcastPorts,
  tenant: Tenant,
  { channel, isOffer }: data.WordsRow,
  copies: readonly data.OpenCopy[],
): Promise<readonly data.OpenCopy[]> {
  if (!isOffer || copies.length === 0) return copies;
  const read: Ctx['read'] = (...queries) => ports.db.read(tenant.id, ...queries);
  const agreed = await agreedOf(read, channel, copies);
  const dropped = copies.filter(({ clientId }) => !agreed.has(clientId)).map(idOf);
  if (dropped.length > 0) {
    const untrue = data.dropPlanned(dropped, ports.clock.now());
    await ports.db.write(tenant.id, (transaction) => transaction.save(untrue));
  }
  return copies.filter(({ clientId }) => agreed.has(clientId));
}

const idOf = ({ id }: { readonly id: number }) => id;
/** An SMS of yesterday is none: operators give up after this long. */
const validMinutes = 12 * 60;

async function sendCopy(
  ports: BroadcastPorts,
  tenant: Tenant,
  words: data.WordsRow,
  copy: data.OpenCopy,
): Promise<Error | undefined> {
  const now = ports.clock.now();
  const [[taken]] = await ports.db.write(tenant.id, (transaction) =>
    transaction.save(data.claim([copy.id], now)),
  );
  if (!taken) return undefined;
  const untilStart = copy.startsAt === null ? validMinutes : Math.floor(minutesBetween(now, copy.startsAt));
  const t = textsFor(isLanguage(taken.language) ? taken.language : tenant.defaultLanguage);
  // Refusing is as easy as agreeing was.
  const url = `${ports.originOf(tenant)}/profile/privacy`;
  const outcome = await ports.sender.sendText(
    tenant,
    {
      channel: words.channel,
      name: `message.${copy.id}`,
      firstName: taken.firstName,
      email: taken.email,
      phone: toSmsNumber(taken.phone, tenant.country),
      device: undefined,
      validMinutes: Math.min(validMinutes, Math.max(1, untilStart)),
      reportTo: `${ports.originOf(tenant)}/api/v0.1/public/message/report/${reportToken(ports.tokens, tenant.id, copy.id)}`,
    },
    words.isOffer && words.channel === 'mail'
      ? { ...words, text: `${words.text}\n\n${t('mail.whyOffer', { url })}` }
      : words,
    t,
  );
  await settle(ports, tenant, [copy.id], outcome.state);
  return outcome.retry;
}

async function settle(
  ports: BroadcastPorts,
  tenant: Tenant,
  ids: readonly number[],
  state: 'planned' | 'sent' | 'refused' | 'unknown',
): Promise<void> {
  const settled = data.settle(ids, state, ports.clock.now());
  await ports.db.write(tenant.id, (transaction) => transaction.save(settled));
}

/** Opens the report of one copy: nobody but the provider is ever told. */
export function reportToken(tokens: Tokens, tenantId: number, deliveryId: number): string {
  return `${deliveryId}.${tokens.addressMac(reportText(tenantId, deliveryId))}`;
}

const reportText = (tenantId: number, deliveryId: number) => `message report ${tenantId} ${deliveryId}`;

/** Takes what the provider says of a copy; told twice, it is the same. Throws `codeNotFound` for another's token. */
export async function takeReport(ctx: Ctx, tokens: Tokens, token: string, status: string): Promise<void> {
  const [, number = '0', mac = ''] = /^(\d{1,9})\.(.*)$/.exec(token) ?? [];
  const id = Number(number);
  const known = tokens.addressMacs(reportText(ctx.tenant.id, id));
  if (!known.some((expected) => isSame(expected, mac))) throw new AppError('codeNotFound');
  const state = stateOfReport(status);
  if (state === undefined) return;
  await ctx.write(({ save }) => save(undefined, [data.report(id, state, ctx.now)]));
}
