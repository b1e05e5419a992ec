import { sql } from 'kysely';
import type { Query } from '#server/kernel/db.ts';
import type { SwapPartner } from '#shared/registrations/contract.ts';

const partner = sql`jsonb_build_object('trainingId', o.training_id, 'name', ot.name,
  'startDateTime', to_char(o.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
  'freeUntil', to_char(o.free_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
  from registrations o join trainings ot on ot.tenant_id = o.tenant_id and ot.id = o.training_id`;

/** The booking that is given back the moment registration `r` has its place; null where there is none any more. */
export function swapFor(now: string) {
  return sql<SwapPartner | null>`(select ${partner}
    where r.state in ('waiting', 'offered') and o.tenant_id = r.tenant_id and o.id = r.swap_for
      and o.state = 'booked' and o.presence is not true and o.starts_at > ${now}::timestamptz)`.as('swapFor');
}

/** What booking `r` is given back for once it has a place: of several the soonest; null where there is none. */
export function swapTo(now: string) {
  return sql<SwapPartner | null>`(select ${partner}
    where r.state = 'booked' and r.presence is not true and r.starts_at > ${now}::timestamptz and o.tenant_id = r.tenant_id
      and o.swap_for = r.id and o.state in ('waiting', 'offered') and o.starts_at > ${now}::timestamptz
    order by o.starts_at limit 1)`.as('swapTo');
}

/** What is waited for instead of a booking is waited for instead of the one that took its place. */
export function followSwap(left: number, booked: number): Query {
  return {
    text: `update registrations set swap_for = $2
      where tenant_id = app_tenant() and swap_for = $1 and id <> $2 and state in ('waiting', 'offered')`,
    values: [left, booked],
  };
}
