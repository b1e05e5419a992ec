import { useQuery } from '@tanstack/react-query';
import type { Strike } from '#shared/registrations/strikes/contract.ts';
import * as contract from '#shared/registrations/strikes/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';
import { showSnackbar } from '#web/kernel/snackbar.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';

export type { ClientStrike } from '#shared/registrations/strikes/contract.ts';

/** The member's places left unused that may still count. */
export function useOwnStrikes() {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(contract.listOwnStrikes, undefined), enabled: isMember });
}

/** A client's, for those who may take one off the count. */
export function useClientStrikes(id: number) {
  return useQuery(queryFor(contract.listClientStrikes, { params: { id } }));
}

/** Takes a place off the count with a reason, or with null puts it back, and says so. */
export function useWaiver() {
  const { t } = useTexts();
  const command = useCommand(contract.waiveStrike, { isErrorShownByScreen: () => true });
  return {
    ...command,
    waive: (id: number, reason: string | null, onDone: () => void) =>
      command.mutate(
        { params: { id }, body: { reason } },
        {
          onSuccess: () => {
            showSnackbar({
              type: 'success',
              text: t(reason === null ? 'strikes.restoredDone' : 'strikes.waivedDone'),
            });
            onDone();
          },
        },
      ),
  };
}

/** When a place was left unused, how that came about, and whether it counts. */
export function useStrikeLabels() {
  const { t } = useTexts();
  const format = useTimeFormat();
  return ({ startDateTime, kind, standing, countsFrom, countsUntil }: Strike) => {
    const bounds = { from: format.dayAndTime(countsFrom), until: format.dayAndTime(countsUntil) };
    const when = capitalize(format.dayAndTime(startDateTime));
    return `${when} · ${t(`strikes.${kind}`)} · ${t(`strikes.${standing}`, bounds)}`;
  };
}
