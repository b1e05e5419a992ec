import { addMinutes, compareInstants, epochMilliseconds } from '#shared/kernel/dates.ts';
import { type EntryCode, isFresh } from '../codes/domain.ts';
import type { Direction, DoorReason, OpenSpan } from '../doors/domain.ts';
import type { KeycardCode } from '../keycards/domain.ts';

/** Somebody as a door without a network knows them. */
interface Listed {
  readonly id: number;
  /** A number that says nothing elsewhere. */
  readonly holder: number;
  readonly firstName: string;
  readonly spans: readonly OpenSpan[];
}

/** A phone of theirs. */
export interface ListedDevice extends Listed {
  /** 64 bytes as base64url. */
  readonly key: string;
}

/** A card of theirs in a phone's wallet. Nobody can make its code of what stands here. */
export interface ListedKeycard extends Listed {
  /** SHA-256 of its secret, base64url. */
  readonly secretHash: string;
}

/** What a door decides by when it hears nothing from the server. */
export interface DoorList {
  readonly tenantId: number;
  readonly doorId: number;
  readonly direction: Direction;
  readonly passbackMinutes: number;
  readonly madeAt: string;
  /** Later it opens nothing any more. */
  readonly goodUntil: string;
  /** When its club is open: a list from before this was told has none. */
  readonly open?: readonly OpenSpan[];
  readonly devices: readonly ListedDevice[];
  /** A list from before there were any has none. */
  readonly keycards?: readonly ListedKeycard[];
  /** How long a stay is, for codes that stand still. */
  readonly stayMinutes?: number;
}

/** What a door itself has let in since; the newest last. */
export interface Remembered {
  readonly holder: number;
  readonly deviceId: number | null;
  readonly keycardId?: number;
  /** Null for a code that stands still. */
  readonly step: number | null;
  readonly at: string;
}

export type OfflineAnswer =
  | { readonly result: 'accepted'; readonly firstName: string; readonly holder: number }
  | { readonly result: 'refused'; readonly reason: DoorReason };

/** The phone that a code names, if the list knows it: its key says whether the code is its own. */
export function deviceOf(list: DoorList, code: EntryCode): ListedDevice | undefined {
  if (code.tenantId !== list.tenantId) return undefined;
  return list.devices.find(({ id }) => id === code.deviceId);
}

/** The card that a code names, if the list knows it: its secret says whether the code is its own. */
export function keycardOf(list: DoorList, code: KeycardCode): ListedKeycard | undefined {
  if (code.tenantId !== list.tenantId) return undefined;
  return list.keycards?.find(({ id }) => id === code.keycardId);
}

/**
 * Decides a code at a door that hears nothing from the server, once its signature is known to be good: it is of this
 * half minute, was not taken before, and its holder may come in now. Out goes everybody.
 */
export function decideOffline(
  list: DoorList,
  device: ListedDevice,
  { step }: Pick<EntryCode, 'step'>,
  remembered: readonly Remembered[],
  now: string,
): OfflineAnswer {
  const isUsed = remembered.some((one) => one.deviceId === device.id && one.step === step);
  return decide(list, device, { step, isUsed, apartMinutes: list.passbackMinutes }, remembered, now);
}

/**
 * The same of a card whose secret is known to be good. It lets in once for a stay: a door that could tell the digits of one
 * that moves from others could make them, so they are as if they stood still, but for their half minute.
 */
export function decideKeycardOffline(
  list: DoorList,
  card: ListedKeycard,
  { moment }: Pick<KeycardCode, 'moment'>,
  remembered: readonly Remembered[],
  now: string,
): OfflineAnswer {
  const step = moment?.step ?? null;
  const isUsed = step !== null && remembered.some((one) => one.keycardId === card.id && one.step === step);
  return decide(list, card, { step, isUsed, apartMinutes: longestApart(list) }, remembered, now);
}

/** Nobody comes in again sooner, by whichever code. */
function longestApart({
  passbackMinutes,
  stayMinutes = 0,
}: Pick<DoorList, 'passbackMinutes' | 'stayMinutes'>) {
  return Math.max(passbackMinutes, stayMinutes);
}

function decide(
  list: DoorList,
  { firstName, holder, spans }: Listed,
  {
    step,
    isUsed,
    apartMinutes,
  }: { readonly step: number | null; readonly isUsed: boolean; readonly apartMinutes: number },
  remembered: readonly Remembered[],
  now: string,
): OfflineAnswer {
  if (step !== null && !isFresh(step, epochMilliseconds(now))) {
    return { result: 'refused', reason: 'codeOld' };
  }
  const accepted = { result: 'accepted', firstName, holder } as const;
  if (list.direction === 'out') return accepted;
  if (compareInstants(now, list.goodUntil) >= 0) return { result: 'refused', reason: 'doorStale' };
  const since = addMinutes(now, -apartMinutes);
  const isInside = remembered.some((one) => one.holder === holder && compareInstants(one.at, since) > 0);
  if (isUsed || isInside) return { result: 'refused', reason: 'alreadyInside' };
  if (isWithin(spans, now)) return accepted;
  const isOpen = list.open === undefined || isWithin(list.open, now);
  return { result: 'refused', reason: isOpen ? 'lookAtPhone' : 'closed' };
}

function isWithin(spans: readonly OpenSpan[], now: string): boolean {
  return spans.some(({ from, until }) => compareInstants(from, now) <= 0 && compareInstants(now, until) < 0);
}

/** What is still worth remembering. */
export function stillRemembered(
  remembered: readonly Remembered[],
  list: Pick<DoorList, 'passbackMinutes' | 'stayMinutes'>,
  now: string,
): Remembered[] {
  const since = addMinutes(now, -Math.max(2, longestApart(list)));
  return remembered.filter(({ at }) => compareInstants(at, since) > 0);
}
