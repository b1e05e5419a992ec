import { isOpenLogin } from '#server/clients/data.ts';
import type { Query } from '#server/kernel/db.ts';
import { memberUntil } from '#server/training-groups/data.ts';
import type { BroadcastChannel, DeliveryState, Registered } from '#shared/messages/broadcasts/domain.ts';
import type { ConsentPurpose } from '#shared/privacy/domain.ts';

/** Somebody a message may go to, with how they are reached. */
export interface PersonRow {
  readonly clientId: number;
  readonly name: string;
  /** Of the login where there is one that is open. */
  readonly email: string;
  readonly phone: string;
  readonly startsAt: string | null;
}

const person = `c.id as "clientId", c.first_name || ' ' || c.last_name as name, c.phone,
  case when a.email is null then c.email else a.email end as email`;
const login = `left join accounts a on a.tenant_id = c.tenant_id and a.client_id = c.id and ${isOpenLogin}`;

function statesOf(whom: Registered): string {
  if (whom === 'booked') return `('booked')`;
  return whom === 'waiting' ? `('waiting', 'offered')` : `('booked', 'offered', 'waiting')`;
}

/** The registered of a training; `startsAt` while it is ahead. */
export function listOfTraining(trainingId: number, whom: Registered, now: string): Query<PersonRow> {
  return {
    text: `select ${person}, case when r.starts_at > $2 then r.starts_at end as "startsAt"
      from registrations r
        join clients c on c.tenant_id = r.tenant_id and c.id = r.client_id
        ${login}
      where r.tenant_id = app_tenant() and r.training_id = $1 and r.state in ${statesOf(whom)}
      order by c.id`,
    values: [trainingId, now],
  };
}

/** Members of a training group whose contract, where they have one, is not over. */
export function listOfGroup(groupId: number, today: string): Query<PersonRow> {
  return {
    text: `select ${person}, null::timestamptz as "startsAt"
      from training_group_members m
        join clients c on c.tenant_id = m.tenant_id and c.id = m.client_id
        left join contracts k on k.tenant_id = m.tenant_id and k.id = m.contract_id
        ${login}
      where m.tenant_id = app_tenant() and m.group_id = $1 and ${memberUntil} >= $2::date
      order by c.id`,
    values: [groupId, today],
  };
}

export interface TrainingFilter {
  readonly from: string;
  readonly until: string;
  readonly clubId: number | null;
  readonly roomId: number | null;
  readonly trainerId: number | null;
  readonly styleId: number | null;
  readonly whom: Registered;
}

/** Everybody registered to a training of these dates that fits, each once with their soonest one ahead. */
export function listOfFilter(filter: TrainingFilter, now: string): Query<PersonRow> {
  const { from, until, clubId, roomId, trainerId, styleId, whom } = filter;
  return {
    text: `select ${person}, w.starts_at as "startsAt"
      from (select r.client_id, min(r.starts_at) filter (where r.starts_at > $7) as starts_at
          from trainings t
            join registrations r on r.tenant_id = t.tenant_id and r.training_id = t.id and r.state in ${statesOf(whom)}
          where t.tenant_id = app_tenant() and t.local_date between $1::date and $2::date and not t.is_cancelled
            and ($3::integer is null or t.club_id = $3) and ($4::integer is null or t.room_id = $4)
            and ($5::integer is null or t.trainer_id = $5) and ($6::integer is null or t.style_id = $6)
          group by r.client_id) w
        join clients c on c.tenant_id = app_tenant() and c.id = w.client_id
        ${login}
      order by c.id`,
    values: [from, until, clubId, roomId, trainerId, styleId, now],
  };
}

/** Who of them agreed to a purpose: the last line of their log gives it. Whoever asked to be forgotten wants no more of it. */
export function listAgreed(
  clientIds: readonly number[],
  purpose: ConsentPurpose,
): Query<{ clientId: number }> {
  return {
    text: `select client_id as "clientId" from (
        select distinct on (client_id) client_id, is_given from consents
        where tenant_id = app_tenant() and client_id = any($1::integer[]) and purpose = $2
        order by client_id, id desc) as latest
      where is_given and not exists (select from erasures e
        where e.tenant_id = app_tenant() and e.client_id = latest.client_id and e.undone_at is null)`,
    values: [clientIds, purpose],
  };
}

export function findTraining(
  trainingId: number,
): Query<{ name: string; namePrefix: string; startsAt: string }> {
  return {
    text: `select name, name_prefix as "namePrefix", starts_at as "startsAt" from trainings
      where tenant_id = app_tenant() and id = $1`,
    values: [trainingId],
  };
}

/** How the parts of a filter are called; a part that is none of the centre's is missing. */
export function findNames(
  { clubId, roomId, trainerId, styleId }: TrainingFilter,
  { language, defaultLanguage }: { readonly language: string; readonly defaultLanguage: string },
): Query<{ kind: 'club' | 'room' | 'trainer' | 'style'; name: string }> {
  return {
    text: `select 'club' as kind, name from clubs where tenant_id = app_tenant() and id = $1
      union all select 'room', name from rooms where tenant_id = app_tenant() and id = $2
      union all select 'trainer', first_name || ' ' || last_name from trainers where tenant_id = app_tenant() and id = $3
      union all select 'style', coalesce(names->>$5::text, names->>$6::text) from styles
        where tenant_id = app_tenant() and id = $4`,
    values: [clubId, roomId, trainerId, styleId, language, defaultLanguage],
  };
}

export function nextMessageId(): Query<{ id: number }> {
  return { text: `select nextval('messages_id_seq')::integer as id`, values: [] };
}

export interface NewMessage {
  readonly id: number;
  /** Null: the app itself. */
  readonly accountId: number | null;
  readonly channel: BroadcastChannel;
  readonly isOffer: boolean;
  readonly subject: string;
  readonly text: string;
  readonly audience: unknown;
  readonly audienceName: string;
  readonly parts: number;
  readonly partCents: number;
  readonly unreachable: number;
  readonly recipients: readonly { readonly clientId: number; readonly startsAt: string | null }[];
}

/** A message with a copy for each of its recipients. */
export function insertMessage(message: NewMessage, now: string): Query[] {
  const { id, accountId, channel, isOffer, subject, text, audience, audienceName, recipients } = message;
  return [
    {
      text: `insert into messages (id, account_id, channel, subject, text, audience, audience_name, parts, part_cents,
          recipients, unreachable, created_at, is_offer)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      values: [
        ...[id, accountId, channel, subject, text, JSON.stringify(audience), audienceName],
        ...[message.parts, message.partCents, recipients.length, message.unreachable, now, isOffer],
      ],
    },
    {
      text: `insert into message_deliveries (message_id, client_id, starts_at, changed_at)
        select $1, client_id, starts_at, $4 from unnest($2::integer[], $3::timestamptz[]) as p (client_id, starts_at)`,
      values: [
        id,
        recipients.map(({ clientId }) => clientId),
        recipients.map(({ startsAt }) => startsAt),
        now,
      ],
    },
  ];
}

export interface MessageRow {
  readonly id: number;
  readonly channel: BroadcastChannel;
  readonly isOffer: boolean;
  readonly subject: string;
  readonly text: string;
  readonly audienceName: string;
  readonly authorName: string;
  readonly createdAt: string;
  readonly recipients: number;
  readonly unreachable: number;
  readonly parts: number;
  readonly partCents: number;
  readonly counts: Partial<Record<DeliveryState, number>>;
}

const shown = `m.id, m.channel, m.is_offer as "isOffer", m.subject, m.text, m.audience_name as "audienceName",
  c.first_name || ' ' || c.last_name as "authorName", m.created_at as "createdAt", m.recipients, m.unreachable,
  m.parts, m.part_cents as "partCents",
  (select coalesce(jsonb_object_agg(s.state, s.count), '{}') from (select d.state, count(*)::integer as count
    from message_deliveries d where d.tenant_id = m.tenant_id and d.message_id = m.id group by d.state) s) as counts`;
const author = `join accounts a on a.tenant_id = m.tenant_id and a.id = m.account_id
  join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id`;

/** What staff sent, the latest first: what the app itself wrote has no author. */
export function listMessages(offset: number, limit: number): Query<MessageRow> {
  return {
    text: `select ${shown} from messages m ${author}
      where m.tenant_id = app_tenant() order by m.id desc offset $1 limit $2`,
    values: [offset, limit],
  };
}

export function countMessages(): Query<{ total: number }> {
  return {
    text: `select count(*)::integer as total from messages where tenant_id = app_tenant() and account_id is not null`,
    values: [],
  };
}

export function findMessage(id: number): Query<MessageRow> {
  return {
    text: `select ${shown} from messages m ${author} where m.tenant_id = app_tenant() and m.id = $1`,
    values: [id],
  };
}

/** A page of them: what went wrong first, then by name. */
export function listDeliveries(
  messageId: number,
  offset: number,
  limit: number,
): Query<{ clientId: number; name: string; state: DeliveryState; changedAt: string }> {
  return {
    text: `select d.client_id as "clientId", c.first_name || ' ' || c.last_name as name, d.state,
        d.changed_at as "changedAt"
      from message_deliveries d join clients c on c.tenant_id = d.tenant_id and c.id = d.client_id
      where d.tenant_id = app_tenant() and d.message_id = $1
      order by d.state in ('undelivered', 'refused', 'unknown') desc, c.last_name, c.first_name, d.id offset $2 limit $3`,
    values: [messageId, offset, limit],
  };
}

export interface WordsRow {
  readonly channel: BroadcastChannel;
  readonly isOffer: boolean;
  readonly subject: string;
  readonly text: string;
}

/** What is to be sent. */
export function findWords(id: number): Query<WordsRow> {
  return {
    text: `select channel, is_offer as "isOffer", subject, text from messages where tenant_id = app_tenant() and id = $1`,
    values: [id],
  };
}

export interface OpenCopy {
  readonly id: number;
  readonly clientId: number;
  readonly startsAt: string | null;
  readonly changedAt: string;
}

const openCopy = `select id, client_id as "clientId", starts_at as "startsAt", changed_at as "changedAt" from message_deliveries
  where tenant_id = app_tenant() and message_id = $1`;

/** Copies that somebody has in hand, or had when they were cut off. */
export function listInHand(messageId: number): Query<OpenCopy> {
  return { text: `${openCopy} and state = 'sending' order by id`, values: [messageId] };
}

/** Copies to go out, of those whose training starts until an instant, or of all; those that were put off come last. */
export function listDue(messageId: number, startsUntil: string | null, limit: number): Query<OpenCopy> {
  return {
    text: `${openCopy} and state = 'planned' and ($2::timestamptz is null or starts_at <= $2)
      order by changed_at, id limit $3`,
    values: [messageId, startsUntil, limit],
  };
}

/** Of the others, which training starts first; no row where there are none. */
export function findSoonest(messageId: number, startsUntil: string): Query<{ startsAt: string | null }> {
  return {
    text: `select starts_at as "startsAt" from message_deliveries
      where tenant_id = app_tenant() and message_id = $1 and state = 'planned' and (starts_at is null or starts_at > $2)
      order by starts_at nulls last limit 1`,
    values: [messageId, startsUntil],
  };
}

export interface Taken {
  readonly id: number;
  readonly firstName: string;
  readonly phone: string;
  readonly email: string;
  readonly language: string | null;
}

/** Takes planned copies for sending; those somebody else took are not among the answer. */
export function claim(ids: readonly number[], now: string): Query<Taken> {
  return {
    text: `update message_deliveries d set state = 'sending', changed_at = $2
      from clients c ${login}
      where d.tenant_id = app_tenant() and d.id = any($1::integer[]) and d.state = 'planned'
        and c.tenant_id = d.tenant_id and c.id = d.client_id
      returning d.id, c.first_name as "firstName", c.phone, a.language,
        case when a.email is null then c.email else a.email end as email`,
    values: [ids, now],
  };
}

/** Writes down what became of copies in hand; what a report has said meanwhile stays. */
export function settle(ids: readonly number[], state: DeliveryState, now: string): Query {
  return {
    text: `update message_deliveries set state = $2, changed_at = $3
      where tenant_id = app_tenant() and id = any($1::integer[]) and state = 'sending'`,
    values: [ids, state, now],
  };
}

/** Copies that are not to go out after all. */
export function dropPlanned(ids: readonly number[], now: string): Query {
  return {
    text: `update message_deliveries set state = 'untrue', changed_at = $2
      where tenant_id = app_tenant() and id = any($1::integer[]) and state = 'planned'`,
    values: [ids, now],
  };
}

/** What the provider says of a copy that went out; a copy that arrived has arrived. */
export function report(id: number, state: 'delivered' | 'undelivered', now: string): Query<{ id: number }> {
  return {
    text: `update message_deliveries set state = $2, changed_at = $3
      where tenant_id = app_tenant() and id = $1 and state in ('sending', 'sent', 'unknown', 'undelivered')
      returning id`,
    values: [id, state, now],
  };
}

/** A later job for the rest. Only the system role may call the queue; its own clock starts the wait. */
export function queueRest(tenantId: number, messageId: number, wait: number): Query {
  return {
    text: `select (graphile_worker.add_job('message', json_build_object('tenantId', $1::integer, 'topic', 'message',
        'dedupeKey', 'message', 'messageId', $2::integer),
      run_at := now() + $3::double precision * interval '1 millisecond',
      job_key := concat_ws(':', 'message', $1::integer::text, $2::integer::text, 'rest'), max_attempts := 12)).id`,
    values: [tenantId, messageId, wait],
  };
}
