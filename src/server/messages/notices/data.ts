import { sql } from 'kysely';
import { isOpenLogin } from '#server/clients/data.ts';
import { type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { NoticeEvent } from '#server/kernel/events.ts';
import { centreFlag } from '#server/kernel/queue/hands.ts';
import type { NoticeChannel, NoticeChoices } from '#shared/messages/notices/domain.ts';
import type { ClashingBooking } from '#shared/registrations/choosing/contract.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

export function findClient(clientId: number) {
  return sqlBuilder
    .selectFrom('clients')
    .select(['id', 'first_name as firstName', 'email', 'phone'])
    .where('tenant_id', '=', tenant)
    .where('id', '=', clientId);
}

/** Whose registration it is by now. */
export function findOwner(registrationId: number | null) {
  return sqlBuilder
    .selectFrom('registrations')
    .select('client_id as id')
    .where('tenant_id', '=', tenant)
    .where('id', '=', registrationId);
}

/** The login that stands for the client, where there is one that is open. */
export function findAccountOfClient(clientId: number) {
  return sqlBuilder
    .selectFrom('accounts as a')
    .select(['a.email', 'a.language'])
    .where('a.tenant_id', '=', tenant)
    .where('a.client_id', '=', clientId)
    .where(sql.raw<boolean>(isOpenLogin));
}

export function findChoices(clientId: number) {
  return sqlBuilder
    .selectFrom('notice_choices')
    .select(['choices', 'reminders'])
    .where('tenant_id', '=', tenant)
    .where('client_id', '=', clientId);
}

export function saveChoices(clientId: number, choices: NoticeChoices, reminders?: readonly number[]) {
  const stored = { choices: JSON.stringify(choices), ...(reminders && { reminders: [...reminders] }) };
  return sqlBuilder
    .insertInto('notice_choices')
    .values({ client_id: clientId, ...stored })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'client_id']).doUpdateSet(stored));
}

/** The trainings notices are about, as they stand now. */
export function listTrainings(ids: readonly number[]) {
  return sqlBuilder
    .selectFrom('trainings as t')
    .innerJoin('clubs as c', (join) =>
      join.onRef('c.tenant_id', '=', 't.tenant_id').onRef('c.id', '=', 't.club_id'),
    )
    .innerJoin('rooms as r', (join) =>
      join.onRef('r.tenant_id', '=', 't.tenant_id').onRef('r.id', '=', 't.room_id'),
    )
    .leftJoin('trainers as p', (join) =>
      join.onRef('p.tenant_id', '=', 't.tenant_id').onRef('p.id', '=', 't.trainer_id'),
    )
    .select([
      't.id',
      't.name',
      't.name_prefix as namePrefix',
      't.starts_at as startsAt',
      't.ends_at as endsAt',
      't.is_cancelled as isCancelled',
      'c.name as clubName',
      'c.address as clubAddress',
      'c.city as clubCity',
      'r.name as roomName',
      't.trainer_id as trainerId',
      't.room_id as roomId',
      'p.first_name as trainerFirstName',
      'p.last_name as trainerLastName',
    ])
    .where('t.tenant_id', '=', tenant)
    .where('t.id', 'in', ids.length > 0 ? ids : [0]);
}

export type TrainingRow = Awaited<ReturnType<ReturnType<typeof listTrainings>['execute']>>[number];

/** What rooms and trainers of before are called. */
export function listNames(roomIds: readonly number[], trainerIds: readonly number[]) {
  return {
    text: `select 'room' as kind, id, name from rooms where tenant_id = app_tenant() and id = any($1::integer[])
      union all select 'trainer', id, trim(first_name || ' ' || last_name) from trainers
        where tenant_id = app_tenant() and id = any($2::integer[])`,
    values: [roomIds, trainerIds],
  } as Query<{ kind: 'room' | 'trainer'; id: number; name: string }>;
}

/** What a notice needs to know of a registration. */
export interface ToldRegistration {
  readonly id: number;
  readonly trainingId: number;
  readonly state: string;
  readonly freeUntil: string;
  readonly endedAt: string | null;
  readonly clash: ClashingBooking | null;
}

/** One group of deliveries by one channel, to one device where it is push: what a job of sending is about. */
export interface DeliveryGroup {
  readonly groupKey: string;
  readonly channel: NoticeChannel;
  readonly subscriptionId: number | null;
}

export interface NewDelivery extends DeliveryGroup {
  readonly event: NoticeEvent;
  /** Milliseconds from now. */
  readonly wait: number;
}

/**
 * Writes the deliveries that are not there yet and a job for each group of them, in one statement: whoever is cut off
 * leaves both or neither. A group whose job waits already keeps its time. Only the system role may call the queue.
 */
export function planDeliveries(tenantId: number, deliveries: readonly NewDelivery[], now: string): Query {
  return {
    text: `with wanted as (
        select * from jsonb_to_recordset($2::jsonb) as w
          (event jsonb, channel text, "subscriptionId" integer, "groupKey" text, wait double precision)
      ), made as (
        insert into notice_deliveries
          (tenant_id, dedupe_key, channel, subscription_id, group_key, client_id, event, created_at, changed_at)
        select $1, event->>'dedupeKey', channel, "subscriptionId", "groupKey", (event->>'clientId')::integer, event,
          $3::timestamptz, $3::timestamptz
        from wanted
        on conflict do nothing
        returning channel, subscription_id
      )
      select ${addJob('wanted.channel', 'wanted."subscriptionId"', 'wanted."groupKey"', 'wanted.wait')}
      from made join wanted on wanted.channel = made.channel
        and wanted."subscriptionId" is not distinct from made.subscription_id`,
    values: [tenantId, JSON.stringify(deliveries), now],
  };
}

/** Puts the group's job off; what is in hand of it stays planned. */
export function postponeGroup(tenantId: number, group: DeliveryGroup, wait: number): Query {
  const { channel, subscriptionId, groupKey } = group;
  return {
    text: `select ${addJob('$2::text', '$3::integer', '$4::text', '$5::double precision')} from (select $1::integer) as t`,
    values: [tenantId, channel, subscriptionId, groupKey, wait],
  };
}

/** `$1` is the tenant. The queue's own clock starts the wait, so that a clock set by hand does not run ahead of it. */
function addJob(channel: string, subscriptionId: string, group: string, wait: string): string {
  return `(graphile_worker.add_job(
    case ${channel} when 'sms' then 'noticeSms' when 'push' then 'noticePush' else 'noticeSend' end,
    json_build_object('tenantId', $1::integer, 'channel', ${channel}, 'subscriptionId', ${subscriptionId},
      'groupKey', ${group}),
    run_at := now() + ${wait} * interval '1 millisecond',
    job_key := concat_ws(':', 'noticeSend', $1::integer::text, ${channel}, ${subscriptionId}::text, ${group}),
    job_key_mode := 'preserve_run_at', max_attempts := 12, flags := array['${centreFlag}' || $1::integer])).id`;
}

/** What is not sent yet of a group, oldest first. */
export function listOpenDeliveries({ groupKey, channel, subscriptionId }: DeliveryGroup) {
  return sqlBuilder
    .selectFrom('notice_deliveries')
    .select([
      'id',
      'state',
      'client_id as clientId',
      'event',
      'created_at as createdAt',
      'changed_at as changedAt',
    ])
    .where('tenant_id', '=', tenant)
    .where('group_key', '=', groupKey)
    .where('channel', '=', channel)
    .where('subscription_id', 'is not distinct from', subscriptionId)
    .where((expression) =>
      expression.or([
        expression('state', '=', sql.lit('planned')),
        expression('state', '=', sql.lit('sending')),
      ]),
    )
    .orderBy('id');
}

export type DeliveryRow = Awaited<ReturnType<ReturnType<typeof listOpenDeliveries>['execute']>>[number];

/** Takes deliveries for sending; those that somebody else took meanwhile are not returned. */
export function claimDeliveries(
  rows: readonly Pick<DeliveryRow, 'id' | 'state' | 'changedAt'>[],
  now: string,
): Query<{ id: number }> {
  return {
    text: `update notice_deliveries as d set state = 'sending', changed_at = $2::timestamptz
      from jsonb_to_recordset($1::jsonb) as r (id integer, state text, "changedAt" timestamptz)
      where d.tenant_id = app_tenant() and d.id = r.id and d.state = r.state and d.changed_at = r."changedAt"
      returning d.id`,
    values: [JSON.stringify(rows.map(({ id, state, changedAt }) => ({ id, state, changedAt }))), now],
  };
}

/** What a client was told of a training by SMS, or is about to be. */
export function listTexted(clientId: number, trainingId: number) {
  return sqlBuilder
    .selectFrom('notice_deliveries')
    .select([sql<string>`event->>'kind'`.as('kind'), 'dedupe_key as dedupeKey'])
    .where('tenant_id', '=', tenant)
    .where('client_id', '=', clientId)
    .where('channel', '=', 'sms')
    .where(sql`event->>'trainingId'`, '=', String(trainingId))
    .where('state', 'in', ['planned', 'sending', 'sent', 'unknown']);
}

export type SettledState = 'planned' | 'sent' | 'untrue' | 'refused' | 'unknown';

export function settleDeliveries(ids: readonly number[], state: SettledState, now: string) {
  return sqlBuilder
    .updateTable('notice_deliveries')
    .set({ state, changed_at: now })
    .where('tenant_id', '=', tenant)
    .where('id', 'in', ids.length > 0 ? ids : [0]);
}
