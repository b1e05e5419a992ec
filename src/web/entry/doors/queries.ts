import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  codeTextOf,
  doorMessage,
  doorText,
  type EntryCode,
  entryMessage,
  readEntryCode,
  stepAt,
  untilNextStep,
} from '#shared/entry/codes/domain.ts';
import { getDoorList, type Judged, judgeCode, pairDoor, uploadScans } from '#shared/entry/doors/contract.ts';
import type { DoorReason } from '#shared/entry/doors/domain.ts';
import { type KeycardCode, readKeycardCode, seenText } from '#shared/entry/keycards/domain.ts';
import {
  type DoorList,
  decideKeycardOffline,
  decideOffline,
  deviceOf,
  keycardOf,
  type Remembered,
  stillRemembered,
} from '#shared/entry/offline/domain.ts';
import { type OpenScan, scanOf } from '#shared/entry/scanning/domain.ts';
import { epochMilliseconds } from '#shared/kernel/dates.ts';
import type { EndpointInput, EndpointResponse } from '#shared/kernel/endpoint.ts';
import { ApiError, call } from '#web/kernel/call.ts';
import { deviceMs } from '#web/kernel/device.ts';
import { keptThings } from '#web/kernel/kept.ts';
import { isUnanswered, useCommand } from '#web/kernel/queries.ts';
import { hashOf, isSigned, shortMac } from '#web/kernel/signing.ts';

/** How often a door asks for its list: it costs the server a look at every phone of the centre. */
const listMs = 5 * 60_000;
/** How often one that hears nothing tries again. */
const retryMs = 30_000;
/** A door that gets no answer so long decides by itself. */
const judgeMs = 3_000;

type Told = EndpointResponse<typeof getDoorList>;
interface LateScan {
  /** Undefined where the tablet had not heard yet which door it is, or kept it before doors were told apart. */
  readonly doorId?: number | undefined;
  readonly scanId: string;
  readonly code: string;
  readonly at: string;
  readonly result: 'accepted' | 'refused';
  readonly reason: DoorReason | null;
}

/** What a tablet keeps of being a door. */
interface Kept {
  token: string;
  told: Told;
  /** The server's clock less this one's, in milliseconds. */
  clockOffset: number;
  late: readonly LateScan[];
  remembered: readonly Remembered[];
}
const kept = keptThings<Kept>('trenn-door');

/** A door as its tablet knows it. */
export interface Door {
  readonly token: string;
  readonly told: Told | undefined;
  readonly clockOffset: number;
  readonly late: readonly LateScan[];
  readonly remembered: readonly Remembered[];
}

const doorIdOf = (told: Told | undefined) => told && (JSON.parse(told.list) as DoorList).doorId;

/** What a tablet decided alone and nobody heard: what it decided as another door waits until it is that one again. */
export function lateScans({ told, late }: Pick<Door, 'told' | 'late'>) {
  const doorId = doorIdOf(told);
  const isOwn = (scan: LateScan) => scan.doorId === undefined || scan.doorId === doorId;
  return { own: late.filter(isOwn), ofOthers: late.filter((scan) => !isOwn(scan)) };
}

export type Answer = Omit<Judged, 'lock'> & { readonly lock: Judged['lock']; readonly isOffline: boolean };

export interface DoorState {
  /** Undefined while it is read; null: this tablet is no door. */
  readonly door: Door | null | undefined;
  /** Undefined until the centre was asked once. */
  readonly isOnline: boolean | undefined;
  /** Tells what a code came to. */
  judge(code: string): Promise<Answer>;
  begin(token: string): Promise<void>;
}

/** A door that asks for its list, decides codes with the server or without it, and tells later what it decided alone. */
export function useDoor(): DoorState {
  const [door, setDoor] = useState<Door | null>();
  const [isOnline, setIsOnline] = useState<boolean>();
  const now = useRef<Door | null | undefined>(undefined);
  const askedAt = useRef(0);
  /** The scan that was not answered, or whose lock stayed shut. */
  const unheard = useRef<OpenScan>(undefined);

  const put = (next: Door | null) => {
    now.current = next;
    setDoor(next);
  };

  /** Known at once; a tablet that can write nothing down goes on, and has lost it once it is opened anew. */
  async function keep<Key extends keyof Kept>(key: Key, value: Kept[Key]): Promise<void> {
    if (now.current) put({ ...now.current, [key]: value });
    await kept.set(key, value).catch(() => undefined);
  }

  async function forget(): Promise<void> {
    // What it decided alone and nobody heard stays, should it become a door again.
    await Promise.allSettled([kept.remove('token'), kept.remove('told')]);
    put(null);
  }

  async function refresh(): Promise<void> {
    const { current } = now;
    if (!current) return;
    askedAt.current = deviceMs();
    try {
      const told = await call(getDoorList, { body: { token: current.token } });
      // The key of the first list is believed, and no other after it.
      const publicKey = current.told?.publicKey ?? told.publicKey;
      if (await isSigned(publicKey, told.list, told.signature)) {
        await keep('told', { ...told, publicKey });
        await keep('clockOffset', epochMilliseconds(told.now) - deviceMs());
      }
      setIsOnline(true);
      await upload();
    } catch (error) {
      if (error instanceof ApiError && error.errors[0] === 'doorUnknown') await forget();
      else setIsOnline(false);
    }
  }

  async function upload(): Promise<void> {
    const { current } = now;
    if (!current) return;
    const scans = lateScans(current)
      .own.slice(0, 100)
      .map(({ scanId, code, at, result, reason }) => ({ scanId, code, at, result, reason }));
    if (scans.length === 0) return;
    const written = await tell(current.token, scans);
    await keep(
      'late',
      (now.current?.late ?? []).filter(({ scanId }) => !written.includes(scanId)),
    );
  }

  const renew = useEffectEvent(() => void refresh());
  const isDue = useEffectEvent(() => !isOnline || deviceMs() - askedAt.current >= listMs);
  const open = useEffectEvent((stored: Door | null) => put(stored));
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    let isOver = false;
    const again = () => renew();
    void (async () => {
      const [token, told, clockOffset = 0, late = [], remembered = []] = await Promise.all([
        kept.get('token'),
        kept.get('told'),
        kept.get('clockOffset'),
        kept.get('late'),
        kept.get('remembered'),
      ]).catch(() => []);
      if (isOver) return;
      const named = late.map((scan) => ({ ...scan, doorId: scan.doorId ?? doorIdOf(told) }));
      open(token === undefined ? null : { token, told, clockOffset, late: named, remembered });
      again();
      timer = setInterval(() => {
        if (isDue()) again();
      }, retryMs);
      window.addEventListener('online', again);
    })();
    return () => {
      isOver = true;
      clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, []);

  /** Whoever came in with the server's word does not come in again without it. */
  async function rememberHeard({ told, clockOffset }: Door, code: string): Promise<void> {
    if (!told) return;
    const list = JSON.parse(told.list) as DoorList;
    const at = Temporal.Instant.fromEpochMilliseconds(deviceMs() + clockOffset).toString();
    const seen = seenOf(list, code, at);
    if (!seen) return;
    await keep('remembered', [...stillRemembered(now.current?.remembered ?? [], list, at), seen]);
  }

  async function judgeAlone(current: Door, scanId: string, code: string): Promise<Answer> {
    const at = Temporal.Instant.fromEpochMilliseconds(deviceMs() + current.clockOffset).toString();
    const decided = await decideAlone(current, code, at);
    // Who is let in has their answer; who is not may be by the server, whose answer was too late perhaps.
    if (decided.told.result === 'accepted') unheard.current = undefined;
    // Shown again it was decided once more: the last word counts.
    const others = (now.current?.late ?? []).filter((scan) => scan.scanId !== scanId);
    const seen = await writtenDown(code);
    await keep('late', [
      ...others,
      { doorId: doorIdOf(current.told), scanId, code: seen, at, ...decided.told },
    ]);
    if (decided.seen) {
      const list = JSON.parse(current.told?.list ?? '{}') as DoorList;
      await keep('remembered', [...stillRemembered(now.current?.remembered ?? [], list, at), decided.seen]);
    }
    return { ...decided.told, firstName: decided.firstName, lock: 'none', isOffline: true };
  }

  async function judge(shown: string): Promise<Answer> {
    const { current } = now;
    const code = codeTextOf(shown);
    if (!current || code === null) return refused('codeNotValid');
    const scan = scanOf(code, unheard.current, deviceMs(), () => crypto.randomUUID());
    const { scanId } = scan;
    unheard.current = scan;
    try {
      const judging = call(
        judgeCode,
        { body: { token: current.token, scanId, code } },
        { signal: AbortSignal.timeout(judgeMs) },
      );
      const judged = await judging;
      if (judged.lock !== 'failed') unheard.current = undefined;
      setIsOnline(true);
      // Heard again: what it decided alone is told, whoever waits for an answer first.
      if (lateScans(current).own.length > 0) void refresh();
      if (judged.result === 'accepted') await rememberHeard(current, code);
      return { ...judged, isOffline: false };
    } catch (error) {
      if (error instanceof ApiError && error.errors[0] === 'doorUnknown') {
        await forget();
        return refused('codeNotValid');
      }
      // A refusal is the centre's word: nobody decides otherwise, and there is nothing to tell later.
      if (!isUnheard(error)) {
        unheard.current = undefined;
        setIsOnline(true);
        return { ...refused('lookAtPhone'), isOffline: false };
      }
      setIsOnline(false);
      return judgeAlone(current, scanId, code);
    }
  }

  return {
    door,
    isOnline,
    // Whatever goes wrong, whoever stands there has an answer and the next one is read.
    judge: (code) => judge(code).catch(() => refused('lookAtPhone')),
    begin: async (token) => {
      const late = (await kept.get('late').catch(() => undefined)) ?? [];
      setIsOnline(undefined);
      put({ token, told: undefined, clockOffset: 0, late, remembered: [] });
      await keep('token', token);
      await refresh();
    },
  };
}

/** Whether the centre gave no answer, or had no time for one. */
const isUnheard = (error: unknown) =>
  isUnanswered(error) || (error instanceof ApiError && error.status === 429);

type ToldScan = EndpointInput<typeof uploadScans>['body']['scans'][number];

/** Which scans need not be told again. What the centre takes from nobody is found by halves, and keeps no other from it. */
async function tell(token: string, scans: readonly ToldScan[]): Promise<readonly string[]> {
  try {
    return (await call(uploadScans, { body: { token, scans: [...scans] } })).kept;
  } catch (error) {
    if (isUnheard(error) || (error instanceof ApiError && error.errors[0] === 'doorUnknown')) throw error;
    if (scans.length <= 1) return scans.map(({ scanId }) => scanId);
    const half = Math.ceil(scans.length / 2);
    return [...(await tell(token, scans.slice(0, half))), ...(await tell(token, scans.slice(half)))];
  }
}

function refused(reason: DoorReason): Answer {
  return { result: 'refused', firstName: '', reason, lock: 'none', isOffline: true };
}

/** What a door without the server makes of a code. */
async function decideAlone({ told, remembered }: Door, code: string, at: string) {
  const no = (reason: DoorReason, firstName = '') => ({
    told: { result: 'refused' as const, reason },
    firstName,
    seen: undefined,
  });
  const read = readEntryCode(code);
  const keycard = readKeycardCode(code);
  if (!read && !keycard) return no('notOffline');
  if (!told || !(await isSigned(told.publicKey, told.list, told.signature))) return no('doorStale');
  const list = JSON.parse(told.list) as DoorList;
  const decided = read ? await decidePhone(list, read, remembered, at) : undefined;
  const answer = keycard ? await decideKeycard(list, keycard, remembered, at) : decided;
  if (!answer) return no('codeNotValid');
  if (answer.result === 'refused') return no(answer.reason, answer.firstName);
  const seen = seenOf(list, code, at);
  return { told: { result: 'accepted' as const, reason: null }, firstName: answer.firstName, seen };
}

/** Undefined for a code that is no phone's of the list. */
async function decidePhone(list: DoorList, code: EntryCode, remembered: Door['remembered'], at: string) {
  const device = deviceOf(list, code);
  if (!device || !(await isSigned(device.key, entryMessage(code), code.signature))) return undefined;
  return { firstName: device.firstName, ...decideOffline(list, device, code, remembered, at) };
}

/** The same of a card in a phone's wallet. */
async function decideKeycard(list: DoorList, code: KeycardCode, remembered: Door['remembered'], at: string) {
  const card = keycardOf(list, code);
  if (!card || card.secretHash !== (await hashOf(code.secret))) return undefined;
  return { firstName: card.firstName, ...decideKeycardOffline(list, card, code, remembered, at) };
}

/** A scan as a tablet keeps it until it is heard: a card's code would be good for whoever took the tablet. */
async function writtenDown(code: string): Promise<string> {
  const card = readKeycardCode(code);
  return card ? seenText({ ...card, secretHash: await hashOf(card.secret) }) : code;
}

/** Whoever came in by a code, as the door remembers them; undefined for a code that the list does not know. */
function seenOf(list: DoorList, text: string, at: string): Remembered | undefined {
  const keycard = readKeycardCode(text);
  const card = keycard && keycardOf(list, keycard);
  if (card)
    return {
      ...{ holder: card.holder, deviceId: null, keycardId: card.id, at },
      step: keycard.moment?.step ?? null,
    };
  const code = readEntryCode(text);
  const device = code ? deviceOf(list, code) : undefined;
  if (!code || !device) return undefined;
  return { holder: device.holder, deviceId: device.id, step: code.step, at };
}

/** The door's own code of this half minute. */
export function useDoorCode({ told, clockOffset }: Door): { text: string | undefined; secondsLeft: number } {
  const [shown, setShown] = useState<string>();
  const [now, setNow] = useState(() => deviceMs() + clockOffset);
  const step = stepAt(now);
  useEffect(() => {
    const timer = setInterval(() => setNow(deviceMs() + clockOffset), 500);
    return () => clearInterval(timer);
  }, [clockOffset]);
  useEffect(() => {
    if (!told) return;
    let isOver = false;
    const { tenantId, doorId } = JSON.parse(told.list) as DoorList;
    const code = { tenantId, doorId, step };
    void shortMac(told.codeSecret, doorMessage(code)).then((mac) => {
      if (!isOver) setShown(doorText({ ...code, mac }));
    });
    return () => {
      isOver = true;
    };
  }, [told, step]);
  return { text: shown, secondsLeft: Math.ceil(untilNextStep(now) / 1000) };
}

const isShownHere = () => true;

/** Makes this tablet a door. */
export function usePairing() {
  return useCommand(pairDoor, { isErrorShownByScreen: isShownHere });
}
