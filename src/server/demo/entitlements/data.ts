import type { Statement } from '#server/kernel/batch.ts';

/** So many of a centre's next trainings are paid for, beside one that the demo member has booked. */
const paidMost = 5;
/** And of those with places in the first club, a day and more ahead, these of each half of the day. */
const paidOfHalf = [1, 3, 6];

/**
 * Makes some coming trainings paid ones, whatever the weekday some before and some after four, and gives everybody booked
 * there a ticket with that visit reserved; the demo member has two, so that there is a choice. Every third is not sold
 * singly. `now` is an ISO instant.
 */
export function insertPaidTrainings(
  tenantId: number,
  now: string,
  prices: { readonly tenCents: number; readonly oneCents: number },
  singles: readonly { readonly styleId: number | undefined; readonly cents: number }[],
): Statement[] {
  return [
    {
      text: `with product as (
          insert into products (tenant_id, kind, category, client_type, names, vat_kind, visits, valid_count, valid_unit, start_mode)
            select $1, 'ticket', 'webapp_fitness', 'groupTraining', $2::jsonb, 'standard', 10, 2, 'month', 'purchase'
            where not exists (select from products where tenant_id = $1 and kind = 'ticket' and client_type = 'groupTraining'
              and visits >= 5 and start_mode = 'purchase' and is_active)
            returning id)
        insert into product_prices (tenant_id, product_id, club_id, price_cents)
          select $1, p.id, c.id, $3 from product p join clubs c on c.tenant_id = $1`,
      values: [tenantId, JSON.stringify(names), prices.tenCents],
    },
    {
      text: `with coming as (
          select t.id, row_number() over (order by t.starts_at, t.id) as place, exists (
              select from registrations r join accounts a on a.tenant_id = r.tenant_id and a.client_id = r.client_id
              where r.tenant_id = t.tenant_id and r.training_id = t.id and r.state = 'booked'
                and a.email = 'member@demo.test') as is_own,
            row_number() over (partition by c.position = 0 and t.booked < t.max_places
                and t.starts_at > $2::timestamptz + interval '26 hours',
              (t.starts_at at time zone n.time_zone)::time < time '16:00' order by t.starts_at, t.id) as place_of_half,
            c.position = 0 and t.booked < t.max_places
              and t.starts_at > $2::timestamptz + interval '26 hours' as is_open
          from trainings t join tenants n on n.tenant_id = t.tenant_id
            join clubs c on c.tenant_id = t.tenant_id and c.id = t.club_id
          where t.tenant_id = $1 and t.starts_at > $2::timestamptz + interval '3 hours'
            and t.starts_at < $2::timestamptz + interval '6 days' and t.is_public and not t.is_cancelled and not t.is_closed
            and not t.style_id = any($4::integer[])),
        chosen as (
          (select id, is_own, place from coming where not is_own and place % 5 = 2 order by place limit ${paidMost})
          union (select id, is_own, place from coming where is_open and not is_own
            and place_of_half in (${paidOfHalf.join(', ')}))
          union (select id, is_own, place from coming where is_own order by place limit 1)),
        ranked as (select id, row_number() over (order by is_own, place) as rank from chosen)
        update trainings t set payment = 'paid',
          price_cents = case when r.rank % 3 > 0 then $3::integer end
          from ranked r where t.tenant_id = $1 and t.id = r.id`,
      values: [tenantId, now, prices.oneCents, singles.map(({ styleId }) => styleId)],
    },
    // What somebody has already was agreed at the desk.
    {
      text: `update trainings t set payment = 'paid', price_cents = v.cents, client_type = 'other'
        from unnest($2::integer[], $3::integer[]) as v (style_id, cents)
        where t.tenant_id = $1 and t.style_id = v.style_id and t.booked = 0 and t.waiting = 0 and not t.is_cancelled
          and t.starts_at > $4::timestamptz`,
      values: [tenantId, singles.map(({ styleId }) => styleId), singles.map(({ cents }) => cents), now],
    },
    {
      text: `with product as (
          select id, names, visits, valid_count, valid_unit from products where tenant_id = $1 and kind = 'ticket'
            and client_type = 'groupTraining' and visits >= 5 and start_mode = 'purchase' and is_active order by id limit 1),
        holders as (
          select distinct r.client_id, t.club_id, 1 as number from trainings t
            join registrations r on r.tenant_id = t.tenant_id and r.training_id = t.id
            where t.tenant_id = $1 and t.payment = 'paid' and r.state = 'booked'
          union select a.client_id, c.id, number from accounts a join clubs c on c.tenant_id = a.tenant_id
            cross join generate_series(1, 2) as number where a.tenant_id = $1 and a.email = 'member@demo.test' and c.position = 0),
        given as (
          insert into tickets (tenant_id, product_id, club_id, client_id, first_name, last_name, email, phone, names, client_type,
              is_unlimited, valid_count, valid_unit, start_mode, starts_on, ends_on, salt, created_at)
            select $1, p.id, h.club_id, h.client_id, c.first_name, c.last_name, c.email, c.phone, p.names, 'groupTraining', false,
              p.valid_count, p.valid_unit, 'purchase', begun.on_date, (begun.on_date
                + make_interval(days => case p.valid_unit when 'day' then p.valid_count when 'week' then 7 * p.valid_count else 0 end,
                  months => case p.valid_unit when 'month' then p.valid_count else 0 end) - interval '1 day')::date,
              ${salt('h.client_id', 'h.club_id', 'h.number')}, begun.on_date
            from holders h join clients c on c.tenant_id = $1 and c.id = h.client_id cross join product p
              cross join lateral (select $2::timestamptz::date - 10 + 8 * (h.number - 1) as on_date) as begun
            returning id, created_at)
        insert into ticket_entries (tenant_id, ticket_id, kind, visits, created_at)
          select $1, g.id, 'GRANT', p.visits, g.created_at from given g cross join product p`,
      values: [tenantId, now],
    },
    {
      text: `with booked as materialized (
          select r.id as registration_id, k.id as ticket_id, r.created_at,
            nextval(pg_get_serial_sequence('ticket_entries', 'id'))::integer as entry_id
          from trainings t join registrations r on r.tenant_id = t.tenant_id and r.training_id = t.id
            join tickets k on k.tenant_id = r.tenant_id and k.client_id = r.client_id
              and k.salt = ${salt('r.client_id', 't.club_id', '1')}
          where t.tenant_id = $1 and t.payment = 'paid' and r.state = 'booked'),
        reserved as (
          insert into ticket_entries (tenant_id, id, ticket_id, kind, visits, created_at)
            select $1, entry_id, ticket_id, 'RESERVE', 1, created_at from booked)
        insert into registration_covers (tenant_id, registration_id, kind, ticket_id, ticket_entry_id, created_at)
          select $1, registration_id, 'ticket', ticket_id, entry_id, created_at from booked`,
      values: [tenantId],
    },
  ];
}

/**
 * A contract of the centre's own people, whose account is the administrator's: eight group trainings a month that begin
 * before four, for nothing. Not where the client has a contract of that kind already.
 */
export function insertStaffContract(tenantId: number, now: string): Statement[] {
  const benefits = [
    { clientType: 'groupTraining', clubIds: [], weekdays: [], from: null, until: '16:00', visits: 8 },
    { clientType: 'gym', clubIds: [], weekdays: [], from: null, until: null, visits: null },
  ];
  return [
    {
      text: `with agreed as (
          insert into contracts (tenant_id, number, client_id, product_id, club_id, category, names, benefits, payer, language,
              state, period_months, anchor_day, vat_kind, starts_on, agreed_at, salt, token_hash, created_at, activated_at)
            select $1, 'S-' || c.id, c.id, p.id, k.id, 'webapp_fitness', $3, $4, jsonb_build_object('name',
                c.first_name || ' ' || c.last_name, 'email', c.email), n.default_language, 'live', 1,
              extract(day from begun.on_date), 'standard', begun.on_date, begun.on_date,
              sha256(convert_to('staff ' || $1::integer, 'utf8')), sha256(convert_to('staff token ' || $1::integer, 'utf8')),
              begun.on_date, begun.on_date
            from accounts a
              join tenants n on n.tenant_id = a.tenant_id
              join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
              join clubs k on k.tenant_id = a.tenant_id and k.position = 0
              cross join lateral (select id from products where tenant_id = $1 and kind = 'package' order by position, id limit 1) as p
              cross join lateral (select $2::timestamptz::date - 12 as on_date) as begun
            where a.tenant_id = $1 and a.email = 'admin@demo.test' and not exists (
              select from contracts o where o.tenant_id = $1 and o.client_id = c.id and o.category = 'webapp_fitness'
                and o.state = 'live')
            returning id, starts_on, created_at),
        priced as (
          insert into contract_prices (tenant_id, contract_id, from_on, price_cents, created_at)
            select $1, id, starts_on, 0, created_at from agreed)
        insert into contract_periods (tenant_id, contract_id, from_on, until_on, owed_cents, carried_cents, amount_cents, created_at)
          select $1, id, starts_on, (starts_on + interval '1 month')::date - 1, 0, 0, 0, created_at from agreed`,
      values: [tenantId, now, JSON.stringify(staffNames), JSON.stringify(benefits)],
    },
  ];
}

const staffNames = { en: 'Staff package', et: 'Töötaja pakett', lv: 'Darbinieka abonements' };

const names = {
  en: 'Group classes, ten times',
  et: 'Rühmatunnid, 10 korda',
  lv: 'Grupu nodarbības, 10 reizes',
};

/** The same each time for the same ticket. */
function salt(client: string, club: string, number: string): string {
  return `sha256(convert_to('paid ' || $1::integer || ' ' || ${client} || ' ' || ${club} || ' ' || ${number}, 'utf8'))`;
}
