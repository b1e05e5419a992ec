import type { InvoiceRow } from '#shared/invoices/contract.ts';
import { daysBetween } from '#shared/kernel/dates.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';

export interface InvoiceStatus {
  readonly text: string;
  /** `quiet` needs no tag: most invoices are paid. */
  readonly tone: 'quiet' | 'neutral' | 'warn' | 'bad';
  readonly isPaid: boolean;
}

type Facts = Pick<InvoiceRow, 'state' | 'dueDate'>;

/** What an invoice asks for, in a few words. */
export function useInvoiceStatus(): (invoice: Facts) => InvoiceStatus {
  const { t } = useTexts();
  const { today } = useTimeFormat();
  return ({ state, dueDate }) => {
    switch (state) {
      case 'paid':
        return { text: t('invoices.statePaid'), tone: 'quiet', isPaid: true };
      case 'overpaid':
        return { text: t('invoices.overpaid'), tone: 'quiet', isPaid: true };
      case 'credited':
      case 'writtenOff':
        return { text: t(`invoices.${state}`), tone: 'quiet', isPaid: false };
      default: {
        const days = daysBetween(today, dueDate);
        if (days < 0) return { text: t('invoices.overdue', { count: -days }), tone: 'bad', isPaid: false };
        if (days === 0) return { text: t('invoices.dueToday'), tone: 'warn', isPaid: false };
        return { text: t('invoices.daysLeft', { count: days }), tone: 'neutral', isPaid: false };
      }
    }
  };
}
