import { useState } from 'react';
import { contractProblems } from '#shared/contracts/benefits/domain.ts';
import type { Cover, Payment } from '#shared/registrations/covers/contract.ts';

export interface CoverChoice {
  /** What would be used; undefined where the place is free or nothing fits. */
  readonly cover: Cover | undefined;
  /** All that fits. */
  readonly covers: readonly Cover[];
  /** Euros this one training costs; null where it is not sold singly. */
  readonly price: number | null;
  /** Paid for, and nothing fits. */
  readonly isToBuy: boolean;
  choose(cover: Cover): void;
}

/** What a place takes: the reader's choice while it fits, else what the server would take. */
export function useCoverChoice(payment: Payment | null): CoverChoice {
  const [choice, setChoice] = useState<Cover | null>(null);
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
