import { addMinutes, compareInstants, epochMilliseconds } from '#shared/kernel/dates.ts';
import { type EntryCode, isFresh } from '../codes/domain.ts';
import type { Direction, DoorReason, OpenSpan } from '../doors/domain.ts';

/** A phone as a door without a network knows it. */
export interface ListedDevice {
  readonly id: number;
  /** 64 bytes as base64url. */
  readonly key: string;
  /** Whose it is: a number that says nothing elsewhere. */
  readonly holder: number;
  readonly firstName: string;
  readonly spans: readonly OpenSpan[];
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
}

/** What a door itself has let in since; the newest last. */
export interface Remembered {
  readonly holder: number;
  readonly deviceId: number;
  readonly step: number;
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

/**
 * Decides a code at a door that hears nothing from the server, once its signature is known to be good: it is of this
 * half minute, was not taken before, and its holder may come in now. Out goes everybody.
 */
export function decideOffline(
  list: DoorList,
  device: ListedDevice,
  code: EntryCode,
  remembered: readonly Remembered[],
  now: string,
): OfflineAnswer {
  if (!isFresh(code.step, epochMilliseconds(now))) {
    return { result: 'refused', reason: 'codeOld' };
  }
  const accepted = { result: 'accepted', firstName: device.firstName, holder: device.holder } as const;
  if (list.direction === 'out') return accepted;
  if (compareInstants(now, list.goodUntil) >= 0) return { result: 'refused', reason: 'doorStale' };
  const isUsed = remembered.some((one) => one.deviceId === device.id && one.step === code.step);
  const since = addMinutes(now, -list.passbackMinutes);
  const isInside = remembered.some(
    (one) => one.holder === device.holder && compareInstants(one.at, since) > 0,
  );
  if (isUsed || isInside) return { result: 'refused', reason: 'alreadyInside' };
  if (isWithin(device.spans, now)) return accepted;
  const isOpen = list.open === undefined || isWithin(list.open, now);
  return { result: 'refused', reason: isOpen ? 'lookAtPhone' : 'closed' };
}

function isWithin(spans: readonly OpenSpan[], now: string): boolean {
  return spans.some(({ from, until }) => compareInstants(from, now) <= 0 && compareInstants(now, until) < 0);
}

/** What is still worth remembering. */
export function stillRemembered(
  remembered: readonly Remembered[],
  { passbackMinutes }: Pick<DoorList, 'passbackMinutes'>,
  now: string,
): Remembered[] {
  const since = addMinutes(now, -Math.max(2, passbackMinutes));
  return remembered.filter(({ at }) => compareInstants(at, since) > 0);
}
