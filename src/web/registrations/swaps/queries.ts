import { compareInstants, localDate } from '#shared/kernel/dates.ts';
import type { SwapPartner } from '#shared/registrations/contract.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';

/** What a swap that is waited for means, on both of its trainings; empty where there is none. */
export function useSwapLabels() {
  const { t } = useTexts();
  const format = useTimeFormat();
  const say = (partner: SwapPartner | null, free: SwapKey, late: SwapKey): string => {
    if (!partner) return '';
    const { name, startDateTime, freeUntil } = partner;
    const when = `${format.shortDay(localDate(startDateTime, format.timeZone))} ${format.time(startDateTime)}`;
    const isFree = compareInstants(format.now, freeUntil) <= 0;
    return t(`registrations.${isFree ? free : late}`, { name, when });
  };
  return {
    /** Beside the wait: what becomes of the present place. */
    kept: (partner: SwapPartner | null) => say(partner, 'swapKept', 'swapKeptLate'),
    /** Beside the button that takes the new place. */
    taking: (partner: SwapPartner | null) => say(partner, 'swapTaking', 'swapTakingLate'),
    /** Beside the present place. */
    away: (partner: SwapPartner | null) => say(partner, 'swapAway', 'swapAway'),
    /** A line in a list of one's own. */
    row: ({ swapFor, swapTo }: { swapFor: SwapPartner | null; swapTo: SwapPartner | null }) =>
      say(swapFor, 'swapRowFrom', 'swapRowFrom') || say(swapTo, 'swapRowTo', 'swapRowTo'),
  };
}

type SwapKey =
  | 'swapKept'
  | 'swapKeptLate'
  | 'swapTaking'
  | 'swapTakingLate'
  | 'swapAway'
  | 'swapRowFrom'
  | 'swapRowTo';
