import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { listOutgoingMails, listOutgoingSms } from '#shared/messages/contract.ts';
import {
  changeNoticeChoices,
  getNoticeSettings,
  subscribeDevice,
  unsubscribeDevice,
} from '#shared/messages/notices/contract.ts';
import type { NoticeChannel, NoticeChoices, NoticeKind } from '#shared/messages/notices/domain.ts';
import type { ReminderMinutes } from '#shared/messages/reminders/domain.ts';
import { forgetThisDevice } from '#web/kernel/device.ts';
import { findDeviceAddress, pushPermission, subscribeThisDevice } from '#web/kernel/push.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';
import { useIsMember, useSession } from '#web/kernel/session.tsx';

/** A page of the stand-in's mails, latest first; the page before stays in view while the next one comes. */
export function useOutgoingMails(offset: number, limit: number) {
  const { state } = useSession();
  return useQuery({
    ...queryFor(listOutgoingMails, { query: { offset, limit } }),
    enabled: state === 'member',
    placeholderData: keepPreviousData,
  });
}

/** The same of its SMS. */
export function useOutgoingSms(offset: number, limit: number) {
  const isMember = useIsMember();
  return useQuery({
    ...queryFor(listOutgoingSms, { query: { offset, limit } }),
    enabled: isMember,
    placeholderData: keepPreviousData,
  });
}

/** What the member hears of and how. */
export function useNoticeSettings() {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(getNoticeSettings), enabled: isMember });
}

/** What a member wants to hear, and how long before a training to be reminded of it. */
interface Wanted {
  readonly choices: NoticeChoices;
  readonly reminders: ReminderMinutes[];
  /** Of staff; null for others. */
  readonly isMorningWanted: boolean | null;
}

/**
 * The member's choices as pressed, at once; kept one after the other, the latest last. What could not be kept springs
 * back, and the snackbar says so.
 */
export function useNoticeChoices(kept: Wanted) {
  const change = useCommand(changeNoticeChoices);
  const [pressed, setPressed] = useState<Wanted>();
  const next = useRef<Wanted>(undefined);
  const isSending = useRef(false);
  // Of the settings, what is chosen alone.
  const { choices, reminders, isMorningWanted } = pressed ?? kept;
  const wanted: Wanted = { choices, reminders, isMorningWanted };

  async function send() {
    if (isSending.current) return;
    isSending.current = true;
    while (next.current) {
      const { isMorningWanted: morning, ...body } = next.current;
      next.current = undefined;
      const sent = morning === null ? body : { ...body, isMorningWanted: morning };
      await change.mutateAsync({ body: sent }).catch(() => {
        next.current = undefined;
      });
    }
    isSending.current = false;
    setPressed(undefined);
  }

  function keep(changed: Wanted) {
    next.current = changed;
    setPressed(changed);
    void send();
  }

  return {
    choices,
    reminders,
    isMorningWanted,
    choose: (kind: NoticeKind, channel: NoticeChannel, isWanted: boolean) =>
      keep({ ...wanted, choices: { ...choices, [kind]: { ...choices[kind], [channel]: isWanted } } }),
    remind: (minutes: ReminderMinutes, isWanted: boolean) => {
      const others = reminders.filter((one) => one !== minutes);
      keep({ ...wanted, reminders: isWanted ? [...others, minutes] : others });
    },
    wantMorning: (isWanted: boolean) => keep({ ...wanted, isMorningWanted: isWanted }),
  };
}

/** Notifications on this very device: whether they come, and the two ways to change it. */
export function useThisDevice({ publicKey, devices }: { publicKey: string; devices: readonly string[] }) {
  const client = useQueryClient();
  const tell = useCommand(subscribeDevice, { isErrorShownByScreen: () => true });
  const untell = useCommand(unsubscribeDevice);
  const address = useQuery({ queryKey: ['this-device'], queryFn: findDeviceAddress, staleTime: 0 });
  const look = () => client.invalidateQueries({ queryKey: ['this-device'] });
  // A browser's own no is an answer, not an error of ours: it is told where it was asked.
  const on = useMutation({
    mutationFn: async () => {
      try {
        await tell.mutateAsync({ body: await subscribeThisDevice(publicKey) });
        return true;
      } catch {
        return false;
      }
    },
    onSettled: look,
  });
  const off = useMutation({
    mutationFn: async () => {
      if (address.data) await untell.mutateAsync({ body: { endpoint: address.data } });
      await forgetThisDevice();
    },
    meta: { invalidates: [], isErrorShownByScreen: () => true },
    onSettled: look,
  });
  const isOn = typeof address.data === 'string' && devices.includes(address.data);
  return {
    /** Not said while the browser is being asked. */
    state: address.isPending ? undefined : isOn ? 'on' : pushPermission(),
    turnOn: on.mutate,
    isTurningOn: on.isPending,
    turnOff: off.mutate,
    isTurningOff: off.isPending,
    /** The last try to switch on failed although the browser does not forbid it. */
    hasFailed: on.data === false && pushPermission() === 'possible',
  };
}
