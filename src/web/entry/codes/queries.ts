import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  type EntryStatus,
  getEntryCodes,
  registerEntryDevice,
  removeEntryDevice,
  scanDoor,
} from '#shared/entry/codes/contract.ts';
import { stepAt, untilNextStep } from '#shared/entry/codes/domain.ts';
import { epochMilliseconds } from '#shared/kernel/dates.ts';
import { deviceMs } from '#web/kernel/device.ts';
import { codeAt, forgetPhoneKey, keepPhoneKey, type PhoneKey, readPhoneKey } from '#web/kernel/phone-key.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';
import { makeKey } from '#web/kernel/signing.ts';

/** What opens now; asked again now and then, for hours and visits go by. */
export function useEntryStatus(isWanted = true) {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(getEntryCodes), enabled: isMember && isWanted, refetchInterval: 60_000 });
}

/** The key of this phone: null where there is none, undefined while it is looked for. */
export function usePhoneKey() {
  const { data } = useQuery({
    queryKey: ['phone-key'],
    queryFn: async () => (await readPhoneKey()) ?? null,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return data;
}

/** Makes this phone the one that opens doors. Its private key stays where no script can read it. */
export function usePhoneRegistration(firstName: string) {
  const client = useQueryClient();
  const registering = useCommand(registerEntryDevice);
  const [state, setState] = useState<'untried' | 'pending' | 'tried'>('untried');
  async function makeAndKeep(): Promise<void> {
    const { privateKey, publicKey } = await makeKey();
    const { tenantId, deviceId, now } = await registering.mutateAsync({ body: { publicKey } });
    const clockOffset = epochMilliseconds(now) - deviceMs();
    const phone: PhoneKey = { tenantId, deviceId, firstName, privateKey, clockOffset };
    await keepPhoneKey(phone);
    client.setQueryData(['phone-key'], phone);
  }
  return {
    isPending: state === 'pending',
    /** Whatever came of it: taken away again, a key is not made anew by itself. */
    isTried: state !== 'untried',
    register: async () => {
      setState('pending');
      await makeAndKeep().finally(() => setState('tried'));
    },
  };
}

type Registration = ReturnType<typeof usePhoneRegistration>;

/**
 * On a phone nobody is asked first: where no other one opens doors, this one does as soon as its reader wants a code. Answers
 * whether that is under way. A computer is asked, for others sit at it too.
 */
export function useKeyAtOnce(
  phone: PhoneKey | null | undefined,
  status: EntryStatus | undefined,
  { register, isPending, isTried }: Registration,
): boolean {
  const isOwn = status !== undefined && (status.device === null || status.device.isThisOne);
  // One of a session that is over opens nothing any more.
  const isMissing = phone === null || (phone !== undefined && status?.device?.id !== phone.deviceId);
  const isWanted = isMissing && isOwn && !isTried && window.matchMedia('(pointer: coarse)').matches;
  const makeKey = useRef(register);
  useEffect(() => {
    makeKey.current = register;
  });
  useEffect(() => {
    if (isWanted) void makeKey.current().catch(() => {});
  }, [isWanted]);
  return isWanted || (isMissing && isPending);
}

/** This phone opens doors no more. */
export function usePhoneRemoval() {
  const client = useQueryClient();
  const removing = useCommand(removeEntryDevice);
  return {
    isPending: removing.isPending,
    remove: async () => {
      await removing.mutateAsync(undefined as never);
      await forgetPhoneKey();
      client.setQueryData(['phone-key'], null);
    },
  };
}

/**
 * The server's answer sets the phone's clock right, by the moment at which it came: one that has stood in a cache for a while
 * says what the time was then.
 */
export function useClockSetting(
  phone: PhoneKey | null | undefined,
  { data, dataUpdatedAt }: Pick<ReturnType<typeof useEntryStatus>, 'data' | 'dataUpdatedAt'>,
): void {
  const client = useQueryClient();
  const now = data?.now;
  useEffect(() => {
    if (!phone || now === undefined) return;
    const clockOffset = epochMilliseconds(now) - dataUpdatedAt;
    // So long an answer may be on its way.
    if (Math.abs(clockOffset - phone.clockOffset) < 2_000) return;
    const next = { ...phone, clockOffset };
    void keepPhoneKey(next).then(() => client.setQueryData(['phone-key'], next));
  }, [client, phone, now, dataUpdatedAt]);
}

/** The code of this half minute, and how many seconds are left of it; the clock is looked at every so many milliseconds. */
export function useCode(phone: PhoneKey, lookMs = 250): { text: string | undefined; secondsLeft: number } {
  const [shown, setShown] = useState<{ step: number; text: string }>();
  const [now, setNow] = useState(() => deviceMs() + phone.clockOffset);
  const step = stepAt(now);
  useEffect(() => {
    const timer = setInterval(() => setNow(deviceMs() + phone.clockOffset), lookMs);
    return () => clearInterval(timer);
  }, [phone.clockOffset, lookMs]);
  useEffect(() => {
    let isOver = false;
    void codeAt(phone, deviceMs()).then((text) => {
      if (!isOver) setShown({ step, text });
    });
    return () => {
      isOver = true;
    };
  }, [phone, step]);
  return { text: shown?.text, secondsLeft: Math.ceil(untilNextStep(now) / 1000) };
}

const isShownHere = () => true;

/** Comes in through the door whose code was scanned. */
export function useDoorScan() {
  return useCommand(scanDoor, { isErrorShownByScreen: isShownHere });
}
