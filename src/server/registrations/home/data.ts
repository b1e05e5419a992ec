import { sql } from 'kysely';
import { renewing } from '#server/contracts/billing/data.ts';
import { prepared, type Query, type RowOf, sqlBuilder } from '#server/kernel/db.ts';
import type { Names } from '#server/products/data.ts';
import { trainingFacts } from '#server/registrations/data.ts';
import type { OwnContract } from '#shared/registrations/home/domain.ts';
import type { PastVisit } from '#shared/registrations/suggestions/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

interface OfClient {
  readonly clientId: number;
  /** The centre's date. */
  readonly today: string;
}

export interface OpenInvoices {
  readonly unpaidCount: number;
  readonly toPayCents: number;
  readonly overdueCount: number;
  readonly firstId: number | null;
  readonly firstDueOn: string | null;
  readonly firstArticle: string | null;
}

/** What a client has to pay, and what of it is the most urgent. */
export function sumOpenInvoices({ clientId, today }: OfClient): Query<OpenInvoices> {
  return {
    text: `select count(*)::integer as "unpaidCount", coalesce(sum(open), 0)::integer as "toPayCents",
        (count(*) filter (where due_on < $2::date))::integer as "overdueCount",
        (array_agg(id order by due_on, id))[1] as "firstId", min(due_on) as "firstDueOn",
        (select l.article from invoice_lines l where l.tenant_id = app_tenant()
          and l.invoice_id = (array_agg(sums.id order by due_on, sums.id))[1] order by l.position limit 1) as "firstArticle"
      from (select i.id, i.due_on, i.total_cents
          + (select coalesce(sum(c.total_cents), 0) from invoices c
              where c.tenant_id = i.tenant_id and c.credits_id = i.id and c.state = 'issued')
          - (select coalesce(sum(a.amount_cents), 0) from allocations a
              where a.tenant_id = i.tenant_id and a.invoice_id = i.id) as open
        from invoices i
        where i.tenant_id = app_tenant() and i.client_id = $1 and i.state = 'issued' and i.kind = 'invoice'
          and i.written_off_at is null) as sums
      where open > 0`,
    values: [clientId, today],
  };
}

export interface ContractRow extends OwnContract {
  readonly names: Names;
  readonly productId: number;
  readonly clubId: number;
  readonly state: 'live' | 'pending';
}

/** A client's contracts that are not over, with those that wait for their payment. */
export const listContracts = prepared(({ clientId, today }: OfClient) =>
  sqlBuilder
    .selectFrom('contracts as c')
    .select([
      'c.id',
      'c.names',
      'c.product_id as productId',
      'c.club_id as clubId',
      'c.category',
      'c.state',
      'c.starts_on as startsOn',
      'c.ends_on as endsOn',
      sql<boolean>`${sql.raw(renewing('c'))}`.as('isRenewing'),
    ])
    .where('c.tenant_id', '=', tenant)
    .where('c.client_id', '=', clientId)
    .where('c.state', 'in', [sql.lit('live'), sql.lit('pending')])
    .where((expression) =>
      expression.or([expression('c.ends_on', 'is', null), expression('c.ends_on', '>=', today)]),
    )
    .$castTo<ContractRow>(),
);

interface OfHabits {
  readonly clientId: number;
  /** Instants: visits from the first until now tell of habits. */
  readonly since: string;
  readonly now: string;
}

/** The trainings that a client came to, as a part of a statement. */
const visited = ({ clientId, since, now }: OfHabits) => sql`from registrations r
  join trainings p on p.tenant_id = r.tenant_id and p.id = r.training_id
  where r.tenant_id = app_tenant() and r.client_id = ${clientId}::integer
    and r.starts_at between ${since}::timestamptz and ${now}::timestamptz
    and r.state = 'booked' and r.presence is distinct from false and not p.is_personal`;

/** Trainings that a client came to, the latest first: as many as tell of habits. */
export const listVisits = prepared((of: OfHabits) =>
  sqlBuilder
    .selectFrom(
      sql<PastVisit>`(select r.style_id as "styleId", p.name, p.trainer_id as "trainerId",
        r.starts_at as "startsAt" ${visited(of)} order by r.starts_at desc limit 200)`.as('visits'),
    )
    .selectAll(),
);

interface CandidatesOf extends OfHabits {
  /** An instant: they begin before it. */
  readonly until: string;
  readonly timeZone: string;
}

/**
 * Trainings to come with a free place that nobody waits for, with what rows show of them: 60 at most that have a style, a
 * trainer or an hour of the week in common with what the client came to, and the 12 that begin next.
 */
export const listCandidates = prepared((of: CandidatesOf) =>
  trainingFacts()
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
      't.trainer_id as trainerId',
      't.booked',
      's.colour',
      'c.name as clubName',
      'o.name as roomName',
      sql<string>`coalesce(n.first_name || ' ' || n.last_name, '')`.as('trainerName'),
    ])
    .where(
      't.id',
      'in',
      sql<number>`(with came as materialized (
          select distinct r.style_id, p.trainer_id, date_trunc('hour', r.starts_at at time zone ${of.timeZone}::text) as hour
            ${visited(of)}),
        free as materialized (
          select f.id, f.style_id, f.trainer_id, f.starts_at, f.starts_at at time zone ${of.timeZone}::text as local
            from trainings f
            where f.tenant_id = app_tenant() and f.starts_at > ${of.now}::timestamptz
              and f.starts_at < ${of.until}::timestamptz and f.is_public and not f.is_cancelled and not f.is_closed
              and not f.is_personal and f.waiting = 0 and f.booked < f.max_places),
        hours as (
          select distinct extract(isodow from hour) as weekday, extract(hour from hour) + around as hour
            from came, generate_series(-1, 1) as around)
        (select f.id from free f
          where f.style_id in (select style_id from came) or f.trainer_id in (select trainer_id from came)
            or (extract(isodow from f.local), extract(hour from f.local)) in (select weekday, hour from hours)
          order by f.starts_at, f.id limit 60)
        union (select f.id from free f order by f.starts_at, f.id limit 12))`,
    ),
);
export type CandidateRow = RowOf<ReturnType<typeof listCandidates>>;

/** Whether the centre has a package to sell. */
export const findPackageForSale = prepared((_: object) =>
  sqlBuilder
    .selectFrom('products as p')
    .select('p.id')
    .where('p.tenant_id', '=', tenant)
    .where('p.kind', '=', 'package')
    .where('p.is_active', '=', true)
    .limit(1),
);

/** A day of the centre: how much there is, and how full; without personal trainings and what is called off. */
export const sumDay = prepared(({ today }: { today: string }) =>
  sqlBuilder
    .selectFrom('trainings as t')
    .select([
      sql<number>`count(*)::integer`.as('trainings'),
      sql<number>`coalesce(sum(t.booked), 0)::integer`.as('booked'),
      sql<number>`coalesce(sum(t.max_places), 0)::integer`.as('places'),
    ])
    .where('t.tenant_id', '=', tenant)
    .where('t.local_date', '=', today)
    .where('t.is_cancelled', '=', false)
    .where('t.is_personal', '=', false),
);
