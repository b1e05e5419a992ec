import type { ValidUnit } from '#shared/products/validity/domain.ts';
import type { Ticket } from '#shared/tickets/contract.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';

export interface TicketLabels {
  /** "3 kuud". */
  length: (of: { validCount: number; validUnit: ValidUnit }) => string;
  /** What is left of a ticket and until when it holds, in a line. */
  summary: (ticket: Ticket) => string;
}

/** Tickets in the words of the page's language. */
export function useTicketLabels(): TicketLabels {
  const { t } = useTexts();
  const { today } = useTimeFormat();
  const length: TicketLabels['length'] = ({ validCount, validUnit }) =>
    t(`tickets.${validUnit}`, { count: validCount });

  function when({ validFrom, validUntil, state }: Ticket): string {
    if (validFrom === null || validUntil === null) return t('tickets.rowFirstUse');
    if (state === 'valid' && validFrom > today) return t('tickets.rowFrom', { date: formatDate(validFrom) });
    return t('tickets.rowUntil', { date: formatDate(validUntil) });
  }

  return {
    length,
    summary: (ticket) => {
      const { visitsLeft, state, givenFor } = ticket;
      const left = visitsLeft === null ? t('tickets.unlimited') : t('tickets.rowLeft', { count: visitsLeft });
      const given = givenFor === null ? '' : t('tickets.given');
      return [given, state === 'valid' ? left : '', when(ticket)].filter(Boolean).join(' · ');
    },
  };
}

/** Whether it cannot be used yet, for its first day is still to come. */
export function isToCome({ state, validFrom }: Ticket, today: string): boolean {
  return state === 'valid' && validFrom !== null && validFrom > today;
}
