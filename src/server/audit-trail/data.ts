import type { Query } from '#server/kernel/db.ts';

export interface TrailRow {
  readonly id: number;
  readonly dateTime: string;
  readonly accountId: number;
  readonly name: string;
  readonly action: string;
  readonly noun: string | null;
  readonly nounId: number | null;
  readonly input: unknown;
  readonly before: unknown;
  readonly after: unknown;
}

export function listTrail(asked: {
  readonly accountId: number | null;
  readonly fromAt: string | null;
  readonly untilAt: string | null;
  readonly noun: string | null;
  readonly offset: number;
  readonly limit: number;
}): Query<TrailRow> {
  return {
    text: `select t.id, t.at as "dateTime", t.account_id as "accountId", c.first_name || ' ' || c.last_name as name,
        t.action, t.noun, t.noun_id as "nounId", t.input, t.before, t.after
      from audit_trail t
        join accounts a on a.tenant_id = t.tenant_id and a.id = t.account_id
        join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
      where t.tenant_id = app_tenant() and ($1::integer is null or t.account_id = $1)
        and ($2::timestamptz is null or t.at >= $2) and ($3::timestamptz is null or t.at < $3)
        and ($4::text is null or t.noun = $4)
      order by t.at desc, t.id desc offset $5 limit $6`,
    values: [asked.accountId, asked.fromAt, asked.untilAt, asked.noun, asked.offset, asked.limit],
  };
}

/** Who stands in the trail: a walk over its index, one step for each of them. */
export function listTrailAccounts(): Query<{ readonly id: number; readonly name: string }> {
  return {
    text: `with recursive found (id) as (
        (select account_id from audit_trail where tenant_id = app_tenant() order by account_id limit 1)
        union all
        select (select account_id from audit_trail where tenant_id = app_tenant() and account_id > found.id
          order by account_id limit 1) from found where found.id is not null)
      select a.id, c.first_name || ' ' || c.last_name as name
      from found join accounts a on a.tenant_id = app_tenant() and a.id = found.id
        join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
      order by lower(c.last_name), lower(c.first_name), a.id`,
    values: [],
  };
}

export function listTrailNouns(): Query<{ readonly noun: string }> {
  return {
    text: `with recursive found (noun) as (
        (select noun from audit_trail where tenant_id = app_tenant() and noun is not null order by noun limit 1)
        union all
        select (select noun from audit_trail where tenant_id = app_tenant() and noun > found.noun
          order by noun limit 1) from found where found.noun is not null)
      select noun from found where noun is not null`,
    values: [],
  };
}
