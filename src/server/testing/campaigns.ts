import type { PriceEffect } from '#shared/campaigns/domain.ts';
import type { Centre } from './centre.ts';
import type { TestServer } from './server.ts';

export interface CampaignParts {
  readonly code: string;
  readonly effect?: PriceEffect;
  readonly value?: number;
  readonly places?: number | null;
  readonly validFrom?: string;
  readonly validUntil?: string | null;
  readonly productIds?: readonly number[];
  readonly clubIds?: readonly number[];
  readonly isOncePerClient?: boolean;
  readonly isActive?: boolean;
}

/** A campaign code; a tenth off everything, without end, unless told otherwise. */
export async function campaignOf({ ask }: TestServer, home: Centre, parts: CampaignParts): Promise<number> {
  const { code, effect = 'percent', value = 10, places = null, validFrom = '2026-09-01' } = parts;
  const { validUntil = null, isOncePerClient = false, isActive = true } = parts;
  const names = { et: 'Sügiskampaania', en: 'Autumn campaign', lv: 'Rudens kampaņa' };
  const [row] = await ask<{ id: number }>(
    `with campaign as (
       insert into campaigns (tenant_id, code, names, valid_from, valid_until, places, effect, value,
         is_once_per_client, is_active, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now()) returning tenant_id, id),
     products as (insert into campaign_products (tenant_id, campaign_id, product_id)
       select tenant_id, id, unnest($11::integer[]) from campaign),
     clubs as (insert into campaign_clubs (tenant_id, campaign_id, club_id)
       select tenant_id, id, unnest($12::integer[]) from campaign)
     select id from campaign`,
    home.id,
    code,
    JSON.stringify(names),
    validFrom,
    validUntil,
    places,
    effect,
    value,
    isOncePerClient,
    isActive,
    parts.productIds ?? [],
    parts.clubIds ?? [],
  );
  return row?.id ?? 0;
}
