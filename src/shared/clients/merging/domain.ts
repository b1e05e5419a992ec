import { firstOf, type KnownClient, samePeople } from '#shared/joining/known/domain.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import { compareTexts } from '#shared/kernel/order.ts';

/** One of two clients who may be the same person. */
export interface MergedClient {
  readonly id: number;
  readonly idCode: string | null;
  /** Whether they are to be erased, or have been. */
  readonly hasErasure: boolean;
}

/** What both have, so that one person would have it twice. */
export type Clash = BookingClash | ContractClash;

interface BookingClash {
  readonly kind: 'booking';
  /** Of the one that stays, and of the one that goes. */
  readonly name: string;
  readonly otherName: string;
}

/** Two contracts of one kind for the same days: one of them can go on. */
interface ContractClash {
  readonly kind: 'contract';
  readonly name: string;
  readonly otherName: string;
  readonly contractId: number;
  readonly otherContractId: number;
  readonly startsOn: string;
  readonly otherStartsOn: string;
}

/** A contract that is given up, and the one for which it is. */
export interface GivenUpContract {
  readonly contractId: number;
  readonly other: { readonly number: string; readonly startsOn: string };
}

/**
 * Why two clients cannot be one; undefined where they can. `refusal` is what their
 * accounts have against it, `givenUp` are contracts that give way: of each two for the same
 * days exactly one.
 */
export function mergeRefusal(
  kept: MergedClient,
  gone: MergedClient,
  clashes: readonly Clash[],
  {
    refusal,
    givenUp = [],
  }: { readonly refusal?: ErrorCode | undefined; readonly givenUp?: readonly number[] } = {},
): ErrorCode | undefined {
  if (kept.id === gone.id) return 'mergeSame';
  if (kept.idCode !== null && gone.idCode !== null && kept.idCode !== gone.idCode) return 'mergeOtherPerson';
  // Somebody's wish to be gone is not another's, and what of them must stay is under no name.
  if (kept.hasErasure || gone.hasErasure) return 'mergeErasure';
  if (refusal !== undefined) return refusal;
  if (clashes.some(({ kind }) => kind === 'booking')) return 'mergeBookings';
  const contracts = clashes.filter((clash) => clash.kind === 'contract');
  const isDecided = contracts.every(
    ({ contractId, otherContractId }) => givenUp.includes(contractId) !== givenUp.includes(otherContractId),
  );
  const isAsked = givenUp.every((id) =>
    contracts.some(({ contractId, otherContractId }) => contractId === id || otherContractId === id),
  );
  return isDecided && isAsked ? undefined : 'mergeContracts';
}

/** Contracts that give way, each for the one that begins first of those it meets. */
export function givenUpOf(clashes: readonly Clash[], givenUp: readonly number[]): GivenUpContract[] {
  return givenUp.flatMap((contractId) => {
    const others = clashes.flatMap((clash) => {
      if (clash.kind !== 'contract') return [];
      const { name, otherName, startsOn, otherStartsOn } = clash;
      if (clash.contractId === contractId) return [{ number: otherName, startsOn: otherStartsOn }];
      return clash.otherContractId === contractId ? [{ number: name, startsOn }] : [];
    });
    const [other] = others.toSorted((one, two) => compareTexts(one.startsOn, two.startsOn));
    return other ? [{ contractId, other }] : [];
  });
}

/** A client as the office knows them. */
export interface DoubledClient extends KnownClient {
  readonly code: string;
  readonly email: string;
}

/** Clients of one mail address who seem to be one person: of each, the one that would stay, and one that would go. */
export function doublesOf<T extends DoubledClient>(
  clients: readonly T[],
): { readonly kept: T; readonly gone: T }[] {
  const byEmail = Map.groupBy(clients, ({ email }) => email.toLowerCase());
  return [...byEmail.values()].flatMap(samePeople).flatMap((same) => {
    const kept = firstOf(same);
    return kept ? same.filter((one) => one !== kept).map((gone) => ({ kept, gone })) : [];
  });
}
