import { sql } from 'kysely';
import { sqlBuilder } from '#server/kernel/db.ts';
import type { ClientType } from '#shared/products/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

export interface NameLanguages {
  readonly language: string;
  readonly defaultLanguage: string;
}

export interface OfTrainer {
  readonly trainerId: number;
  /** Local dates, both included. */
  readonly from: string;
  readonly until: string;
  readonly isPersonal: boolean;
  /** What ended by then was held. */
  readonly now: string;
}

function heldBy({ trainerId, from, until, isPersonal, now }: OfTrainer) {
  return sqlBuilder
    .selectFrom('trainings as t')
    .where('t.tenant_id', '=', tenant)
    .where('t.trainer_id', '=', trainerId)
    .where('t.local_date', '>=', from)
    .where('t.local_date', '<=', until)
    .where('t.ends_at', '<=', now)
    .where('t.is_cancelled', '=', false)
    .where(sql<boolean>`(t.client_type = 'personalTraining') = ${isPersonal}::boolean`);
}

/** What a trainer has held, with how many had a place and how many came (mission 2.12). */
export function listHeld(of: OfTrainer, { language, defaultLanguage }: NameLanguages) {
  return heldBy(of)
    .innerJoin('styles as s', (join) =>
      join.onRef('s.tenant_id', '=', 't.tenant_id').onRef('s.id', '=', 't.style_id'),
    )
    .select([
      't.id',
      't.name',
      't.name_prefix as namePrefix',
      't.style_id as styleId',
      sql<string>`coalesce(s.names->>${language}, s.names->>${defaultLanguage})`.as('styleName'),
      's.colour',
      sql<ClientType>`t.client_type`.as('clientType'),
      't.starts_at as startsAt',
      't.ends_at as endsAt',
      't.local_date as localDate',
      't.max_places as totalPlaces',
      sql<number>`(select count(*)::integer from registrations r where r.tenant_id = t.tenant_id
        and r.training_id = t.id and r.state = 'booked')`.as('booked'),
      sql<number>`(select count(*)::integer from registrations r where r.tenant_id = t.tenant_id
        and r.training_id = t.id and r.presence)`.as('trained'),
    ])
    .orderBy('t.starts_at', 'desc')
    .orderBy('t.id');
}

/** Who was at these trainings and how often; of a code only what tells a gender leaves the database. */
export function listPeople(of: OfTrainer) {
  return heldBy(of)
    .innerJoin('registrations as r', (join) =>
      join.onRef('r.tenant_id', '=', 't.tenant_id').onRef('r.training_id', '=', 't.id'),
    )
    .innerJoin('clients as c', (join) =>
      join.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.id', '=', 'r.client_id'),
    )
    .select([
      sql<'male' | 'female' | null>`case when c.id_country = 'EE' and c.id_code ~ '^[1-8]' then
        case when left(c.id_code, 1)::integer % 2 = 1 then 'male' else 'female' end end`.as('gender'),
      sql<number>`count(*)::integer`.as('times'),
    ])
    .where('r.presence', '=', true)
    .groupBy(['c.id', 'c.id_country', 'c.id_code']);
}

/** Trainings that a client was at, the latest first: all since a local date, and some of the day before it. */
export function listTrained(
  { clientId, from, now }: { clientId: number; from: string; now: string },
  { language, defaultLanguage }: NameLanguages,
) {
  return (
    trainedBy(clientId, now)
      .innerJoin('styles as s', (join) =>
        join.onRef('s.tenant_id', '=', 'r.tenant_id').onRef('s.id', '=', 'r.style_id'),
      )
      .innerJoin('trainings as t', (join) =>
        join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.id', '=', 'r.training_id'),
      )
      .select([
        'r.training_id as trainingId',
        't.name',
        't.name_prefix as namePrefix',
        'r.style_id as styleId',
        sql<string>`coalesce(s.names->>${language}, s.names->>${defaultLanguage})`.as('styleName'),
        's.colour as color',
        'r.starts_at as startsAt',
        'r.ends_at as endsAt',
        'r.local_date as localDate',
      ])
      // The index of a client's registrations goes by the instant.
      .where('r.starts_at', '>=', sql<string>`(${from}::date - interval '1 day')::timestamptz`)
      .orderBy('r.starts_at', 'desc')
      .orderBy('r.id')
  );
}

/** On which days a client ever trained. */
export function listTrainedDates({ clientId, now }: { clientId: number; now: string }) {
  return trainedBy(clientId, now).select('r.local_date as localDate').distinct();
}

function trainedBy(clientId: number, now: string) {
  return sqlBuilder
    .selectFrom('registrations as r')
    .where('r.tenant_id', '=', tenant)
    .where('r.client_id', '=', clientId)
    .where('r.ends_at', '<=', now)
    .where('r.presence', '=', true);
}
