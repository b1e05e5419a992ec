import { z } from 'zod';
import type { Tenant } from '#server/kernel/tenant.ts';

/** What of its centre an invoice shows. */
export interface PaperBrand {
  readonly title: string;
  /** The invoice logo; one that cannot be drawn is left out. */
  readonly logoSvg: string;
  readonly country: string;
  readonly timeZone: string;
}

const Logos = z.object({ invoice: z.string() });

export function brandOf(tenant: Tenant): PaperBrand {
  return {
    title: tenant.name,
    logoSvg: Logos.parse(tenant.logos).invoice,
    country: tenant.country,
    timeZone: tenant.timeZone,
  };
}
