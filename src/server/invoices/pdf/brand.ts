import { z } from 'zod';
import { decoder } from '#server/kernel/decoding/decoder.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import type { drawDocument } from './document.ts';

/** Draws papers beside the process that answers. */
export const invoicePdf = decoder<typeof drawDocument>(
  new URL('./document.ts', import.meta.url),
  'drawDocument',
  {
    lane: 'papers',
    seconds: 20,
    refusal: 'takesTooLong',
    mostWaiting: 50,
  },
);

/** What of its centre an invoice shows. */
export interface PdfBrand {
  readonly title: string;
  /** The invoice logo; one that cannot be drawn is left out. */
  readonly logoSvg: string;
  readonly country: string;
  readonly timeZone: string;
}

const Logos = z.object({ invoice: z.string() });

export function brandOf(tenant: Tenant): PdfBrand {
  return {
    title: tenant.name,
    logoSvg: Logos.parse(tenant.logos).invoice,
    country: tenant.country,
    timeZone: tenant.timeZone,
  };
}
