import type { Query } from '#server/kernel/db.ts';
import { nextIdOf } from '#server/kernel/db.ts';
import type { Asked, Kept, Kind } from '#server/kernel/managed/data.ts';
import type { ClientValues } from '#shared/clients/contract.ts';
import { moveMailed } from '../addresses/data.ts';
import { emailTypedAt } from '../data.ts';

const asDate = (instant: string) => `coalesce(to_char(${instant}
      at time zone (select time_zone from tenants t where t.tenant_id = app_tenant()), 'DD.MM.YYYY'), '')`;

const columns = `id, jsonb_build_object('firstName', first_name, 'lastName', last_name, 'email', email, 'phone', phone,
    'address', address, 'city', city, 'county', county, 'zip', zip, 'isBlocked', is_blocked) as values,
  jsonb_build_object('code', code, 'idCode', case when id_code is null then '' when length(id_code) <= 6
    then repeat('•', length(id_code)) else repeat('•', length(id_code) - 4) || right(id_code, 4) end,
    'birthDate', coalesce(to_char(birth_date, 'DD.MM.YYYY'), ''),
    'idShown', ${asDate('id_shown_at')}, 'emailTyped', ${asDate(emailTypedAt('clients'))}) as facts`;

/** By parts of name, e-mail, phone or number; by an id code only where it is given whole. Who was erased is nobody. */
function list({ q, id, offset, limit }: Asked): Query<Kept & { readonly total: number }> {
  const digits = (q ?? '').replaceAll(/\D/g, '');
  return {
    text: `select ${columns}, (count(*) over ())::integer as total from clients
      where tenant_id = app_tenant() and (id = $2 or $1::text is null
        or strpos(lower(first_name || ' ' || last_name || ' ' || email || ' ' || code), lower($1)) > 0
        or ($3::text <> '' and strpos(regexp_replace(phone, '\\D', '', 'g'), $3) > 0)
        or id_code = $4)
        and not exists (select from erasures e
          where e.tenant_id = app_tenant() and e.client_id = clients.id and e.done_at is not null)
      order by (id = $2) desc nulls last, lower(last_name), lower(first_name), id offset $5 limit $6`,
    values: [
      q,
      id,
      digits.length >= 5 ? digits : '',
      (q ?? '').replaceAll(/[\s-]/g, '').toUpperCase(),
      offset,
      limit,
    ],
  };
}

export const clients: Kind<ClientValues> = {
  noun: 'clients',
  isPublic: false,
  references: [],
  list,
  lock: (id) => ({
    text: `select ${columns} from clients where tenant_id = app_tenant() and id = $1 for no key update`,
    values: [id],
  }),
  nextId: () => nextIdOf('clients'),
  save: (id, values) => [
    moveMailed(id, null, values.email),
    {
      text: `insert into clients (id, code, first_name, last_name, email, phone, address, city, county, zip, is_blocked)
        values ($1, 'K' || $1::integer, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        on conflict (tenant_id, id) do update set first_name = excluded.first_name, last_name = excluded.last_name,
          email = excluded.email, phone = excluded.phone, address = excluded.address, city = excluded.city,
          county = excluded.county, zip = excluded.zip, is_blocked = excluded.is_blocked`,
      values: [
        id,
        values.firstName,
        values.lastName,
        values.email,
        values.phone,
        values.address,
        values.city,
        values.county,
        values.zip,
        values.isBlocked,
      ],
    },
  ],
  remove: (id) => ({
    text: 'delete from clients where tenant_id = app_tenant() and id = $1',
    values: [id],
  }),
};

export interface HistoryRow {
  readonly kind: 'registration' | 'contract' | 'ticket' | 'voucher' | 'invoice';
  readonly id: number;
  readonly name: string;
  readonly state: string;
  readonly dateTime: string | null;
  readonly date: string | null;
  readonly untilDate: string | null;
  readonly amountCents: number | null;
  /** Of a registration. */
  readonly trainingId: number | null;
  /** Of an issued invoice: what its link is made of. */
  readonly salt?: Buffer | null;
}

export function findClient(id: number): Query<{ readonly id: number }> {
  return { text: 'select id from clients where tenant_id = app_tenant() and id = $1', values: [id] };
}

/** Of each kind the latest thirty, the newest first. */
export function listHistory(id: number, language: string): Query<HistoryRow>[] {
  const of = (text: string): Query<HistoryRow> => ({ text, values: [id] });
  const named = (text: string): Query<HistoryRow> => ({ text, values: [id, language] });
  return [
    of(`select 'registration' as kind, r.id, t.name, r.state, r.starts_at as "dateTime", null::date as date,
        null::date as "untilDate", null::integer as "amountCents", r.training_id as "trainingId"
      from registrations r join trainings t on t.tenant_id = r.tenant_id and t.id = r.training_id
      where r.tenant_id = app_tenant() and r.client_id = $1 order by r.starts_at desc limit 30`),
    named(`select 'contract' as kind, c.id, c.number || ' · ' || coalesce(c.names ->> $2::text, '') as name, c.state,
        null::timestamptz as "dateTime", c.starts_on as date, c.ends_on as "untilDate",
        (select price_cents from contract_prices p where p.tenant_id = app_tenant() and p.contract_id = c.id
          order by p.from_on desc limit 1) as "amountCents", null::integer as "trainingId"
      from contracts c where c.tenant_id = app_tenant() and c.client_id = $1 order by c.starts_on desc limit 30`),
    named(`select 'ticket' as kind, id, coalesce(names ->> $2::text, '') as name, '' as state, created_at as "dateTime",
        starts_on as date, ends_on as "untilDate", null::integer as "amountCents", null::integer as "trainingId"
      from tickets where tenant_id = app_tenant() and client_id = $1 order by created_at desc limit 30`),
    named(`select 'voucher' as kind, v.id, coalesce(p.names ->> $2::text, '') as name,
        case when v.revoked_at is null then '' else 'revoked' end as state, v.created_at as "dateTime",
        v.valid_from as date, v.valid_until as "untilDate", null::integer as "amountCents", null::integer as "trainingId"
      from vouchers v join products p on p.tenant_id = v.tenant_id and p.id = v.product_id
      where v.tenant_id = app_tenant() and v.client_id = $1 order by v.created_at desc limit 30`),
    of(`select 'invoice' as kind, id, coalesce(number, '') as name, state, created_at as "dateTime", issued_on as date,
        due_on as "untilDate", total_cents as "amountCents", null::integer as "trainingId",
        case when state = 'issued' then salt end as salt
      from invoices where tenant_id = app_tenant() and client_id = $1 order by created_at desc limit 30`),
  ];
}

export interface StoredIdentity {
  readonly idCountry: string | null;
  readonly idCode: string | null;
  readonly birthDate: string | null;
}

export function lockIdentity(id: number): Query<StoredIdentity> {
  return {
    text: `select id_country as "idCountry", id_code as "idCode", birth_date as "birthDate" from clients
      where tenant_id = app_tenant() and id = $1 for no key update`,
    values: [id],
  };
}

export function saveIdentity(id: number, { idCountry, idCode, birthDate }: StoredIdentity): Query {
  return {
    text: `update clients set id_country = $2, id_code = $3, birth_date = $4,
        id_shown_at = case when (id_country, id_code) = ($2, $3) then id_shown_at end
      where tenant_id = app_tenant() and id = $1`,
    values: [id, idCountry, idCode, birthDate],
  };
}
