import type { Statement } from '#server/kernel/batch.ts';
import type { DemoIdentity } from './domain.ts';

export function setIdentities(
  tenantId: number,
  identities: readonly DemoIdentity[],
  clientIds: readonly number[],
): Statement {
  return {
    text: `update clients c set id_country = v.country, id_code = v.code, birth_date = v.birth_date
      from unnest($2::integer[], $3::text[], $4::text[], $5::date[]) as v (id, country, code, birth_date)
      where c.tenant_id = $1 and c.id = v.id and c.id_code is null`,
    values: [
      tenantId,
      identities.map(({ clientIndex }) => clientIds[clientIndex]),
      identities.map(({ country }) => country),
      identities.map(({ code }) => code),
      identities.map(({ birthDate }) => birthDate),
    ],
  };
}

/** What is not paid singly is of the kind its style is: in the water, between two, or in a group. */
export function setClientTypes(
  tenantId: number,
  styles: readonly { readonly id: number | undefined; readonly clientType: string }[],
): Statement {
  return {
    text: `update trainings t set client_type = v.client_type from unnest($2::integer[], $3::text[]) as v (id, client_type)
      where t.tenant_id = $1 and t.style_id = v.id and t.payment = 'free' and t.client_type <> v.client_type`,
    values: [tenantId, styles.map(({ id }) => id), styles.map(({ clientType }) => clientType)],
  };
}

/**
 * Groups of trainers in turn, the demo trainer's first, with members who have a contract, and some without one. Every
 * fourth member is paid for by somebody else.
 */
export function insertGroups(
  tenantId: number,
  names: readonly string[],
  trainerIds: readonly number[],
  clubIds: readonly number[],
): Statement[] {
  return [
    {
      text: `insert into training_groups (tenant_id, name, club_id, trainer_id, max_members)
        select $1, name, ($4::integer[])[1 + (n - 1) % cardinality($4::integer[])],
            ($3::integer[])[1 + ((n - 1) / 2) % cardinality($3::integer[])], 8 + 4 * (n % 3)
          from unnest($2::text[]) with ordinality as g (name, n)`,
      values: [tenantId, names, trainerIds, clubIds],
    },
    {
      text: `with groups as (
          select id, max_members, row_number() over (order by id) as n, count(*) over () as many
            from training_groups where tenant_id = $1),
        people as (
          select k.client_id, k.id as contract_id, row_number() over (order by k.client_id) as p from (
            select distinct on (client_id) client_id, id from contracts
              where tenant_id = $1 and state = 'live' order by client_id, starts_on desc) as k
          union all
          select id, null, 10000 + row_number() over (order by id) as p from clients c
            where tenant_id = $1 and not is_blocked and not exists (
              select from contracts k where k.tenant_id = c.tenant_id and k.client_id = c.id) and id % 9 = 0),
        placed as (
          select g.id as group_id, g.max_members, p.client_id, p.contract_id,
              row_number() over (partition by g.id order by p.p) as place
            from people p join groups g on g.n = 1 + p.p % g.many where g.n < g.many)
        insert into training_group_members (tenant_id, group_id, client_id, contract_id)
          select $1, group_id, client_id, contract_id from placed where place <= max_members`,
      values: [tenantId],
    },
    {
      text: `update contracts k set payer = k.payer || jsonb_build_object('name', 'Piret ' || c.last_name,
            'email', 'piret.' || c.id || '@kodu.test')
          from clients c, training_group_members m
          where k.tenant_id = $1 and c.tenant_id = $1 and m.tenant_id = $1 and m.contract_id = k.id and c.id = k.client_id
            and k.id % 4 = 0 and not exists (
              select from accounts a where a.tenant_id = $1 and a.client_id = c.id)`,
      values: [tenantId],
    },
  ];
}
