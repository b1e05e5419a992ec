import { saveChoice } from '#server/consents/data.ts';
import { writeInvitation } from '#server/feeds/calendar-files.ts';
import { type EntryRow, listEntriesOf } from '#server/feeds/data.ts';
import type { Clock } from '#server/kernel/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { member } from '#server/kernel/ctx.ts';
import type { Db, Query } from '#server/kernel/db.ts';
import { type NoticeEvent, outboxQueries } from '#server/kernel/events.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { addMinutes, compareInstants, minutesBetween } from '#shared/kernel/dates.ts';
import type { Invitation } from '#shared/kernel/invitations.ts';
import { isLanguage, type Language } from '#shared/kernel/language.ts';
import {
  channelsOf,
  dueAt,
  groupKey,
  isAsBefore,
  isOwnDoing,
  isStillTrue,
  isSwitchedOff,
  type NoticeChoices,
  outsideQuiet,
  readChoices,
  registrationOf,
  saysOfBefore,
  urgentAt,
  validMinutes,
} from '#shared/messages/notices/domain.ts';
import { contactOf, writeSmsUsedUpMail } from '../mails.ts';
import { saveMorning } from '../mornings/data.ts';
import * as devices from '../push/data.ts';
import type { Sender } from '../sending/commands.ts';
import { toSmsNumber } from '../sms/phones.ts';
import * as data from './data.ts';
import type { NoticeSubject } from './texts.ts';

/** What the jobs of notices work with. */
export interface NoticePorts {
  /** As the app: sees one centre at a time. */
  readonly db: Db;
  /** As the system: may call the queue. */
  readonly system: Db;
  readonly clock: Clock;
  readonly sender: Sender;
  originOf(tenant: Tenant): string;
  /** The client's registrations to these trainings, ended ones too, latest first. */
  registrationsOf(clientId: number, trainingIds: readonly number[]): Query<data.ToldRegistration>;
  /** Counts an SMS of a day; `usedUp` is told once, of the first that may not go out. */
  countSms(
    tenant: Tenant,
    kind: 'smsPerson' | 'smsNumber' | 'smsCentre',
    subject: string,
  ): Promise<'allowed' | 'usedUp' | 'over'>;
}

/** Keeps what a member wants to hear, and how. */
export async function changeChoices(
  ctx: Ctx,
  wanted: {
    readonly choices: NoticeChoices;
    readonly reminders?: readonly number[] | undefined;
    readonly isMorningWanted?: boolean | undefined;
  },
): Promise<void> {
  const { choices, reminders, isMorningWanted } = wanted;
  const { clientId, accountId } = member(ctx);
  const { language, now } = ctx;
  const isGiven = Object.values(choices).some(({ sms }) => sms);
  await ctx.write((transaction) =>
    transaction.save(undefined, [
      data.saveChoices(clientId, choices, reminders),
      ...(isMorningWanted === undefined ? [] : [saveMorning(accountId, isMorningWanted)]),
      saveChoice({ clientId, purpose: 'smsNotices', isGiven, source: 'profile', language, now }),
    ]),
  );
}

/**
 * Turns what happened into deliveries by the channels the client has chosen, each with a job of its own. Done once for
 * a key, whoever asks again; a client of another centre, or one who is gone, has none. Of a registration that has become
 * another client's, as two were merged, that one is told.
 */
export async function planNotice(ports: NoticePorts, tenant: Tenant, event: NoticeEvent): Promise<void> {
  const now = ports.clock.now();
  const { clientId, trainingId, registrationId } = event;
  const [[client], accounts, [chosen], subscriptions, [training], registrations, texted, [owner]] =
    await ports.db.read(
      tenant.id,
      data.findClient(clientId),
      data.findAccountOfClient(clientId),
      data.findChoices(clientId),
      devices.listSubscriptions(clientId),
      data.listTrainings([trainingId]),
      ports.registrationsOf(clientId, [trainingId]),
      data.listTexted(clientId, trainingId),
      // Last: what was looked at before of somebody who goes in that moment is looked at again.
      data.findOwner(registrationId ?? null),
    );
  if (owner && owner.id !== clientId) return planNotice(ports, tenant, { ...event, clientId: owner.id });
  if (!client || !training) return;
  const registration = registrationOf(event, registrations);
  if (!isStillTrue(factsOf(event, training, registration), now)) return;
  const channels = channelsOf(event.kind, readChoices(chosen?.choices), {
    hasAccount: accounts.length > 0,
    hasMobile: toSmsNumber(client.phone, tenant.country) !== undefined,
    isSmsHidden: tenant.pageRules.notification.isSmsHidden || !ports.sender.hasSms,
    wasTexted: texted.some(({ kind, dedupeKey }) => kind === event.kind && dedupeKey !== event.dedupeKey),
  });
  const deliveries = channels.flatMap((channel): data.NewDelivery[] => {
    const due = dueAt(
      { ...event, startsAt: urgentAt(event, training.startsAt) },
      channel,
      now,
      tenant.timeZone,
    );
    const rest = { event, channel, groupKey: groupKey(event), wait: minutesBetween(now, due) * 60_000 };
    if (channel !== 'push') return [{ ...rest, subscriptionId: null }];
    return subscriptions.map(({ id }) => ({ ...rest, subscriptionId: id }));
  });
  if (deliveries.length === 0) return;
  await ports.system.write(tenant.id, (transaction) =>
    transaction.save(data.planDeliveries(tenant.id, deliveries, now)),
  );
}

/** How long a sending may take before it counts as cut off. */
const sendingMinutes = 2;

/**
 * Sends what a group still has to say. Words and truth are of this moment; what became untrue is dropped. Taken before
 * it is sent and settled after: cut off between the two, a mail or push is repeated under its own name, which receivers
 * know it by, and an SMS is not.
 */
export async function sendGroup(
  ports: NoticePorts,
  tenant: Tenant,
  group: data.DeliveryGroup,
): Promise<void> {
  const now = ports.clock.now();
  const [rows] = await ports.db.read(tenant.id, data.listOpenDeliveries(group));
  const cutOff = rows.filter(({ state }) => state === 'sending');
  if (cutOff.some(({ changedAt }) => compareInstants(addMinutes(changedAt, sendingMinutes), now) > 0)) {
    throw new Error('a sending of the same group is under way');
  }
  if (group.channel === 'sms' && cutOff.length > 0) await settle(ports, tenant, cutOff, 'unknown');
  // What was cut off goes out as it was, apart from what came meanwhile.
  const batches = [group.channel === 'sms' ? [] : cutOff, rows.filter(({ state }) => state === 'planned')];
  for (const batch of batches) if (batch.length > 0) await sendBatch(ports, tenant, group, batch);
}

async function sendBatch(
  ports: NoticePorts,
  tenant: Tenant,
  group: data.DeliveryGroup,
  batch: readonly data.DeliveryRow[],
): Promise<void> {
  const now = ports.clock.now();
  const { matters, untrue, unwanted, recipient, account } = await load(ports, tenant, group, batch, now);
  if (!recipient) throw new Error('whose these were has become one with another');
  if (untrue.length > 0) await settle(ports, tenant, untrue, 'untrue');
  // Whoever has mails instead by now hears of it there.
  if (unwanted.length > 0) await mailRows(ports, tenant, unwanted, 'untrue');
  const [first] = matters;
  if (!first) return;
  const soonest = matters
    .map(({ event, startsAt }) => urgentAt(event, startsAt))
    .reduce((a, b) => (compareInstants(a, b) <= 0 ? a : b));
  const due = outsideQuiet(group.channel, now, soonest, tenant.timeZone);
  if (compareInstants(due, now) > 0) {
    const wait = minutesBetween(now, due) * 60_000;
    await ports.system.write(tenant.id, (transaction) =>
      transaction.save(data.postponeGroup(tenant.id, group, wait)),
    );
    return;
  }
  const rows = batch.filter((row) => ![...untrue, ...unwanted].includes(row));
  const phone = toSmsNumber(recipient.phone, tenant.country);
  if (group.channel === 'sms' && phone !== undefined && !(await mayText(ports, tenant, rows, phone))) {
    await mailRows(ports, tenant, rows, 'refused');
    return;
  }
  const [taken] = await ports.db.write(tenant.id, (transaction) =>
    transaction.save(data.claimDeliveries(rows, now)),
  );
  if (taken.length !== rows.length) throw new Error('a sending of the same group is under way');
  const language = isLanguage(account?.language) ? account.language : tenant.defaultLanguage;
  const [devicesOfClient] =
    group.subscriptionId === null
      ? [[]]
      : await ports.db.read(tenant.id, devices.findSubscription(group.subscriptionId, recipient.id));
  const to = { address: account?.email ?? recipient.email, isGuest: account === undefined };
  const outcome = await ports.sender.send(
    tenant,
    {
      channel: group.channel,
      // The name receivers know a repeat by: the same for the same deliveries, another for more of them.
      name: ['notice', rows[0]?.id, ...(rows.length > 1 ? [rows.at(-1)?.id] : [])].join('.'),
      firstName: recipient.firstName,
      email: to.address,
      phone,
      device: devicesOfClient[0],
      validMinutes: validMinutes(matters, now),
      ...(group.channel === 'mail' && { invitations: invitationsOf(ports, tenant, matters, to, language) }),
    },
    matters,
    { t: textsFor(language), now, timeZone: tenant.timeZone },
  );
  await settle(ports, tenant, rows, outcome.state);
  if (outcome.isDeviceGone && group.subscriptionId !== null) {
    const gone = devices.removeSubscription(group.subscriptionId);
    await ports.db.write(tenant.id, (transaction) => transaction.save(gone));
  }
  if (outcome.retry) throw outcome.retry;
}

/**
 * Whether an SMS of these may go out: so many a day to a person and to a number, and of what members bring about by themselves so
 * many of a centre, which is told when they are used up. One that is tried again was counted the first time.
 */
async function mayText(
  ports: NoticePorts,
  tenant: Tenant,
  rows: readonly data.DeliveryRow[],
  phone: string,
): Promise<boolean> {
  const fresh = rows.filter(({ createdAt, changedAt }) => compareInstants(createdAt, changedAt) === 0);
  const [first] = fresh;
  if (!first) return true;
  if ((await ports.countSms(tenant, 'smsPerson', `${first.clientId}`)) !== 'allowed') return false;
  if ((await ports.countSms(tenant, 'smsNumber', phone)) !== 'allowed') return false;
  const isTheirDoing = fresh.every(({ event }) => isOwnDoing((event as unknown as NoticeEvent).kind));
  if (!isTheirDoing) return true;
  const counted = await ports.countSms(tenant, 'smsCentre', 'all');
  if (counted === 'usedUp') {
    const mail = writeSmsUsedUpMail(tenant, ports.clock.now());
    await ports.db.write(tenant.id, (transaction) => transaction.save(...outboxQueries([mail])));
  }
  return counted === 'allowed';
}

/** Has the same told by mail, unless it is already. */
async function mailRows(
  ports: NoticePorts,
  tenant: Tenant,
  rows: readonly data.DeliveryRow[],
  state: data.SettledState,
): Promise<void> {
  const deliveries = rows.map(({ event: stored, clientId }): data.NewDelivery => {
    const event = { ...(stored as unknown as NoticeEvent), clientId };
    return { event, channel: 'mail', groupKey: groupKey(event), subscriptionId: null, wait: 0 };
  });
  await ports.system.write(tenant.id, (transaction) =>
    transaction.save(data.planDeliveries(tenant.id, deliveries, ports.clock.now())),
  );
  await settle(ports, tenant, rows, state);
}

/** A matter, and the entry of it in the reader's calendar. */
interface NotifiedSubject extends NoticeSubject {
  readonly entry: EntryRow | undefined;
}

async function load(
  ports: NoticePorts,
  tenant: Tenant,
  { channel }: data.DeliveryGroup,
  batch: readonly data.DeliveryRow[],
  now: string,
) {
  const events = batch.map((row) => ({ row, event: row.event as unknown as NoticeEvent }));
  const clientId = batch[0]?.clientId ?? 0;
  const trainingIds = [...new Set(events.map(({ event }) => event.trainingId))];
  const roomIds = events.flatMap(({ event }) => event.previousRoomId ?? []);
  const trainerIds = events.flatMap(({ event }) => event.previousTrainerId ?? []);
  const [accounts, chosen, trainings, registrations, names, entries, [recipient]] = await ports.db.read(
    tenant.id,
    data.findAccountOfClient(clientId),
    data.findChoices(clientId),
    data.listTrainings(trainingIds),
    ports.registrationsOf(clientId, trainingIds),
    data.listNames(roomIds, trainerIds),
    listEntriesOf(clientId, trainingIds),
    data.findClient(clientId),
  );
  const nameOf = (kind: 'room' | 'trainer', id: number | undefined) =>
    names.find((one) => one.kind === kind && one.id === id)?.name;
  const choices = readChoices(chosen[0]?.choices);
  const untrue: data.DeliveryRow[] = [];
  const unwanted: data.DeliveryRow[] = [];
  // Several changes of one training are told once, as it is now.
  const subjects = new Map<string, NotifiedSubject>();
  const unchanged = new Set<string>();
  const givenAgain = new Set<string>();
  for (const { row, event } of events) {
    const training = trainings.find(({ id }) => id === event.trainingId);
    const registration = registrationOf(event, registrations);
    if (!training || !registration || !isStillTrue(factsOf(event, training, registration), now)) {
      untrue.push(row);
      continue;
    }
    if (isSwitchedOff(event.kind, channel, choices)) {
      (choices[event.kind].mail ? unwanted : untrue).push(row);
      continue;
    }
    const key = `${event.kind}:${training.id}`;
    const earlier = subjects.get(key)?.event;
    const previous = {
      previousStartsAt: earlier?.previousStartsAt ?? event.previousStartsAt,
      previousRoomId: earlier?.previousRoomId ?? event.previousRoomId,
      previousTrainerId: earlier?.previousTrainerId ?? event.previousTrainerId,
    };
    const isOther = {
      room: previous.previousRoomId !== training.roomId,
      trainer: previous.previousTrainerId !== training.trainerId,
    };
    // One of a version before says so by saying nothing of before.
    if (event.isGivenAgain || !saysOfBefore(event)) givenAgain.add(key);
    if (isAsBefore(event.kind, previous, training) && !givenAgain.has(key)) unchanged.add(key);
    else unchanged.delete(key);
    subjects.set(key, {
      event: { ...event, ...previous },
      entry: entries.find((one) => one.registrationId === registration.id),
      address: [training.clubAddress, training.clubCity].filter(Boolean).join(', '),
      previousRoom: isOther.room ? nameOf('room', previous.previousRoomId) : undefined,
      previousTrainer: isOther.trainer ? nameOf('trainer', previous.previousTrainerId) : undefined,
      name: [training.namePrefix, training.name].filter(Boolean).join(' '),
      startsAt: training.startsAt,
      endsAt: training.endsAt,
      roomName: training.roomName,
      clubName: training.clubName,
      trainerName:
        training.trainerFirstName === null
          ? undefined
          : `${training.trainerFirstName} ${training.trainerLastName ?? ''}`.trim(),
      freeUntil: registration.freeUntil,
      clash: event.kind === 'trainingChanged' && accounts.length > 0 ? registration.clash : null,
      link: `${ports.originOf(tenant)}${accounts.length > 0 ? '' : '/public'}/training?id=${training.id}`,
    });
  }
  // Changed and changed back before anybody heard of it.
  for (const key of unchanged) {
    subjects.delete(key);
    untrue.push(
      ...events.flatMap(({ row, event }) => (`${event.kind}:${event.trainingId}` === key ? [row] : [])),
    );
  }
  // By when they take place: several hands plan them, in no order.
  const inOrder = [...subjects.values()].toSorted((one, other) =>
    compareInstants(one.startsAt, other.startsAt),
  );
  return { matters: inOrder, untrue, unwanted, recipient, account: accounts[0] };
}

async function settle(
  ports: NoticePorts,
  tenant: Tenant,
  rows: readonly data.DeliveryRow[],
  state: data.SettledState,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const settled = data.settleDeliveries(ids, state, ports.clock.now());
  await ports.db.write(tenant.id, (transaction) => transaction.save(settled));
}

function factsOf(
  event: NoticeEvent,
  training: data.TrainingRow,
  registration: data.ToldRegistration | undefined,
) {
  return {
    kind: event.kind,
    startsAt: training.startsAt,
    endsAt: training.endsAt,
    isTrainingCancelled: training.isCancelled,
    state: registration?.state,
    isEnded: registration?.endedAt !== null,
    holdUntil: event.holdUntil,
  };
}

/** What a calendar is to know: of a place that is the reader's, and of one that is not any more. */
const inCalendars: readonly NoticeEvent['kind'][] = ['reminder', 'promoted', 'trainingChanged', 'cancelled'];

function invitationsOf(
  { originOf }: NoticePorts,
  tenant: Tenant,
  subjects: readonly NotifiedSubject[],
  { address, isGuest }: { readonly address: string; readonly isGuest: boolean },
  language: Language,
): Invitation[] {
  const { name: tenantName, host, timeZone } = tenant;
  const reader = { tenantName, host, timeZone, origin: originOf(tenant), language, isGuest };
  const between = { organizer: contactOf(tenant), attendee: address };
  return subjects.flatMap(({ event, entry }) =>
    entry && entry.state !== 'waiting' && inCalendars.includes(event.kind)
      ? [writeInvitation(reader, entry, between)]
      : [],
  );
}
