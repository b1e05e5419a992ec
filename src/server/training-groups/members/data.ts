import type { Query } from '#server/kernel/db.ts';
import type { GroupMember } from '#shared/training-groups/members/contract.ts';
import { memberUntil } from '../data.ts';

export function findGroup(id: number): Query<{ readonly id: number }> {
  return { text: 'select id from training_groups where tenant_id = app_tenant() and id = $1', values: [id] };
}

/** Locked, so that two do not take the last place. */
export function lockGroup(id: number): Query<{ readonly maxMembers: number }> {
  return {
    text: `select max_members as "maxMembers" from training_groups where tenant_id = app_tenant() and id = $1
      for no key update`,
    values: [id],
  };
}

/** Members whose contract has not ended; asked after the lock, which does not see what came while it waited. */
export function countActive(id: number, today: string): Query<{ readonly active: number }> {
  return {
    text: `select count(*)::integer as active from training_group_members m
      left join contracts k on k.tenant_id = m.tenant_id and k.id = m.contract_id
      where m.tenant_id = app_tenant() and m.group_id = $1 and ${memberUntil} >= $2::date`,
    values: [id, today],
  };
}

export function listMembers(groupId: number): Query<GroupMember> {
  return {
    text: `select c.id as "clientId", c.first_name || ' ' || c.last_name as name, c.code as "clientCode",
        case when k.id is null then '' else k.number end as contract, k.ends_on as "contractEndDate"
      from training_group_members m join clients c on c.tenant_id = m.tenant_id and c.id = m.client_id
      left join contracts k on k.tenant_id = m.tenant_id and k.id = m.contract_id
      where m.tenant_id = app_tenant() and m.group_id = $1 order by lower(c.last_name), lower(c.first_name), c.id`,
    values: [groupId],
  };
}

export interface Candidate {
  /** Names nobody: the trail outlives them. */
  readonly code: string;
  readonly isMember: boolean;
  /** A member whose contract has not ended. */
  readonly isActive: boolean;
  /** The one that runs today, the latest of several. */
  readonly contractId: number | null;
}

export function findCandidate(groupId: number, clientId: number, today: string): Query<Candidate> {
  return {
    text: `select code,
        exists (select from training_group_members m where m.tenant_id = app_tenant() and m.group_id = $1
          and m.client_id = c.id) as "isMember",
        exists (select from training_group_members m
          left join contracts k on k.tenant_id = m.tenant_id and k.id = m.contract_id
          where m.tenant_id = app_tenant() and m.group_id = $1 and m.client_id = c.id and ${memberUntil} >= $3::date)
          as "isActive",
        (select k.id from contracts k where k.tenant_id = app_tenant() and k.client_id = c.id and k.state = 'live'
          and k.starts_on <= $3::date and (k.ends_on is null or k.ends_on >= $3::date)
          order by k.starts_on desc, k.id desc limit 1) as "contractId"
      from clients c where tenant_id = app_tenant() and id = $2`,
    values: [groupId, clientId, today],
  };
}

export function insertMember(groupId: number, clientId: number, contractId: number | null): Query {
  return {
    text: 'insert into training_group_members (group_id, client_id, contract_id) values ($1, $2, $3)',
    values: [groupId, clientId, contractId],
  };
}

/** Somebody who was a member is one again, by another contract or for good without one. */
export function renewMember(groupId: number, clientId: number, contractId: number | null): Query {
  return {
    text: `update training_group_members set contract_id = $3
      where tenant_id = app_tenant() and group_id = $1 and client_id = $2`,
    values: [groupId, clientId, contractId],
  };
}

export function deleteMember(groupId: number, clientId: number): Query {
  return {
    text: 'delete from training_group_members where tenant_id = app_tenant() and group_id = $1 and client_id = $2',
    values: [groupId, clientId],
  };
}
