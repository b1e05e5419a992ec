import { sql } from 'kysely';
import { prepared, type RowOf, sqlBuilder } from '#server/kernel/db.ts';
import type { Names } from '#server/products/data.ts';
import type { Benefit } from '#shared/contracts/benefits/domain.ts';
import type { DateSpan } from '#shared/contracts/periods/domain.ts';
import type { OpenInvoice } from '#shared/contracts/status/domain.ts';
import { renewing } from '../billing/data.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

export interface OfHolders {
  readonly clientIds: readonly number[];
  /** A local date: contracts that ended before it are not looked at. */
  readonly since: string;
}

/**
 * Keeps clients' contracts from being frozen, ended or blocked meanwhile: after tickets and vouchers. Two bookings of one
 * client do not meet here, but at the client's own lock. A door locks the ticket that it opens by after them: whoever changes
 * a contract asks for no ticket.
 */
export const lockContracts = prepared(({ clientIds, since }: OfHolders) =>
  sqlBuilder
    .selectFrom('contracts')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('client_id', '=', anyOf(clientIds))
    .where('state', '=', sql.lit('live'))
    .where(sql<boolean>`(ends_on is null or ends_on >= ${since}::date)`)
    .orderBy('id')
    .forKeyShare(),
);

/** The last date of the contract `k`; null where it goes on by itself. */
export const runsUntil = sql<string | null>`case when ${sql.raw(renewing('k'))} then null else k.ends_on end`;

/** The days on which the contract `k` is frozen. */
export const freezes = sql<DateSpan[]>`coalesce((
  select jsonb_agg(jsonb_build_object('fromOn', f.from_on, 'untilOn', f.until_on) order by f.from_on)
  from contract_freezes f where f.tenant_id = k.tenant_id and f.contract_id = k.id and f.cancelled_at is null), '[]')`;

/** Clients' contracts that are paid for and have not ended, with what is owed for them. */
export const listContracts = prepared(({ clientIds, since }: OfHolders) =>
  sqlBuilder
    .selectFrom('contracts as k')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom(owed)
          .select(
            sql<
              OpenInvoice[]
            >`coalesce(jsonb_agg(jsonb_build_object('dueOn', o.due_on, 'openCents', o.open_cents)), '[]')`.as(
              'openInvoices',
            ),
          )
          .where(sql<boolean>`o.open_cents > 0`)
          .as('d'),
      (join) => join.onTrue(),
    )
    .select([
      'k.id',
      'k.client_id as clientId',
      'k.names',
      'k.benefits',
      'k.anchor_day as anchorDay',
      'k.period_months as periodMonths',
      'k.term_months as termMonths',
      'k.starts_on as startsOn',
      runsUntil.as('endsOn'),
      'k.notice_at as noticeAt',
      'k.blocked_at as blockedAt',
      'k.blocked_until as blockedUntil',
      'd.openInvoices',
      sql<boolean>`k.collected_at is not null`.as('isCollected'),
      freezes.as('freezes'),
    ])
    .where('k.tenant_id', '=', tenant)
    .where('k.client_id', '=', anyOf(clientIds))
    .where('k.state', '=', sql.lit('live'))
    .where(sql<boolean>`(k.ends_on is null or k.ends_on >= ${since}::date)`)
    .orderBy('k.id')
    .$castTo<ContractPass>(),
);

export interface ContractPass {
  readonly id: number;
  readonly clientId: number;
  readonly names: Names;
  readonly benefits: readonly Benefit[];
  readonly anchorDay: number;
  readonly periodMonths: number;
  readonly termMonths: number | null;
  readonly startsOn: string;
  readonly endsOn: string | null;
  readonly noticeAt: string | null;
  readonly blockedAt: string | null;
  readonly blockedUntil: string | null;
  readonly openInvoices: readonly OpenInvoice[];
  readonly isCollected: boolean;
  readonly freezes: readonly DateSpan[];
}

/** What is open of each invoice that bills a period or a freeze of the contract `k`, and nothing else. */
const owed = sql<{ due_on: string; open_cents: number }>`lateral (
  select i.due_on, i.total_cents
      + (select coalesce(sum(n.total_cents), 0) from invoices n where n.tenant_id = i.tenant_id
          and n.credits_id = i.id and n.state = 'issued')
      - (select coalesce(sum(a.amount_cents), 0) from allocations a
          where a.tenant_id = i.tenant_id and a.invoice_id = i.id) as open_cents
    from invoices i
    where i.tenant_id = k.tenant_id and i.state = 'issued' and i.written_off_at is null
      and i.id = any(array(
        select p.invoice_id from contract_periods p where p.tenant_id = k.tenant_id and p.contract_id = k.id
        union select f.invoice_id from contract_freezes f where f.tenant_id = k.tenant_id and f.contract_id = k.id)))`.as<'o'>(
  sql.ref('o'),
);

/**
 * Visits that clients' contracts have given and that count, in trainings and at doors: of benefits with a number of
 * them, from a year before a local date on, which is as long as a period can be. Registrations that are `leaving` are
 * left out.
 */
export const listVisits = prepared(
  ({ clientIds, since, leaving }: OfHolders & { leaving: readonly number[] }) =>
    sqlBuilder
      .selectFrom('contracts as k')
      .innerJoin('registration_covers as c', (join) =>
        join.onRef('c.tenant_id', '=', 'k.tenant_id').onRef('c.contract_id', '=', 'k.id'),
      )
      .innerJoin('registrations as r', (join) =>
        join.onRef('r.tenant_id', '=', 'c.tenant_id').onRef('r.id', '=', 'c.registration_id'),
      )
      .select(['k.id as contractId', sql<number>`c.benefit`.as('benefit'), 'r.local_date as date'])
      .where('k.tenant_id', '=', tenant)
      .where('k.client_id', '=', anyOf(clientIds))
      .where(sql<boolean>`(k.ends_on is null or k.ends_on >= ${since}::date)`)
      .where(sql<boolean>`k.benefits -> c.benefit ->> 'visits' is not null`)
      .where(sql<boolean>`c.settled is distinct from 'returned'`)
      .where('r.local_date', '>', sql<string>`${since}::date - 366`)
      .where('r.id', '<>', sql<number>`all(${leaving}::integer[])`)
      // What doors took, once a stay.
      .unionAll(
        sqlBuilder
          .selectFrom('entries as e')
          .select([
            sql<number>`e.contract_id`.as('contractId'),
            sql<number>`e.benefit`.as('benefit'),
            'e.local_date as date',
          ])
          .where('e.tenant_id', '=', tenant)
          .where('e.client_id', '=', anyOf(clientIds))
          .where('e.contract_id', 'is not', null)
          .where('e.local_date', '>', sql<string>`${since}::date - 366`),
      ),
);
export type TakenVisit = RowOf<ReturnType<typeof listVisits>>;

function anyOf(ids: readonly number[]) {
  return sql<number>`any(${ids}::integer[])`;
}
