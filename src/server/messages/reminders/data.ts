import type { Query } from '#server/kernel/db.ts';
import { defaultReminders, mostMoved, reminderMinutes } from '#shared/messages/reminders/domain.ts';

/** Locks how far the centre's reminders have come. */
export function lockMark(): Query<{ reachedAt: string }> {
  return {
    text: 'select reached_at as "reachedAt" from reminder_marks where tenant_id = app_tenant() for update',
    values: [],
  };
}

export function insertMark(now: string): Query {
  return {
    text: 'insert into reminder_marks (reached_at) values ($1) on conflict do nothing',
    values: [now],
  };
}

export function moveMark(now: string): Query {
  return {
    text: 'update reminder_marks set reached_at = $1 where tenant_id = app_tenant()',
    values: [now],
  };
}

export interface BookingRow {
  readonly registrationId: number;
  readonly clientId: number;
  readonly trainingId: number;
  readonly startsAt: string;
  readonly reminders: readonly number[] | null;
}

/** Bookings of which somebody may have to be reminded between two instants: by the clock the domain says of which. */
export function listBookings(since: string, now: string): Query<BookingRow> {
  return {
    text: `select r.id as "registrationId", r.client_id as "clientId", t.id as "trainingId", t.starts_at as "startsAt",
        n.reminders
      from trainings t
        join registrations r on r.tenant_id = t.tenant_id and r.training_id = t.id and r.state = 'booked'
        left join notice_choices n on n.tenant_id = r.tenant_id and n.client_id = r.client_id
      where t.tenant_id = app_tenant() and not t.is_cancelled and t.starts_at > $2::timestamptz
        and t.starts_at <= $2::timestamptz + $3 * interval '1 minute'
        and exists (select from unnest(coalesce(n.reminders, $4::integer[])) as m
          where t.starts_at - m * interval '1 minute' between $1::timestamptz - $5 * interval '1 minute'
            and $2::timestamptz + $6 * interval '1 minute')
      order by r.id`,
    values: [
      since,
      now,
      Math.max(...reminderMinutes) + mostMoved.earlier,
      [...defaultReminders],
      mostMoved.later,
      mostMoved.earlier,
    ],
  };
}
