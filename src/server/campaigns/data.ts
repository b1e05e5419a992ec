import { sql } from 'kysely';
import { prepared, type Query, type RowOf, sqlBuilder } from '#server/kernel/db.ts';
import type { PriceEffect } from '#shared/campaigns/domain.ts';
import type { Cents } from '#shared/kernel/money.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

interface ByCode {
  /** SHA-256 of the code as it is compared. */
  readonly hash: Buffer;
}

/** Locks a campaign: its places are counted by one after another. References to it do not wait for the lock. */
export const lockCampaign = prepared(({ hash }: ByCode) =>
  sqlBuilder
    .selectFrom('campaigns')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('code_hash', '=', hash)
    .forNoKeyUpdate(),
);

/** The campaign of a draft, locked. */
export const lockCampaignOf = prepared(({ invoiceId }: { invoiceId: number }) =>
  sqlBuilder
    .selectFrom('campaigns')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('campaign_redemptions')
        .select('campaign_id')
        .where('tenant_id', '=', tenant)
        .where('invoice_id', '=', invoiceId),
    )
    .forNoKeyUpdate(),
);

export interface Buyer {
  /** 0: nobody with an account. */
  readonly clientId: number;
  /** As `mailboxOf` writes it; empty: nobody's, or not asked for. */
  readonly mailbox: string;
}

/** What an address leads to, as `mailboxOf` and the index have it. */
const mailboxIn = (table: 'r' | 'o') => sql`regexp_replace(${sql.ref(`${table}.email`)}, '\\+[^@]*@', '@')`;

/**
 * A campaign with everything that decides over it, in the reader's language; after the lock, where a place is about to
 * be taken. One question whether the code is known or not.
 */
export const findCampaign = prepared(
  (of: ByCode & Buyer & { now: string; language: string; defaultLanguage: string }) =>
    sqlBuilder
      .selectFrom('campaigns as c')
      .select([
        'c.id',
        'c.code',
        sql<string>`coalesce(c.names->>${of.language}, c.names->>${of.defaultLanguage}, '')`.as('name'),
        'c.valid_from as validFrom',
        'c.valid_until as validUntil',
        'c.places',
        sql<PriceEffect>`c.effect`.as('effect'),
        'c.value',
        'c.is_once_per_client as isOncePerClient',
        'c.is_active as isActive',
        sql<number[]>`array(select p.product_id from campaign_products p
          where p.tenant_id = c.tenant_id and p.campaign_id = c.id)`.as('productIds'),
        sql<number[]>`array(select u.club_id from campaign_clubs u
          where u.tenant_id = c.tenant_id and u.campaign_id = c.id)`.as('clubIds'),
        sql<number>`(select count(*)::integer from campaign_redemptions r where r.tenant_id = c.tenant_id
          and r.campaign_id = c.id and r.released_at is null
          and (r.redeemed_at is not null or r.held_until > ${of.now}))`.as('taken'),
        sql<boolean>`(exists (select from campaign_redemptions r where r.tenant_id = c.tenant_id
            and r.client_id = ${of.clientId} and r.campaign_id = c.id and r.released_at is null
            and (r.redeemed_at is not null or r.held_until > ${of.now}))
          or exists (select from campaign_redemptions r where r.tenant_id = c.tenant_id
            and ${mailboxIn('r')} = ${of.mailbox} and ${of.mailbox}::text <> ''
            and r.campaign_id = c.id and r.released_at is null
            and (r.redeemed_at is not null or r.client_id is not null and r.held_until > ${of.now})))`.as(
          'isUsedByClient',
        ),
      ])
      .where('c.tenant_id', '=', tenant)
      .where('c.code_hash', '=', of.hash),
);

export type CampaignRow = RowOf<ReturnType<typeof findCampaign>>;

/** What a product costs at a club when bought in the app. */
export const findPrice = prepared(
  (of: { productId: number; clubId: number; language: string; defaultLanguage: string }) =>
    sqlBuilder
      .selectFrom('products as p')
      .innerJoin('product_prices as r', (join) =>
        join.onRef('r.tenant_id', '=', 'p.tenant_id').onRef('r.product_id', '=', 'p.id'),
      )
      .select([
        sql<string>`coalesce(p.names->>${of.language}, p.names->>${of.defaultLanguage}, '')`.as('name'),
        sql<number>`coalesce(r.price_online_cents, r.price_cents)`.as('priceCents'),
      ])
      .where('p.tenant_id', '=', tenant)
      .where('r.tenant_id', '=', tenant)
      .where('p.id', '=', of.productId)
      .where('r.club_id', '=', of.clubId)
      .where('p.is_active', '=', sql.lit(true)),
);

/** For what a client has the code of another draft already, where each may use it once; the number is null while it is unpaid. */
export const findUseBefore = prepared((of: { invoiceId: number; clientId: number; now: string }) =>
  sqlBuilder
    .selectFrom('campaign_redemptions as o')
    .innerJoin('campaigns as c', (join) =>
      join.onRef('c.tenant_id', '=', 'o.tenant_id').onRef('c.id', '=', 'o.campaign_id'),
    )
    .innerJoin('campaign_redemptions as r', (join) =>
      join.onRef('r.tenant_id', '=', 'o.tenant_id').onRef('r.campaign_id', '=', 'o.campaign_id'),
    )
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.tenant_id', '=', 'r.tenant_id').onRef('i.id', '=', 'r.invoice_id'),
    )
    .select(['i.number', 'c.code'])
    .where('o.tenant_id', '=', tenant)
    .where('c.tenant_id', '=', tenant)
    .where('r.tenant_id', '=', tenant)
    .where('i.tenant_id', '=', tenant)
    .where('o.invoice_id', '=', of.invoiceId)
    .where('o.released_at', 'is', null)
    .where('c.is_once_per_client', '=', sql.lit(true))
    .where('r.invoice_id', '<>', of.invoiceId)
    .where('r.client_id', '=', of.clientId)
    .where('r.released_at', 'is', null)
    .where((where) => where.or([where('r.redeemed_at', 'is not', null), where('r.held_until', '>', of.now)]))
    .orderBy('r.invoice_id')
    .limit(1),
);

export interface NewRedemption {
  readonly invoiceId: number;
  readonly campaignId: number;
  readonly clientId: number | null;
  readonly email: string;
  readonly discountCents: Cents;
  readonly heldUntil: string;
  readonly now: string;
}

/** After the draft it belongs to. */
export function insertRedemption(redemption: NewRedemption): Query {
  return sqlBuilder.insertInto('campaign_redemptions').values({
    invoice_id: redemption.invoiceId,
    campaign_id: redemption.campaignId,
    client_id: redemption.clientId,
    email: redemption.email,
    discount_cents: redemption.discountCents,
    held_until: redemption.heldUntil,
    created_at: redemption.now,
  });
}

export const findRedemption = prepared(({ invoiceId }: { invoiceId: number }) =>
  sqlBuilder
    .selectFrom('campaign_redemptions')
    .select([
      'campaign_id as campaignId',
      'client_id as clientId',
      'held_until as heldUntil',
      'extended_at as extendedAt',
      'redeemed_at as redeemedAt',
      'released_at as releasedAt',
    ])
    .where('tenant_id', '=', tenant)
    .where('invoice_id', '=', invoiceId),
);

/** What decides over a draft's place that is taken again: the campaign and who else has it, the draft's own left out. */
export const findPlacesBeside = prepared(({ invoiceId, now }: { invoiceId: number; now: string }) => {
  const others = sql`campaign_redemptions r where r.tenant_id = c.tenant_id
        and r.campaign_id = c.id and r.released_at is null and r.invoice_id <> o.invoice_id
        and (r.redeemed_at is not null or r.held_until > ${now})`;
  return sqlBuilder
    .selectFrom('campaigns as c')
    .innerJoin('campaign_redemptions as o', (join) =>
      join.onRef('o.tenant_id', '=', 'c.tenant_id').onRef('o.campaign_id', '=', 'c.id'),
    )
    .select([
      'c.places',
      'c.is_once_per_client as isOncePerClient',
      sql<number>`(select count(*)::integer from ${others})`.as('taken'),
      sql<boolean>`(exists (select from ${others} and r.client_id = o.client_id)
          or exists (select from ${others} and ${mailboxIn('r')} = ${mailboxIn('o')} and o.email <> ''
            and (r.redeemed_at is not null or r.client_id is not null)))`.as('isUsedByClient'),
    ])
    .where('c.tenant_id', '=', tenant)
    .where('o.tenant_id', '=', tenant)
    .where('o.invoice_id', '=', invoiceId);
});

/** How a draft's place changes; what is left out stays. */
export interface RedemptionChange {
  readonly invoiceId: number;
  readonly heldUntil?: string;
  readonly extendedAt?: string;
  readonly redeemedAt?: string | null;
  readonly releasedAt?: string | null;
}

export function changeRedemption(change: RedemptionChange): Query {
  const { invoiceId, heldUntil, extendedAt, redeemedAt, releasedAt } = change;
  return sqlBuilder
    .updateTable('campaign_redemptions')
    .set({
      ...(heldUntil === undefined ? {} : { held_until: heldUntil }),
      ...(extendedAt === undefined ? {} : { extended_at: extendedAt }),
      ...(redeemedAt === undefined ? {} : { redeemed_at: redeemedAt }),
      ...(releasedAt === undefined ? {} : { released_at: releasedAt }),
    })
    .where('tenant_id', '=', tenant)
    .where('invoice_id', '=', invoiceId);
}

/** Releases a draft's place unless it was redeemed. */
export function releaseRedemption(invoiceId: number, now: string): Query {
  return sqlBuilder
    .updateTable('campaign_redemptions')
    .set({ released_at: now })
    .where('tenant_id', '=', tenant)
    .where('invoice_id', '=', invoiceId)
    .where('redeemed_at', 'is', null)
    .where('released_at', 'is', null);
}

/** Releases places whose time is over: of one campaign, or of all. */
export function releaseOverdue(now: string, campaignId?: number): Query {
  const overdue = sqlBuilder
    .updateTable('campaign_redemptions')
    .set({ released_at: now })
    .where('tenant_id', '=', tenant)
    .where('redeemed_at', 'is', null)
    .where('released_at', 'is', null)
    .where('held_until', '<=', now);
  return campaignId === undefined ? overdue : overdue.where('campaign_id', '=', campaignId);
}
