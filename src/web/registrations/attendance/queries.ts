import { useQuery } from '@tanstack/react-query';
import { scanForRoll } from '#shared/entry/scanning/contract.ts';
import * as contract from '#shared/registrations/attendance/contract.ts';
import * as staffBooking from '#shared/registrations/staff-booking/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';
import { showSnackbar } from '#web/kernel/snackbar.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';

const isShownHere = () => true;
/** What stands on other screens, too. */
const nouns = ['attendance', 'schedule', 'personal-trainings'] as const;

/** The roll of a training; others' changes come by themselves (`live-timetable.ts`). */
export function useRoll(training: number) {
  return useQuery(queryFor(contract.getRoll, { query: { training } }));
}

/** A trainer's own trainings between two local dates; an administrator names whose. */
export function useTaughtTrainings(from: string, until: string, trainer: number | undefined) {
  return useQuery(queryFor(contract.listTaughtTrainings, { query: { from, until, trainer } }));
}

/** Notes who is here, and offers to take that back. */
export function useNoting() {
  const { t } = useTexts();
  const noting = useCommand(contract.changePresence);
  const send = (registrationIds: number[], presence: boolean | null, undone: boolean | null | undefined) =>
    noting.mutate(
      { body: { registrationIds, presence } },
      {
        onSuccess: () =>
          showSnackbar({
            type: 'success',
            text: t('attendance.presenceChanged'),
            ...(undone !== undefined && {
              action: {
                text: t('attendance.undo'),
                onPress: () => send(registrationIds, undone, undefined),
              },
            }),
          }),
      },
    );
  return {
    isPending: noting.isPending,
    /** `before` is what the press takes back. */
    note: (registrationIds: number[], presence: boolean | null, before: boolean | null) =>
      send(registrationIds, presence, before),
  };
}

/** Closes a roll and opens it again, which is offered only where `mayReopen`. */
export function useRollClosing(trainingId: number, mayReopen: boolean) {
  const { t } = useTexts();
  const params = { trainingId };
  const opening = useCommand(contract.openRoll, { success: (texts) => texts('attendance.reopened') });
  const closing = useCommand(contract.closeRoll, { isErrorShownByScreen: isShownHere });
  return {
    closing,
    isOpening: opening.isPending,
    open: () => opening.mutate({ params }),
    close: (onDone: () => void) =>
      closing.mutate(
        { params },
        {
          onSuccess: ({ absent }) => {
            onDone();
            showSnackbar({
              type: 'success',
              text: t('attendance.closed', { count: absent }),
              ...(mayReopen && {
                action: { text: t('attendance.undo'), onPress: () => opening.mutate({ params }) },
              }),
            });
          },
        },
      ),
  };
}

/** Clients for putting one in; nothing is asked below two letters. */
export function useClientSearch(training: number, text: string) {
  return useQuery({
    ...queryFor(staffBooking.findClients, { query: { training, text } }),
    enabled: text.length >= 2,
    placeholderData: (before) => before,
  });
}

export function useStaffBooking() {
  const { dayAndTime } = useTimeFormat();
  return useCommand(staffBooking.bookForClient, {
    success: (t, { givenBack }) =>
      givenBack
        ? t('attendance.addedInstead', { name: givenBack.name, when: dayAndTime(givenBack.startDateTime) })
        : t('attendance.added'),
    invalidates: nouns,
    isErrorShownByScreen: isShownHere,
  });
}

export function useRemoving() {
  return useCommand(staffBooking.removeClient, {
    success: (t) => t('attendance.removed'),
    invalidates: nouns,
    isErrorShownByScreen: isShownHere,
  });
}

/** Notes as here whoever a shown card belongs to; what it said stands where it was scanned. */
export function useScanning() {
  return useCommand(scanForRoll, { isErrorShownByScreen: isShownHere });
}
