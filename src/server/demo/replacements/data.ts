import type { Statement } from '#server/kernel/batch.ts';

/**
 * One request in each state: two ahead that the demo trainer may apply to, one of them asked first; one they helped with;
 * one taken back and one that nobody took. `others` are active trainers besides.
 */
export function insertRequests(
  tenantId: number,
  { now, own, others, comment }: { now: string; own: number; others: readonly number[]; comment: string },
): Statement {
  const pick = (
    state: string,
    when: string,
    order: string,
  ) => `(select '${state}' as state, t.id, t.trainer_id,
    null::integer as helper_id, t.starts_at from trainings t where t.tenant_id = $1 and not t.is_cancelled
      and t.trainer_id = any($4::integer[]) and ${when} order by t.starts_at ${order}, t.id limit 1)`;
  return {
    text: `with picked as (
        ${pick('openAll', `t.starts_at > $2::timestamptz + interval '5 days'`, '')}
        union all ${pick('openPreferred', `t.starts_at > $2::timestamptz + interval '7 days'`, '')}
        union all ${pick('cancelled', `t.starts_at < $2::timestamptz - interval '3 days'`, 'desc')}
        union all ${pick('expired', `t.starts_at < $2::timestamptz - interval '6 days'`, 'desc')}
        union all (select 'accepted', t.id, ($4::integer[])[1], $3::integer, t.starts_at from trainings t
          where t.tenant_id = $1 and not t.is_cancelled and t.trainer_id = $3
            and t.starts_at < $2::timestamptz - interval '2 days' order by t.starts_at desc, t.id limit 1)
      ), made as (
        insert into replacements (tenant_id, training_id, trainer_id, account_id, reason, comment, state,
            opens_to_all_at, helper_id, created_at, answered_at, ended_at, end_reason)
          select $1, p.id, p.trainer_id, a.id, case p.state when 'openAll' then 'away' else 'ill' end,
            case p.state when 'openPreferred' then $5 else '' end, p.state,
            case p.state when 'openPreferred' then $2::timestamptz + interval '20 hours' else least($2::timestamptz,
              p.starts_at - interval '3 days') end,
            p.helper_id, least($2::timestamptz, p.starts_at - interval '3 days'),
            case p.state when 'accepted' then p.starts_at - interval '68 hours' end,
            case p.state when 'accepted' then p.starts_at - interval '2 days'
              when 'cancelled' then p.starts_at - interval '1 day' when 'expired' then p.starts_at end,
            case p.state when 'cancelled' then 'takenBack' else '' end
          from picked p cross join (select min(id) as id from accounts where tenant_id = $1 and is_admin) a
          returning id, state, created_at, ended_at
      )
      insert into replacement_candidates (tenant_id, replacement_id, trainer_id, is_preferred, state, applied_at, changed_at)
        select $1, id, $3, state = 'openPreferred', case state when 'accepted' then 'accepted' else 'asked' end,
          case state when 'accepted' then created_at + interval '4 hours' end,
          case state when 'accepted' then ended_at else created_at end
        from made where state in ('openPreferred', 'accepted')`,
    values: [tenantId, now, own, others, comment],
  };
}
