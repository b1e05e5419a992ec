import type { Statement } from '#server/kernel/batch.ts';

/**
 * Of those who were there some gave feedback, in every third training so many that ratings are told; some thoughts wait for
 * their trainer, whom between one and eight of a hundred did not like. The demo member has yet to rate the last days. Where the centre takes none there is none. `now` is an
 * instant.
 */
export function insertFeedback(tenantId: number, thoughts: readonly string[], now: string): Statement {
  return {
    text: `insert into feedback (tenant_id, training_id, client_id, training_rating, trainer_rating, thought, is_shared,
          state, created_at, changed_at)
        select $1, training_id, client_id, case rating when 0 then 'dislike' when 1 then 'like' when 2 then 'like' when 3
            then 'like' else 'love' end,
          case when trainer_id is null then null when is_let_down then 'dislike' when rating < 3 then 'like' else 'love' end,
          case when has_thought then ($2::text[])[1 + n % cardinality($2::text[])] else '' end, has_thought and n % 4 > 0,
          case when not has_thought or n % 4 = 0 then 'waiting' when n % 5 < 3 then 'allowed' when n % 5 = 3 then 'waiting'
            else 'hidden' end,
          given_at, given_at
        from (select r.training_id, r.client_id, t.trainer_id, r.id * 31 % 8 as rating,
              r.id * 7907 % 100 < 1 + t.trainer_id % 8 as is_let_down, r.id * 11 % 1009 as n,
              t.is_commenting_allowed and r.id * 17 % 10 < 4 as has_thought,
              least(t.ends_at + interval '1 hour' * (r.id % 40), $3::timestamptz) as given_at
            from registrations r join trainings t on t.tenant_id = r.tenant_id and t.id = r.training_id
              join tenants k on k.tenant_id = r.tenant_id
            where r.tenant_id = $1 and r.state = 'booked' and r.presence and not t.is_cancelled
              and t.ends_at < $3::timestamptz and t.ends_at > $3::timestamptz - interval '31 days'
              and k.page_rules #>> '{pageFunctions,isTrainingCommentsEnabled}' = 'true'
              and r.id * 7919 % 100 < case when t.id % 3 = 0 then 65 else 6 end
              and not exists (select from accounts a where a.tenant_id = r.tenant_id and a.client_id = r.client_id
                and t.ends_at > $3::timestamptz - interval '8 days')) as given`,
    values: [tenantId, thoughts, now],
  };
}
