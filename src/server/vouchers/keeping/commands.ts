import { type Ctx, member } from '#server/kernel/ctx.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { decideKeeping } from '#shared/vouchers/domain.ts';
import * as data from '../data.ts';
import { open } from '../links/commands.ts';

/**
 * Puts a voucher into the account of whoever bears its address, so that they book with it. Throws `voucherNotFound` for an
 * address of anything else, `tooManyAttempts`, and what `decideKeeping` throws.
 */
export async function keepVoucher(
  ctx: Ctx,
  tokens: Tokens,
  token: string,
  address: string,
): Promise<{ id: number }> {
  const opened = await open(ctx, tokens, token, address);
  if (opened.kind !== 'voucher') throw new AppError('voucherNotFound');
  const { id } = opened.of.voucher;
  const { clientId } = member(ctx);
  const { now, tenant } = ctx;
  return ctx.write(async ({ load, keep, save }) => {
    const [, [voucher], movements] = await load(
      data.lockVoucher({ voucherId: id }),
      data.findVoucher({ voucherId: id }),
      data.listMovements({ voucherId: id }),
    );
    if (!voucher) throw new AppError('voucherNotFound');
    const isNew = decideKeeping(voucher, movements, { now, timeZone: tenant.timeZone, clientId });
    return isNew ? save({ id }, [data.setKeeper(id, clientId)]) : keep({ id });
  });
}
