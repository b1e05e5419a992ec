import type { Statement } from '#server/kernel/batch.ts';
import type { PersonalPackage } from './built-in.ts';

/** What is for sale, for the same price in every club. */
export function insertProducts(tenantId: number, packages: readonly PersonalPackage[]): Statement {
  return {
    text: `with sold as (
        insert into products (tenant_id, kind, category, client_type, names, descriptions, vat_kind, visits, valid_count,
            valid_unit, start_mode, is_shareable, position)
          select $1, 'personalTraining', 'webapp_fitness', 'personalTraining', names, descriptions, 'standard', visits, months,
            'month', 'purchase', "isShareable", position
          from jsonb_to_recordset($2::jsonb) as p (names jsonb, descriptions jsonb, visits integer, months integer,
            "isShareable" boolean, position integer)
          returning id, position)
      insert into product_prices (tenant_id, product_id, club_id, price_cents)
        select $1, s.id, c.id, p.cents from sold s
          join jsonb_to_recordset($2::jsonb) as p (cents integer, position integer) on p.position = s.position
          join clubs c on c.tenant_id = $1`,
    values: [tenantId, JSON.stringify(packages)],
  };
}

/** Whose, bought so many days ago, used so often, and with whom it is shared or offered to be. */
const owned = [
  {
    number: 1,
    owner: 'member',
    daysAgo: 40,
    uses: 3,
    isShareable: true,
    sharedWith: 'trainer',
    isAccepted: true,
  },
  {
    number: 2,
    owner: 'member',
    daysAgo: 80,
    uses: 5,
    isShareable: false,
    sharedWith: null,
    isAccepted: false,
  },
  {
    number: 3,
    owner: 'trainer',
    daysAgo: 12,
    uses: 1,
    isShareable: true,
    sharedWith: 'member',
    isAccepted: false,
  },
  {
    number: 4,
    owner: 'admin',
    daysAgo: 25,
    uses: 4,
    isShareable: true,
    sharedWith: 'member',
    isAccepted: true,
  },
] as const;

/** Packages of the demo accounts: shared, used up, offered, and somebody else's. `now` is an ISO instant. */
export function insertPackages(tenantId: number, now: string): Statement[] {
  const rows = `jsonb_to_recordset($2::jsonb) as o (number integer, owner text, "daysAgo" integer, uses integer,
    "isShareable" boolean, "sharedWith" text, "isAccepted" boolean)`;
  const account = (name: string) => `a.tenant_id = $1 and a.email = ${name} || '@demo.test'`;
  const salt = `sha256(convert_to('personal ' || $1::integer || ' ' || o.number, 'utf8'))`;
  const values = [tenantId, JSON.stringify(owned)];
  return [
    {
      text: `insert into tickets (tenant_id, product_id, club_id, client_id, first_name, last_name, email, phone, names,
            client_type, is_unlimited, valid_count, valid_unit, start_mode, starts_on, ends_on, salt, created_at)
          select $1, p.id, k.id, c.id, c.first_name, c.last_name, c.email, c.phone, p.names, 'personalTraining', false,
            p.valid_count, p.valid_unit, 'purchase', begun.on_date,
            (begun.on_date + make_interval(months => p.valid_count) - interval '1 day')::date, ${salt}, begun.on_date
          from ${rows}
            join accounts a on ${account('o.owner')}
            join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
            join clubs k on k.tenant_id = $1 and k.position = 0
            join products p on p.tenant_id = $1 and p.kind = 'personalTraining' and p.is_shareable = o."isShareable"
            cross join lateral (select $3::timestamptz::date - o."daysAgo" as on_date) as begun`,
      values: [...values, now],
    },
    {
      text: `insert into ticket_entries (tenant_id, ticket_id, kind, visits, created_at)
          select $1, t.id, e.kind, e.visits, t.created_at + make_interval(days => e.day, hours => 15)
          from ${rows}
            join tickets t on t.tenant_id = $1 and t.salt = ${salt}
            join products p on p.tenant_id = $1 and p.id = t.product_id
            cross join lateral (
              select 'GRANT' as kind, p.visits, 0 as day
              union all select 'CONSUME', 1, 2 * number from generate_series(1, o.uses) as number) as e
          order by t.id, e.day`,
      values,
    },
    {
      text: `insert into ticket_shares (tenant_id, ticket_id, recipient, client_id, created_at, accepted_at)
          select $1, t.id, a.email, a.client_id, t.created_at, case when o."isAccepted" then t.created_at end
          from ${rows}
            join tickets t on t.tenant_id = $1 and t.salt = ${salt}
            join accounts a on ${account('o."sharedWith"')}`,
      values,
    },
  ];
}

/** Weekdays (1 for Monday) and minutes of the day on which trainers are there for personal trainings. */
const weekly = [
  { weekday: 1, from: 480, until: 720 },
  { weekday: 2, from: 840, until: 1080 },
  { weekday: 4, from: 480, until: 720 },
  { weekday: 5, from: 840, until: 1080 },
  { weekday: 6, from: 600, until: 840 },
] as const;

/** Four trainers' hours, the demo trainer's among them, on a floor where several train beside one another. */
export function insertHours(tenantId: number): Statement[] {
  const floor = `(select min(o.id) from rooms o join clubs k on k.tenant_id = o.tenant_id and k.id = o.club_id
    where o.tenant_id = $1 and k.position = 0)`;
  return [
    { text: `update rooms set is_shared = true where tenant_id = $1 and id = ${floor}`, values: [tenantId] },
    {
      text: `update styles set is_personal = true where tenant_id = $1 and id = (
          select min(id) from styles where tenant_id = $1 and names->>'en' = 'Personal training')`,
      values: [tenantId],
    },
    {
      text: `insert into styles (tenant_id, names, colour, is_personal) values ($1, $2, '#9763CC', true)
        on conflict (tenant_id) where is_personal do nothing`,
      values: [
        tenantId,
        JSON.stringify({ et: 'Personaaltreening', en: 'Personal training', lv: 'Personālais treniņš' }),
      ],
    },
    {
      text: `insert into trainer_hours (tenant_id, trainer_id, weekday, from_minute, until_minute, room_id)
          select $1, n.id, w.weekday, w."from", w.until, ${floor}
          from (select t.id from trainers t
              left join accounts a on a.tenant_id = t.tenant_id and a.trainer_id = t.id and a.email = 'trainer@demo.test'
              where t.tenant_id = $1 and t.is_active order by a.id nulls last, t.id limit 4) as n
            cross join jsonb_to_recordset($2::jsonb) as w (weekday integer, "from" integer, until integer)`,
      values: [tenantId, JSON.stringify(weekly)],
    },
  ];
}
