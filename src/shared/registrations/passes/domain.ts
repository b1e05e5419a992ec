import { visitsLeft } from '#shared/contracts/benefits/domain.ts';
import { compareTexts, laterOf } from '#shared/kernel/order.ts';
import { usesLeftOf } from '#shared/vouchers/domain.ts';
import { idOf, type Pass } from '../entitlements/domain.ts';

export const heldKinds = ['contract', 'ticket', 'package', 'voucher'] as const;

/** A contract or pass that one has, with what is left of it and until when. */
interface Held<One extends Pass> {
  readonly pass: One;
  /** `package`: a ticket for personal trainings. */
  readonly kind: (typeof heldKinds)[number];
  readonly id: number;
  /** Visits or uses; null: as many as one likes. */
  readonly left: number | null;
  /** The last local date; null: without an end, going on by itself, or not begun yet. */
  readonly endsOn: string | null;
  /** The pause that runs or comes next. */
  readonly freeze: { readonly fromOn: string; readonly untilOn: string; readonly isRunning: boolean } | null;
}

/** What can be used now or later: contracts first, then what ends first; what is used up or withdrawn is left out. */
export function heldOf<One extends Pass>(
  passes: readonly One[],
  { today, now }: { readonly today: string; readonly now: string },
): Held<One>[] {
  return passes
    .map((pass) => toHeld(pass, today, now))
    .filter(
      ({ pass, left, kind }) =>
        kind === 'contract' ||
        ((left === null || left > 0) && (pass.kind !== 'voucher' || pass.voucher.revokedAt === null)),
    )
    .toSorted(compareHeld);
}

function toHeld<One extends Pass>(pass: One, today: string, now: string): Held<One> {
  const own = { pass, id: idOf(pass), freeze: null };
  if (pass.kind === 'voucher') {
    const { voucher, movements } = pass;
    const left = usesLeftOf(voucher.uses, movements, now);
    return { ...own, kind: 'voucher', left, endsOn: voucher.validUntil };
  }
  if (pass.kind === 'ticket') {
    const { isUnlimited, balances, endsOn } = pass.ticket;
    const kind = pass.clientType === 'personalTraining' ? 'package' : 'ticket';
    return { ...own, kind, left: isUnlimited ? null : balances.remaining, endsOn };
  }
  const { contract } = pass;
  const freeze = contract.freezes.find(({ untilOn }) => untilOn >= today);
  return {
    ...own,
    kind: 'contract',
    left: leftOfContract(contract, today),
    endsOn: contract.endsOn,
    freeze: freeze ? { ...freeze, isRunning: freeze.fromOn <= today } : null,
  };
}

/** Of the first benefit, where every one is counted; null where one is not. */
function leftOfContract(
  contract: Extract<Pass, { kind: 'contract' }>['contract'],
  today: string,
): number | null {
  const { benefits, visits, startsOn } = contract;
  const [first] = benefits;
  if (!first || benefits.some((one) => one.visits === null)) return null;
  const taken = visits.flatMap(({ benefit, date }) => (benefit === 0 ? [date] : []));
  return visitsLeft(contract, first.visits, taken, laterOf(startsOn, today));
}

function compareHeld(one: Held<Pass>, other: Held<Pass>): number {
  const isContract = one.kind === 'contract';
  if (isContract !== (other.kind === 'contract')) return isContract ? -1 : 1;
  return compareTexts(one.endsOn ?? '9999-12-31', other.endsOn ?? '9999-12-31') || one.id - other.id;
}
