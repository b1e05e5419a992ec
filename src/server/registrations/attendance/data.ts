import { sql } from 'kysely';
import { prepared, type Query, type RowOf, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

// Spelt out in the SQL: behind a parameter the planner cannot see that an index of these rows alone will do.
const booked = sql.lit('booked');
const onRoll = [sql.lit('booked'), sql.lit('offered'), sql.lit('waiting')] as const;

/** A training as its roll sees it. */
function rolls() {
  return sqlBuilder
    .selectFrom('trainings as t')
    .select([
      't.id',
      't.trainer_id as trainerId',
      't.starts_at as startsAt',
      't.ends_at as endsAt',
      't.local_date as localDate',
      't.is_cancelled as isCancelled',
      't.is_personal as isPersonal',
      't.roll_opened_at as rollOpenedAt',
      't.roll_closed_at as rollClosedAt',
    ])
    .where('t.tenant_id', '=', tenant);
}
export type RollRow = RowOf<ReturnType<typeof rolls>>;

export const findRoll = prepared(({ trainingId }: { trainingId: number }) =>
  rolls().where('t.id', '=', trainingId),
);

export const lockRoll = prepared(({ trainingId }: { trainingId: number }) =>
  rolls().where('t.id', '=', trainingId).forNoKeyUpdate('t'),
);

/** Locks the trainings these registrations are of, in one order for everybody. */
export const lockRollsOf = prepared(({ registrationIds }: { registrationIds: readonly number[] }) =>
  rolls()
    .where('t.id', 'in', (expression) =>
      expression
        .selectFrom('registrations as r')
        .select('r.training_id')
        .where('r.tenant_id', '=', tenant)
        .where('r.id', '=', sql<number>`any(${registrationIds}::integer[])`),
    )
    .orderBy('t.id')
    .forNoKeyUpdate('t'),
);

export const listNoted = prepared(({ registrationIds }: { registrationIds: readonly number[] }) =>
  sqlBuilder
    .selectFrom('registrations as r')
    .select(['r.id', 'r.state', 'r.presence', 'r.is_presumed_absent as isPresumedAbsent'])
    .where('r.tenant_id', '=', tenant)
    .where('r.id', '=', sql<number>`any(${registrationIds}::integer[])`)
    .orderBy('r.id'),
);

export type NotedRow = RowOf<ReturnType<typeof listNoted>>;

export function setPresence(registrationIds: readonly number[], presence: boolean | null): Query {
  return {
    text: `update registrations set presence = $2, is_presumed_absent = false
      where tenant_id = app_tenant() and id = any($1::integer[])`,
    values: [registrationIds, presence],
  };
}

/** Absent, as far as anybody knows: their roll is closed, and nothing was noted of them. */
export function presumeAbsent(registrationIds: readonly number[]): Query {
  return {
    text: `update registrations set presence = false, is_presumed_absent = true
      where tenant_id = app_tenant() and id = any($1::integer[])`,
    values: [registrationIds],
  };
}

export function openRoll(trainingId: number, now: string): Query {
  return {
    text: `update trainings set roll_opened_at = $2
      where tenant_id = app_tenant() and id = $1 and roll_opened_at is null`,
    values: [trainingId, now],
  };
}

/** A roll of which nothing is noted any more, and that is not closed, is one that nobody has begun. */
export function forgetEmptyRoll(trainingId: number): Query {
  return {
    text: `update trainings set roll_opened_at = null
      where tenant_id = app_tenant() and id = $1 and roll_opened_at is not null and roll_closed_at is null
        and not exists (select from registrations r where r.tenant_id = app_tenant() and r.training_id = $1
          and r.presence is not null)`,
    values: [trainingId],
  };
}

/** Trainings do not take place at the time their rolls are of: of those that start after an instant, nothing is noted. */
export function forgetNoted(trainingIds: readonly number[], startsAfter: string): Query[] {
  return [
    {
      text: `update registrations r set presence = null from trainings t
        where r.tenant_id = app_tenant() and r.training_id = any($1::integer[]) and r.presence is not null
          and t.tenant_id = r.tenant_id and t.id = r.training_id and t.starts_at > $2`,
      values: [trainingIds, startsAfter],
    },
    {
      text: `update trainings set roll_opened_at = null, roll_closed_at = null
        where tenant_id = app_tenant() and id = any($1::integer[]) and starts_at > $2 and roll_opened_at is not null`,
      values: [trainingIds, startsAfter],
    },
  ];
}

function bookedOf(trainingId: number) {
  return sqlBuilder
    .selectFrom('registrations as r')
    .select('r.id')
    .where('r.tenant_id', '=', tenant)
    .where('r.training_id', '=', trainingId)
    .where('r.state', '=', booked)
    .orderBy('r.id');
}

/** Those with a place of whom nothing is noted. */
export const listNotNoted = prepared(({ trainingId }: { trainingId: number }) =>
  bookedOf(trainingId).where('r.presence', 'is', null),
);

/** Those with a place who were noted by nobody and are absent because the roll was closed. */
export const listPresumedAbsent = prepared(({ trainingId }: { trainingId: number }) =>
  bookedOf(trainingId).where('r.is_presumed_absent', '=', true).where('r.presence', '=', false),
);

export function setRollClosed(trainingId: number, at: string | null, now: string): Query {
  return {
    text: `update trainings set roll_closed_at = $2, roll_opened_at = case when roll_opened_at is null then $3 else roll_opened_at end
      where tenant_id = app_tenant() and id = $1`,
    values: [trainingId, at, now],
  };
}

/** Rolls that somebody began and nobody closed, of trainings that ended before an instant. */
export const listDueRolls = prepared(({ endedBefore }: { endedBefore: string }) =>
  sqlBuilder
    .selectFrom('trainings as t')
    .select('t.id')
    .where('t.tenant_id', '=', tenant)
    .where('t.roll_opened_at', 'is not', null)
    .where('t.roll_closed_at', 'is', null)
    .where('t.ends_at', '<=', endedBefore)
    .orderBy('t.ends_at')
    .limit(200),
);

export interface NameLanguages {
  readonly language: string;
  readonly defaultLanguage: string;
}

export function findRollTraining(trainingId: number, { language, defaultLanguage }: NameLanguages) {
  return rolls()
    .innerJoin('styles as s', (join) =>
      join.onRef('s.tenant_id', '=', 't.tenant_id').onRef('s.id', '=', 't.style_id'),
    )
    .innerJoin('clubs as c', (join) =>
      join.onRef('c.tenant_id', '=', 't.tenant_id').onRef('c.id', '=', 't.club_id'),
    )
    .innerJoin('rooms as o', (join) =>
      join.onRef('o.tenant_id', '=', 't.tenant_id').onRef('o.id', '=', 't.room_id'),
    )
    .leftJoin('trainers as n', (join) =>
      join.onRef('n.tenant_id', '=', 't.tenant_id').onRef('n.id', '=', 't.trainer_id'),
    )
    .select([
      't.name',
      't.name_prefix as namePrefix',
      sql<string>`coalesce(s.names->>${language}, s.names->>${defaultLanguage})`.as('styleName'),
      's.colour',
      'c.name as clubName',
      'o.name as roomName',
      sql<string>`coalesce(n.first_name || ' ' || n.last_name, '')`.as('trainerName'),
      't.max_places as maxPlaces',
      't.booked',
      't.waiting',
    ])
    .where('t.id', '=', trainingId);
}

/** Who has a place by name, then who waits, first come first. */
export function listRegistrations(trainingId: number, { language, defaultLanguage }: NameLanguages) {
  return sqlBuilder
    .selectFrom('registrations as r')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.id', '=', 'r.client_id'),
    )
    .leftJoin('registration_covers as v', (join) =>
      join.onRef('v.tenant_id', '=', 'r.tenant_id').onRef('v.registration_id', '=', 'r.id'),
    )
    .leftJoin('tickets as k', (join) =>
      join.onRef('k.tenant_id', '=', 'v.tenant_id').onRef('k.id', '=', 'v.ticket_id'),
    )
    .select([
      'r.id as registrationId',
      'r.client_id as clientId',
      sql<'booked' | 'offered' | 'waiting'>`r.state`.as('state'),
      'r.place',
      'r.presence',
      'c.first_name as firstName',
      'c.last_name as lastName',
      'c.email',
      'c.phone',
      'c.code',
      sql<boolean>`not exists (select from registrations e where e.tenant_id = r.tenant_id and e.client_id = r.client_id
        and e.starts_at < r.starts_at and e.state = 'booked' and e.presence is distinct from false)`.as(
        'isFirstTime',
      ),
      sql<'ticket' | 'voucher' | 'invoice' | 'contract' | null>`v.kind`.as('coverKind'),
      sql<string | null>`(select coalesce(names->>${language}, names->>${defaultLanguage}) from (
        select k.names
        union all
        select a.names from contracts a where a.tenant_id = r.tenant_id and a.id = v.contract_id
        union all
        select p.names from vouchers w join products p on p.tenant_id = w.tenant_id and p.id = w.product_id
          where w.tenant_id = r.tenant_id and w.id = v.voucher_id) as held where names is not null)`.as(
        'coverName',
      ),
      sql<number | null>`case when v.kind = 'ticket' and not k.is_unlimited then (
        select sum(e.remaining_change)::integer from ticket_entries e
          where e.tenant_id = v.tenant_id and e.ticket_id = v.ticket_id) end`.as('coverLeft'),
    ])
    .where('r.tenant_id', '=', tenant)
    .where('r.training_id', '=', trainingId)
    .where('r.state', 'in', onRoll)
    .orderBy(sql`r.state = 'booked'`, 'desc')
    .orderBy(sql`case when r.state = 'booked' then c.first_name || ' ' || c.last_name end`)
    .orderBy('r.id');
}
export type RegistrationRow = RowOf<ReturnType<typeof listRegistrations>>;

export interface TaughtPeriod {
  readonly trainerId: number;
  /** Local dates, both included. */
  readonly from: string;
  readonly until: string;
}

/** A trainer's trainings of a period with how many came. */
export function listTaught(
  { trainerId, from, until }: TaughtPeriod,
  { language, defaultLanguage }: NameLanguages,
) {
  return rolls()
    .innerJoin('styles as s', (join) =>
      join.onRef('s.tenant_id', '=', 't.tenant_id').onRef('s.id', '=', 't.style_id'),
    )
    .innerJoin('clubs as c', (join) =>
      join.onRef('c.tenant_id', '=', 't.tenant_id').onRef('c.id', '=', 't.club_id'),
    )
    .innerJoin('rooms as o', (join) =>
      join.onRef('o.tenant_id', '=', 't.tenant_id').onRef('o.id', '=', 't.room_id'),
    )
    .select([
      't.name',
      't.name_prefix as namePrefix',
      't.style_id as styleId',
      sql<string>`coalesce(s.names->>${language}, s.names->>${defaultLanguage})`.as('styleName'),
      's.colour',
      'c.name as clubName',
      'o.name as roomName',
      't.max_places as maxPlaces',
      't.booked',
      't.waiting',
      't.client_type as clientType',
      sql<number>`(select count(*)::integer from registrations r where r.tenant_id = t.tenant_id
        and r.training_id = t.id and r.state = 'booked' and r.presence)`.as('trained'),
    ])
    .where('t.trainer_id', '=', trainerId)
    .where('t.local_date', '>=', from)
    .where('t.local_date', '<=', until)
    .orderBy('t.starts_at')
    .orderBy('t.id');
}
export type TaughtRow = RowOf<ReturnType<typeof listTaught>>;
