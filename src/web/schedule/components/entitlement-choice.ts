import { useState } from 'react';
import { contractProblems } from '#shared/contracts/benefits/domain.ts';
import type { Entitlement, Payment } from '#shared/registrations/entitlements/contract.ts';

export interface EntitlementChoice {
  /** What would be used; undefined where the place is free or nothing fits. */
  readonly cover: Entitlement | undefined;
  /** All that fits. */
  readonly covers: readonly Entitlement[];
  /** Euros this one training costs; null where it is not sold singly. */
  readonly price: number | null;
  /** Paid for, and nothing fits. */
  readonly isToBuy: boolean;
  choose(entitlement: Entitlement): void;
}

/** What a place takes: the reader's choice while it fits, else what the server would take. */
export function useEntitlementChoice(payment: Payment | null): EntitlementChoice {
  const [choice, setChoice] = useState<Entitlement | null>(null);
  const covers = payment?.cover ? [payment.cover, ...payment.others] : [];
  const cover = covers.find(({ kind, id }) => kind === choice?.kind && id === choice.id) ?? covers[0];
  return {
    cover,
    covers,
    price: payment?.price ?? null,
    isToBuy: payment !== null && !cover,
    choose: setChoice,
  };
}

/** Whether a refusal says why a contract does not cover a training. */
export function isContractProblem(code: string | undefined): code is (typeof contractProblems)[number] {
  return contractProblems.some((known) => known === code);
}

/** Whether nothing of the reader's covers the place. */
export function isUncovered(code: string | undefined): boolean {
  return code === 'coverNeeded' || isContractProblem(code);
}
