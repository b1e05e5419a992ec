import { type Ctx, member, requireProof } from '#server/kernel/ctx.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { decideCorrecting, grantedOf, usesLeftOf } from '#shared/vouchers/domain.ts';
import { releasing } from '../commands.ts';
import * as data from '../data.ts';

/**
 * Corrects how many uses a voucher has, by a line of its ledger that says why and by whom. Throws `voucherNotFound`,
 * `voucherRevoked`, `voucherUsesTooFew` where more would be taken away than is left, or `proofNeeded` where it would have more
 * than it was sold with.
 */
export async function adjustVoucher(
  ctx: Ctx,
  voucherId: number,
  { uses, reason: note }: { readonly uses: number; readonly reason: string },
): Promise<{ uses: number; usesLeft: number }> {
  const { accountId } = member(ctx);
  const { now } = ctx;
  await ctx.write(async (transaction) => {
    const [, [voucher], movements] = await transaction.load(
      data.lockVoucher({ voucherId }),
      data.findVoucher({ voucherId }),
      data.listMovements({ voucherId }),
    );
    if (!voucher) throw new AppError('voucherNotFound');
    decideCorrecting(voucher, movements, uses, now);
    // The ledger counts what was taken: what is added stands in it below zero.
    const correction = { voucherId, kind: 'correct', uses: -uses, note, accountId, now } as const;
    const usesLeft = usesLeftOf(voucher.uses, movements, now);
    // More than it was sold with.
    if (uses > 0 && usesLeft + uses > voucher.uses) requireProof(ctx);
    return transaction.save(
      {},
      [...releasing(movements, now), data.insertMovement(correction)],
      [],
      [
        {
          noun: 'vouchers',
          id: voucherId,
          before: { usesLeft },
          after: { usesLeft: usesLeft + uses, reason: note },
        },
      ],
    );
  });
  const [[voucher], movements] = await ctx.read(
    data.findVoucher({ voucherId }),
    data.listMovements({ voucherId }),
  );
  if (!voucher) throw new AppError('voucherNotFound');
  return {
    uses: grantedOf(voucher.uses, movements),
    usesLeft: usesLeftOf(voucher.uses, movements, now),
  };
}
