import { type Ctx, member } from '#server/kernel/ctx.ts';
import { AppError } from '#shared/kernel/errors.ts';
import {
  decideRestoring,
  decideRevoking,
  usesLeftOf,
  type VoucherState,
  voucherStateOf,
} from '#shared/vouchers/domain.ts';
import { releasing } from '../commands.ts';
import * as data from '../data.ts';

type Status = Promise<{ readonly state: VoucherState }>;

/**
 * Withdraws a voucher, with a line of its ledger that says why and by whom: from then on nothing can be taken of it. What
 * was taken before stays taken. Throws `voucherNotFound`, `voucherRevoked`.
 */
export function revokeVoucher(ctx: Ctx, voucherId: number, reason: string): Status {
  return saving(ctx, voucherId, reason, true);
}

/** Gives a voucher that was withdrawn back as it was. Throws `voucherNotFound`, `voucherNotRevoked`. */
export function restoreVoucher(ctx: Ctx, voucherId: number, reason: string): Status {
  return saving(ctx, voucherId, reason, false);
}

function saving(ctx: Ctx, voucherId: number, note: string, isRevoking: boolean): Status {
  const { accountId } = member(ctx);
  const { now, tenant } = ctx;
  return ctx.write(async (transaction) => {
    // Behind the lock that whoever takes a use has too: one of the two comes first.
    const [, [voucher], movements] = await transaction.load(
      data.lockVoucher({ voucherId }),
      data.findVoucher({ voucherId }),
      data.listMovements({ voucherId }),
    );
    if (!voucher) throw new AppError('voucherNotFound');
    if (isRevoking) decideRevoking(voucher);
    else decideRestoring(voucher);
    const revokedAt = isRevoking ? now : null;
    const left = usesLeftOf(voucher.uses, movements, now);
    const kind = isRevoking ? 'revoke' : 'restore';
    return transaction.save(
      { state: voucherStateOf({ ...voucher, revokedAt }, left, now, tenant.timeZone) },
      [
        ...releasing(movements, now),
        data.insertMovement({ voucherId, kind, uses: 0, note, accountId, now }),
        data.setRevoked(voucherId, revokedAt),
      ],
      [],
      [
        {
          noun: 'vouchers',
          id: voucherId,
          before: { isRevoked: !isRevoking },
          after: { isRevoked: isRevoking, reason: note },
        },
      ],
    );
  });
}
