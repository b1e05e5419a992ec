import { useQuery } from '@tanstack/react-query';
import type { EndpointResponse } from '#shared/kernel/endpoint.ts';
import { eurosToCents } from '#shared/kernel/money.ts';
import { previewCancelling, purchasePlace } from '#shared/registrations/contract.ts';
import type { Cover } from '#shared/registrations/covers/contract.ts';
import { formatDate, formatMoney } from '#web/kernel/format.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { refreshed } from '../queries.ts';

/** Holds a place that is bought singly; afterwards its invoice is paid. */
export function usePurchase() {
  const command = useCommand(purchasePlace, { invalidates: refreshed });
  const buy = (trainingId: number) =>
    command.mutate(
      { body: { trainingId } },
      {
        onSuccess: ({ invoiceToken }) =>
          window.location.assign(`/public/invoices?invoice=${encodeURIComponent(invoiceToken)}`),
      },
    );
  return { ...command, buy };
}

/**
 * What giving a place back would bring back now, asked while the question is open. Under a key of its own: what the
 * answer to the question changes makes others read anew, but of a place given back there is nothing to ask.
 */
export function useGivingBack(registrationId: number, isAsked: boolean) {
  const { data } = useQuery({
    ...queryFor(previewCancelling, { params: { id: registrationId } }),
    queryKey: ['giving back', registrationId],
    enabled: isAsked,
    retry: false,
    gcTime: 0,
  });
  return data;
}
export type GivingBack = EndpointResponse<typeof previewCancelling>;

/** What remains of a ticket or voucher once a place has taken a visit of it, or until when it holds. */
export function useCoverWords() {
  const { t } = useTexts();
  return ({ leftAfter, granted, validUntil }: Omit<Cover, 'name'>) =>
    leftAfter === null
      ? t('covers.validUntil', { date: formatDate(validUntil) })
      : t('covers.left', { count: leftAfter, granted: granted ?? leftAfter });
}

/** The word and value of what comes back; nothing where nothing covers the place. */
export function useReturnFact() {
  const { t, language } = useTexts();
  return (back: GivingBack | undefined) => {
    if (!back || (back.ticketId === null && back.voucherId === null && back.credit === null)) return [];
    if (back.credit !== null) {
      const amount = formatMoney(eurosToCents(back.credit), language);
      return [{ label: t('covers.factMoney'), value: t('covers.becomesCredit', { amount }) }];
    }
    const label = t(back.ticketId === null ? 'covers.factUse' : 'covers.factVisit');
    return [{ label, value: returned(back) }];
  };
  function returned({ visitReturned, endedOn, newRemaining }: GivingBack): string {
    if (!visitReturned) return t('covers.isLost');
    if (endedOn !== null) return t('covers.comesBackEnded', { date: formatDate(endedOn) });
    return newRemaining === null ? t('covers.comesBack') : t('covers.comesBackLeft', { count: newRemaining });
  }
}
