import { type Ctx, member } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import { decidableOf, type Status } from '#shared/contracts/status/domain.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { lapsing } from '../bookings/commands.ts';
import { insertChange, lockContract } from '../data.ts';
import { missedTerms } from '../renewals/commands.ts';
import { insertTerms } from '../renewals/data.ts';
import { type ContractView, getView } from '../views/commands.ts';
import * as data from './data.ts';

interface Step {
  readonly kind: 'block' | 'unblock' | 'collection' | 'recall';
  readonly reason: string;
  /** With `block`: the last date of it. */
  readonly untilOn?: string | null;
}

/**
 * What only a person decides about a contract: to block it, to lift that, to give its debt to a collector, to take it
 * back from there. Kept with the reason and who did it. Throws `contractNotFound`, `dataValidationFailed` for a date that is over, and `actionNotAllowed`
 * where the contract is over, there is nothing to lift, nothing is owed, or a collector has it.
 */
export function decideStatus(ctx: Ctx, contractId: number, step: Step): Promise<Status | null> {
  const { accountId } = member(ctx);
  const { now } = ctx;
  return ctx.write(async (transaction) => {
    await transaction.load(lockContract({ contractId }));
    const view = await getView(ctx, transaction.load, { contractId, clientId: null });
    const { kind, reason, untilOn = null } = step;
    // What would have gone on by itself meanwhile goes on: it is as if it had never been given.
    const isGoingOn = kind === 'recall' && view.facts.state === 'live' && view.facts.noticeAt === null;
    const terms = isGoingOn ? await missedTerms(ctx, transaction.load, view, view.facts.endsOn) : [];
    await transaction.load(
      changing(ctx, view, step),
      insertChange(contractId, kind, { reason, until: untilOn }, accountId, now),
      ...(kind === 'recall' ? [data.settleAgain(contractId)] : []),
      ...(terms.length > 0 ? insertTerms(terms, now) : []),
    );
    const after = await getView(ctx, transaction.load, { contractId, clientId: null });
    const events = kind === 'unblock' || kind === 'recall' ? [] : [lapsing(ctx, contractId)];
    return transaction.save(after.status, [], events, [
      {
        noun: 'contract',
        id: contractId,
        before: { status: view.status },
        after: { status: after.status, reason },
      },
    ]);
  });
}

function changing({ now, tenant }: Ctx, view: ContractView, { kind, reason, untilOn = null }: Step): Query {
  const { id: contractId } = view.row;
  if (!decidableOf(view.phase, view.debtStatus, view.facts.block)[kind]) {
    throw new AppError('actionNotAllowed', undefined, 409);
  }
  if (kind === 'block') {
    if (untilOn !== null && untilOn < localDate(now, tenant.timeZone)) {
      throw new AppError('dataValidationFailed', { field: 'until' });
    }
    return data.block({ contractId, untilOn, reason, now });
  }
  if (kind === 'unblock') return data.unblock(contractId);
  return data.setCollected(contractId, kind === 'recall' ? null : now);
}
