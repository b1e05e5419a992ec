import type { Query } from '#server/kernel/db.ts';
import { nextIdOf } from '#server/kernel/db.ts';
import type { Asked, Kept, Kind } from '#server/kernel/managed/data.ts';
import { cents, eurosToCents } from '#shared/kernel/money.ts';
import type { CampaignValues, ProductValues } from '#shared/products/admin/contract.ts';

const texts = (column: string) =>
  `jsonb_build_object('et', coalesce(${column} ->> 'et', ''), 'en', coalesce(${column} ->> 'en', ''),
    'lv', coalesce(${column} ->> 'lv', ''))`;

const productColumns = `t.id, jsonb_build_object('kind', t.kind, 'names', ${texts('t.names')}, 'descriptions', ${texts('t.descriptions')},
    'category', t.category, 'clientType', t.client_type, 'vatKind', t.vat_kind, 'visits', t.visits,
    'validCount', t.valid_count, 'validUnit', t.valid_unit, 'startMode', t.start_mode, 'isShareable', t.is_shareable,
    'isActive', t.is_active, 'position', t.position,
    'prices', (select coalesce(jsonb_agg(jsonb_build_object('clubId', c.club_id, 'price', c.price_cents / 100.0,
        'priceOnline', c.price_online_cents / 100.0) order by c.club_id), '[]') from product_prices c
      where c.tenant_id = app_tenant() and c.product_id = t.id))
    || coalesce((select jsonb_build_object('terms', jsonb_build_object('periodMonths', k.period_months,
        'termMonths', k.term_months, 'renews', k.renews, 'bindingMonths', k.binding_months, 'anchor', k.anchor,
        'joiningFeeId', k.joining_fee_id, 'benefits',
        (select jsonb_agg(jsonb_build_object('clientType', b -> 'clientType', 'visits', b -> 'visits', 'from', b -> 'from',
            'until', b -> 'until', 'clubIds', coalesce(b -> 'clubIds', '[]'), 'weekdays',
            (select coalesce(jsonb_agg(w order by w), '[]') from jsonb_array_elements_text(coalesce(b -> 'weekdays', '[]')) w))
            order by place)
          from jsonb_array_elements(k.benefits) with ordinality as of_all (b, place))))
      from packages k where k.tenant_id = app_tenant() and k.product_id = t.id), '{}') as values`;

/** What was sold of it stays as it was sold. */
const productFacts = `jsonb_build_object('sold', case when t.kind = 'package' then
    (select count(*)::text from contracts s where s.tenant_id = app_tenant() and s.product_id = t.id)
    when t.kind = 'voucher' then
    (select count(*)::text from vouchers s where s.tenant_id = app_tenant() and s.product_id = t.id)
    else (select count(*)::text from tickets s where s.tenant_id = app_tenant() and s.product_id = t.id) end) as facts`;

export const products: Kind<ProductValues> = {
  noun: 'products',
  isPublic: true,
  references: ['clubs', 'fees'],
  list: ({ offset, limit }: Asked): Query<Kept & { readonly total: number }> => ({
    text: `select ${productColumns}, ${productFacts}, (count(*) over ())::integer as total from products t
      where t.tenant_id = app_tenant() order by t.is_active desc, t.kind, t.position, t.id offset $1 limit $2`,
    values: [offset, limit * 10],
  }),
  lock: (id) => ({
    text: `select ${productColumns}, ${productFacts} from products t
      where t.tenant_id = app_tenant() and t.id = $1 for no key update of t`,
    values: [id],
  }),
  nextId: () => nextIdOf('products'),
  problems: (_, { terms }) => ({
    // Nothing else holds them to clubs that are there: they are kept in one piece with the benefit.
    text: `select 'terms.benefits' as field from unnest($1::integer[]) as named (id)
      where not exists (select from clubs c where c.tenant_id = app_tenant() and c.id = named.id) limit 1`,
    values: [terms?.benefits.flatMap(({ clubIds }) => clubIds) ?? []],
  }),
  save: (id, values) => {
    const prices = values.prices.map(({ clubId, price, priceOnline }) => ({
      clubId,
      priceCents: eurosToCents(price),
      priceOnlineCents: priceOnline === null ? null : eurosToCents(priceOnline),
    }));
    return [
      {
        text: `insert into products (id, kind, category, client_type, names, descriptions, vat_kind, visits, valid_count,
            valid_unit, start_mode, is_shareable, is_active, position)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
          on conflict (tenant_id, id) do update set category = excluded.category, client_type = excluded.client_type,
            names = excluded.names, descriptions = excluded.descriptions, vat_kind = excluded.vat_kind,
            visits = excluded.visits, valid_count = excluded.valid_count, valid_unit = excluded.valid_unit,
            start_mode = excluded.start_mode, is_shareable = excluded.is_shareable, is_active = excluded.is_active,
            position = excluded.position`,
        values: [
          id,
          values.kind,
          values.category,
          values.clientType,
          JSON.stringify(values.names),
          JSON.stringify(values.descriptions),
          values.vatKind,
          values.visits,
          values.validCount,
          values.validUnit,
          values.startMode,
          values.isShareable,
          values.isActive,
          values.position,
        ],
      },
      {
        text: `delete from product_prices where tenant_id = app_tenant() and product_id = $1 and club_id <> all($2)`,
        values: [id, prices.map(({ clubId }) => clubId)],
      },
      {
        text: `insert into product_prices (product_id, club_id, price_cents, price_online_cents)
          select $1, "clubId", "priceCents", "priceOnlineCents" from jsonb_to_recordset($2::jsonb)
            as r ("clubId" integer, "priceCents" integer, "priceOnlineCents" integer)
          on conflict (tenant_id, product_id, club_id) do update set price_cents = excluded.price_cents,
            price_online_cents = excluded.price_online_cents`,
        values: [id, JSON.stringify(prices)],
      },
      ...(values.terms ? [savePackage(id, values.terms)] : []),
    ];
  },
  remove: (id) => ({
    text: `with terms as (delete from packages where tenant_id = app_tenant() and product_id = $1),
        prices as (delete from product_prices where tenant_id = app_tenant() and product_id = $1)
      delete from products where tenant_id = app_tenant() and id = $1`,
    values: [id],
  }),
};

function savePackage(id: number, terms: NonNullable<ProductValues['terms']>): Query {
  const benefits = terms.benefits.map(({ weekdays, ...rest }) => ({
    ...rest,
    weekdays: weekdays.map(Number),
  }));
  return {
    text: `insert into packages (product_id, period_months, term_months, renews, binding_months, anchor, joining_fee_id,
        benefits)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (tenant_id, product_id) do update set period_months = excluded.period_months,
        term_months = excluded.term_months, renews = excluded.renews, binding_months = excluded.binding_months,
        anchor = excluded.anchor, joining_fee_id = excluded.joining_fee_id, benefits = excluded.benefits`,
    values: [
      id,
      terms.periodMonths,
      terms.termMonths,
      terms.renews,
      terms.bindingMonths,
      terms.anchor,
      terms.joiningFeeId,
      JSON.stringify(benefits),
    ],
  };
}

const campaignColumns = `t.id, jsonb_build_object('code', t.code, 'names', ${texts('t.names')}, 'effect', t.effect,
    'validFrom', t.valid_from, 'validUntil', t.valid_until, 'places', t.places, 'isOncePerClient', t.is_once_per_client,
    'isActive', t.is_active,
    'productIds', (select coalesce(jsonb_agg(c.product_id order by c.product_id), '[]') from campaign_products c
      where c.tenant_id = app_tenant() and c.campaign_id = t.id),
    'clubIds', (select coalesce(jsonb_agg(c.club_id order by c.club_id), '[]') from campaign_clubs c
      where c.tenant_id = app_tenant() and c.campaign_id = t.id))
    || case when t.effect = 'percent' then jsonb_build_object('percent', t.value)
      when t.effect = 'none' then '{}' else jsonb_build_object('amount', t.value / 100.0) end as values,
  jsonb_build_object('taken', (select count(*)::text from campaign_redemptions r where r.tenant_id = app_tenant()
    and r.campaign_id = t.id and r.released_at is null)) as facts`;

export const campaigns: Kind<CampaignValues> = {
  noun: 'campaigns',
  isPublic: false,
  references: ['products', 'clubs'],
  list: ({ offset, limit }: Asked): Query<Kept & { readonly total: number }> => ({
    text: `select ${campaignColumns}, (count(*) over ())::integer as total from campaigns t
      where t.tenant_id = app_tenant() order by t.is_active desc, t.valid_from desc, t.id desc offset $1 limit $2`,
    values: [offset, limit * 10],
  }),
  lock: (id) => ({
    text: `select ${campaignColumns} from campaigns t
      where t.tenant_id = app_tenant() and t.id = $1 for no key update of t`,
    values: [id],
  }),
  nextId: () => nextIdOf('campaigns'),
  save: (id, values, now) => [
    {
      text: `insert into campaigns (id, code, names, effect, value, valid_from, valid_until, places, is_once_per_client,
          is_active, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        on conflict (tenant_id, id) do update set names = excluded.names, effect = excluded.effect,
          value = excluded.value, valid_from = excluded.valid_from, valid_until = excluded.valid_until,
          places = excluded.places, is_once_per_client = excluded.is_once_per_client, is_active = excluded.is_active`,
      values: [
        id,
        values.code,
        JSON.stringify(values.names),
        values.effect,
        effectValue(values),
        values.validFrom,
        values.validUntil,
        values.places,
        values.isOncePerClient,
        values.isActive,
        now,
      ],
    },
    ...linked('campaign_products', 'product_id', id, values.productIds),
    ...linked('campaign_clubs', 'club_id', id, values.clubIds),
  ],
  remove: (id) => ({
    text: 'delete from campaigns where tenant_id = app_tenant() and id = $1',
    values: [id],
  }),
};

/** Cents of one piece, or whole percents. */
function effectValue({ effect, amount, percent }: CampaignValues): number {
  if (effect === 'percent') return percent ?? 0;
  return effect === 'none' ? cents(0) : eurosToCents(amount ?? 0);
}

function linked(table: string, column: string, id: number, ids: readonly number[]): Query[] {
  return [
    {
      text: `delete from ${table} where tenant_id = app_tenant() and campaign_id = $1 and ${column} <> all($2)`,
      values: [id, ids],
    },
    {
      text: `insert into ${table} (campaign_id, ${column}) select $1, unnest($2::integer[]) on conflict do nothing`,
      values: [id, ids],
    },
  ];
}
