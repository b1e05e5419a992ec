import type { Statement } from '#server/kernel/batch.ts';
import type { PersonalPackage } from './built-in.ts';
import type { DemoHours } from './domain.ts';

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

/** What personal trainings stand on: a name for them, a floor where several train beside one another, hours of trainers. */
export function insertHours(
  tenantId: number,
  hours: readonly DemoHours[],
  trainerIds: readonly number[],
  styleId: number | undefined,
): Statement[] {
  return [
    { text: `update rooms set is_shared = true where tenant_id = $1 and id = ${floor}`, values: [tenantId] },
    {
      text: 'update styles set is_personal = true where tenant_id = $1 and id = $2',
      values: [tenantId, styleId ?? null],
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
          select $1, w.trainer_id, w.weekday, w."from", w.until, ${floor}
          from jsonb_to_recordset($2::jsonb) as w (trainer_id integer, weekday integer, "from" integer, until integer)`,
      values: [
        tenantId,
        JSON.stringify(
          hours.map(({ trainerIndex, ...of }) => ({ ...of, trainer_id: trainerIds[trainerIndex] })),
        ),
      ],
    },
  ];
}

/** The first room of the first club. */
const floor = `(select min(o.id) from rooms o join clubs k on k.tenant_id = o.tenant_id and k.id = o.club_id
    where o.tenant_id = $1 and k.position = 0)`;

export interface SessionRow {
  readonly trainingId: number;
  readonly registrationId: number;
  readonly ticketId: number;
  readonly reservedId: number;
  readonly usedId: number;
  readonly trainerId: number;
  readonly clientId: number;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly localDate: string;
  readonly freeUntil: string;
  readonly bookedAt: string;
  readonly isOver: boolean;
}

export interface PackageRow {
  readonly ticketId: number;
  readonly grantId: number;
  readonly clientId: number;
  readonly boughtOn: string;
  readonly boughtAt: string;
}

/** Packages of clients and the hours with their trainers that they paid for by them, over and to come. */
export function insertSessions(
  tenantId: number,
  packages: readonly PackageRow[],
  sessions: readonly SessionRow[],
): Statement[] {
  const given = `jsonb_to_recordset($2::jsonb) as p ("ticketId" integer, "grantId" integer, "clientId" integer,
    "boughtOn" date, "boughtAt" timestamptz)`;
  const held = `jsonb_to_recordset($2::jsonb) as s ("trainingId" integer, "registrationId" integer, "ticketId" integer,
    "reservedId" integer, "usedId" integer, "trainerId" integer, "clientId" integer, "startsAt" timestamptz,
    "endsAt" timestamptz, "localDate" date, "freeUntil" timestamptz, "bookedAt" timestamptz, "isOver" boolean)`;
  const ofPackages = [tenantId, JSON.stringify(packages)];
  const ofSessions = [tenantId, JSON.stringify(sessions)];
  return [
    {
      text: `insert into tickets (tenant_id, id, product_id, club_id, client_id, first_name, last_name, email, phone, names,
          client_type, is_unlimited, valid_count, valid_unit, start_mode, starts_on, ends_on, salt, created_at)
        select $1, p."ticketId", d.id, k.id, c.id, c.first_name, c.last_name, c.email, c.phone, d.names, 'personalTraining',
          false, d.valid_count, d.valid_unit, 'purchase', p."boughtOn",
          (p."boughtOn" + make_interval(months => d.valid_count) - interval '1 day')::date,
          sha256(convert_to('session ' || $1::integer || ' ' || p."ticketId", 'utf8')), p."boughtAt"
        from ${given}
          join clients c on c.tenant_id = $1 and c.id = p."clientId"
          join clubs k on k.tenant_id = $1 and k.position = 0
          join products d on d.tenant_id = $1 and d.kind = 'personalTraining' and d.visits = 10`,
      values: ofPackages,
    },
    {
      text: `insert into ticket_entries (tenant_id, id, ticket_id, kind, visits, created_at)
        select $1, p."grantId", p."ticketId", 'GRANT', 10, p."boughtAt" from ${given}`,
      values: ofPackages,
    },
    {
      text: `insert into trainings (tenant_id, id, style_id, club_id, room_id, trainer_id, name, starts_at, ends_at, local_date,
          max_places, booked, is_public, is_waiting_list_allowed, is_commenting_allowed, payment, client_type, is_personal)
        select $1, s."trainingId", y.id, k.id, ${floor}, s."trainerId", y.names->>n.default_language, s."startsAt",
          s."endsAt", s."localDate", 1, 1, false, false, false, 'paid', 'personalTraining', true
        from ${held}
          join tenants n on n.tenant_id = $1
          join styles y on y.tenant_id = $1 and y.is_personal
          join clubs k on k.tenant_id = $1 and k.position = 0`,
      values: ofSessions,
    },
    {
      text: `insert into registrations (tenant_id, id, training_id, client_id, state, place, created_at, free_until, presence,
          style_id, starts_at, ends_at, local_date)
        select $1, s."registrationId", t.id, s."clientId", 'booked', 1, s."bookedAt", s."freeUntil",
          case when s."isOver" then true end, t.style_id, t.starts_at, t.ends_at, t.local_date
        from ${held} join trainings t on t.tenant_id = $1 and t.id = s."trainingId"`,
      values: ofSessions,
    },
    {
      text: `insert into ticket_entries (tenant_id, id, ticket_id, kind, visits, settles_id, created_at)
        select $1, e.id, s."ticketId", e.kind, 1, e.settles, e.at
        from ${held} cross join lateral (
          select s."reservedId" as id, 'RESERVE' as kind, null::integer as settles, s."bookedAt" as at
          union all select s."usedId", 'CONSUME', s."reservedId", s."startsAt" where s."isOver") as e
        order by e.at, e.id`,
      values: ofSessions,
    },
    {
      text: `insert into registration_covers (tenant_id, registration_id, kind, ticket_id, ticket_entry_id, created_at, settled,
          settled_at)
        select $1, s."registrationId", 'ticket', s."ticketId", s."reservedId", s."bookedAt",
          case when s."isOver" then 'used' end, case when s."isOver" then s."startsAt" end
        from ${held}`,
      values: ofSessions,
    },
  ];
}
