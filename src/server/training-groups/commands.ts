import type { Ctx } from '#server/kernel/ctx.ts';
import { formatIdCode } from '#shared/joining/identity/domain.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { canSeeGroup } from '#shared/training-groups/policy.ts';
import * as data from './data.ts';

/** A group as the actor may see it. Throws `trainingGroupNotFound`. */
export function visible({ actor }: Ctx, row: data.GroupRow | undefined): data.GroupRow {
  if (!row || !canSeeGroup(actor, row)) throw new AppError('trainingGroupNotFound');
  return row;
}

/**
 * The whole id code of a member. Who read whose stands in the audit trail, the code itself does not (design, section 9).
 * Throws `trainingGroupNotFound`, and `clientNotFound` for who is no member.
 */
export function readIdCode(ctx: Ctx, groupId: number, clientId: number): Promise<{ idCode: string }> {
  return ctx.write(async (transaction) => {
    const today = localDate(ctx.now, ctx.tenant.timeZone);
    const [[row], [member]] = await transaction.load(
      data.findGroup({ groupId, today }),
      data.findIdCode({ groupId, clientId, today }),
    );
    visible(ctx, row);
    if (!member) throw new AppError('clientNotFound');
    const { idCode, idCountry } = member;
    const shown = idCode === null || idCountry === null ? '' : formatIdCode(idCountry, idCode);
    return transaction.save(
      { idCode: shown },
      [],
      [],
      [{ noun: 'client', id: clientId, after: { read: 'whole id code', groupId } }],
    );
  });
}
