import { countGivenUp } from '#server/invoices/credits/commands.ts';
import { type Ctx, requireProof } from '#server/kernel/ctx.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { meetBuyer } from '#server/payments/desk/commands.ts';
import { makeKeys } from '#server/vouchers/codes/commands.ts';
import { nameLanguagesOf } from '#server/vouchers/commands.ts';
import { findSoldProduct, insertVoucher, nextVoucherId } from '#server/vouchers/data.ts';
import { writeVoucherMail } from '#server/vouchers/mails.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { lastDate } from '#shared/products/validity/domain.ts';
import { tooFar } from '#shared/tickets/domain.ts';

export interface VoucherGrantPorts {
  readonly tokens: Tokens;
  originOf(tenant: Tenant): string;
}

/**
 * Gives a client a voucher without a sale, and mails it where they have an address. Throws `clientNotFound`, `clientErased`,
 * `voucherNotFound` where the product is no voucher of the centre, `dataValidationFailed` where it would begin later than
 * anything that is sold may, and `proofNeeded` for more uses than it is sold with, or where much is
 * given away within a day, or its price is younger.
 */
export function grantVoucher(
  ctx: Ctx,
  { tokens, originOf }: VoucherGrantPorts,
  clientId: number,
  request: {
    readonly productId: number;
    readonly uses: number | null;
    readonly validFrom: string;
    readonly reason: string;
  },
): Promise<{ id: number }> {
  const { tenant, now } = ctx;
  const { productId, validFrom, reason } = request;
  const problem = tooFar(validFrom, localDate(now, tenant.timeZone), tenant.limits.ticketStartDaysMax);
  if (problem) throw new AppError('dataValidationFailed', { field: 'validFrom', problem });
  return ctx.write(async ({ load, save }) => {
    const { buyer } = await meetBuyer(ctx, { load }, clientId);
    const [[product], [next]] = await load(
      findSoldProduct({ productId, ...nameLanguagesOf(ctx) }),
      nextVoucherId({}),
    );
    if (!product?.visits || !next) throw new AppError('voucherNotFound');
    const { id } = next;
    const { token, code, ...stored } = makeKeys(tokens, tenant.id, 'voucher', id);
    const uses = request.uses ?? product.visits;
    // More than it is sold with.
    if (uses > product.visits) requireProof(ctx);
    const worthCents = Math.round((product.priceCents * uses) / product.visits);
    const counted = await countGivenUp(ctx, load, worthCents, productId);
    const validUntil = lastDate(validFrom, { count: product.validCount, unit: product.validUnit });
    const holderName = `${buyer.firstName} ${buyer.lastName}`.trim();
    const holderEmail = buyer.email.toLowerCase();
    const voucher = insertVoucher({
      ...stored,
      ...{ id, productId, clubId: null, clientId, holderName, holderEmail, uses, validFrom, validUntil },
      ...{ isShareable: product.isShareable, line: null, linkId: null, now },
    });
    const mail = writeVoucherMail('bought', {
      ...{ tenantName: tenant.name, origin: originOf(tenant), language: tenant.defaultLanguage },
      ...{
        to: holderEmail,
        holderName,
        name: product.name,
        giver: '',
        uses,
        validUntil,
        token,
        code,
        occasion: '',
      },
    });
    return save({ id }, [voucher], holderEmail === '' ? [] : [mail], [
      {
        noun: 'vouchers',
        id,
        after: { clientId, productId, uses, validFrom, validUntil, reason, ...counted },
      },
    ]);
  });
}
