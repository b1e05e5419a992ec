import { randomBytes } from 'node:crypto';
import { invoiceToken } from '#server/invoices/commands.ts';
import type { Transaction } from '#server/kernel/db.ts';
import { hashToken } from '#server/kernel/tokens.ts';
import { priceEffect } from '#shared/campaigns/domain.ts';
import { Payer, type SaleItem, Seller } from '#shared/invoices/domain.ts';
import { referenceOf } from '#shared/invoices/references/domain.ts';
import { tax, vatRate } from '#shared/invoices/vat/domain.ts';
import { addDays, instantAt, localDate } from '#shared/kernel/dates.ts';
import { cents } from '#shared/kernel/money.ts';
import { lastDate } from '#shared/products/validity/domain.ts';
import { type CentreIds, takeIds } from '../data.ts';
import type { DemoCentre } from '../domain.ts';
import { storedKeys, type VoucherLoad } from '../vouchers/commands.ts';
import { insertVouchers, type VoucherRow } from '../vouchers/data.ts';
import { vouchersOf } from '../vouchers/domain.ts';
import { type DemoCampaign, demoCampaigns } from './built-in.ts';
import * as data from './data.ts';

/** The first clients after those with an account buy with codes. */
const firstBuyer = 12;

/**
 * Campaign codes of every effect and state. What was bought with them is a voucher, issued and paid: call it after whatever
 * else issues invoices, so that numbers follow on.
 */
export async function loadCampaigns(
  transaction: Transaction,
  tenantId: number,
  centre: DemoCentre,
  ids: CentreIds,
  productIds: readonly number[],
  { now, tokens }: VoucherLoad,
): Promise<void> {
  const { tenant, clients } = centre;
  const { timeZone, defaultLanguage: language } = tenant;
  const [sold] = vouchersOf(tenant);
  const today = localDate(now, timeZone);
  const ago = (days: number) => instantAt(addDays(today, -days), '12:00', timeZone);
  const buys = demoCampaigns.flatMap((campaign, index) =>
    Array.from({ length: campaign.redeemed }, () => ({ campaign, index })),
  );
  const [[taken]] = await transaction.load(
    takeIds({
      campaigns: demoCampaigns.length,
      invoices: buys.length,
      receipts: buys.length,
      vouchers: buys.length,
    }),
  );
  if (!taken) throw new Error(`${tenant.host}: the database gave no ids`);
  const clubId = ids.clubs[0] ?? 0;
  const productId = productIds[0] ?? 0;
  const campaigns = demoCampaigns.map((campaign, index) => ({
    ...campaign,
    id: taken.campaigns[index] ?? 0,
    validFrom: addDays(today, campaign.fromDay),
    validUntil: campaign.untilDay === null ? null : addDays(today, campaign.untilDay),
    createdAt: ago(180),
  }));
  const seller = Seller.parse({ ...tenant.company, contact: tenant.contact });
  const sales = buys.map(({ campaign, index }, nth) => {
    const clientIndex = firstBuyer + nth;
    const client = clients[clientIndex];
    const day = addDays(today, -9 + nth);
    const invoiceId = taken.invoices[nth] ?? 0;
    const salt = randomBytes(32);
    const at = instantAt(day, '12:00', timeZone);
    const clientId = ids.clients[clientIndex] ?? 0;
    const { firstName = '', lastName = '', email = '', phone = '' } = client ?? {};
    const holder = { clientId, firstName, lastName, email, phone };
    const item: SaleItem = { kind: 'voucher', productId, clubId, holder };
    const name = `${firstName} ${lastName}`;
    const row: data.SaleRow = {
      invoiceId,
      receiptId: taken.receipts[nth] ?? 0,
      campaignId: campaigns[index]?.id ?? 0,
      salt,
      tokenHash: hashToken(invoiceToken(tokens, tenantId, invoiceId, salt)),
      reference: referenceOf(String(invoiceId)),
      clientId,
      payer: Payer.parse({ name, email: email.toLowerCase(), phone }),
      seller,
      language,
      day,
      dueOn: addDays(day, seller.paymentDays),
      at,
      line: { ...lineOf(centre, campaign, productId, day), item },
    };
    const id = taken.vouchers[nth] ?? 0;
    const voucher: VoucherRow = {
      ...storedKeys(tokens, tenantId, 'voucher', id),
      id,
      productId,
      clubId,
      clientId,
      holderName: name,
      holderEmail: email.toLowerCase(),
      uses: sold.uses,
      validFrom: day,
      validUntil: lastDate(day, { count: sold.months, unit: 'month' }),
      isShareable: sold.isShareable,
      revokedAt: null,
      invoiceId,
      linkId: null,
      createdAt: at,
    };
    return { row, voucher };
  });
  await transaction.load(
    ...data.insertCampaigns(tenantId, campaigns, { productId, clubId }),
    ...sales.flatMap(({ row }) => data.insertSale(tenantId, row)),
    insertVouchers(
      tenantId,
      sales.map(({ voucher }) => voucher),
    ),
  );
}

/** The line of one voucher bought with a code, taxed as any other. */
function lineOf({ tenant }: DemoCentre, campaign: DemoCampaign, productId: number, day: string) {
  const [sold] = vouchersOf(tenant);
  const line = {
    productId,
    article: sold.names[tenant.defaultLanguage],
    quantity: 1,
    unitCents: cents(sold.priceCents),
    discountCents: cents(0),
  };
  const { lines } = priceEffect({ ...campaign, productIds: [] }, [line]);
  const rate = vatRate(tenant.country2Code, 'standard', day);
  const taxed = tax(lines.map((priced) => ({ ...priced, vatKind: 'standard' as const, vatRate: rate })));
  const [first] = taxed.lines;
  if (!first) throw new Error('a line was lost');
  return first;
}
