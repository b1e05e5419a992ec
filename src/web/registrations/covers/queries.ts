import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { EndpointResponse } from '#shared/kernel/endpoint.ts';
import { eurosToCents } from '#shared/kernel/money.ts';
import { previewCancelling, type previewSwap, purchasePlace } from '#shared/registrations/contract.ts';
import type { Cover } from '#shared/registrations/covers/contract.ts';
import type { ApiError } from '#web/kernel/call.ts';
import { formatDate, formatMoney } from '#web/kernel/format.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { refreshed } from '../queries.ts';

/**
 * Holds a place that is bought singly; afterwards the page of its invoice opens. Nothing here is asked anew before: what
 * holds the place would take the pressed button away, and the way with it.
 */
export function usePurchase(onRefused?: (error: ApiError) => void) {
  const client = useQueryClient();
  const command = useCommand(purchasePlace, {
    invalidates: [],
    isErrorShownByScreen: () => onRefused !== undefined,
  });
  const { reset } = command;
  // Back from the page of the invoice, out of the browser's memory: meanwhile it may have been paid.
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      reset();
      for (const noun of refreshed) void client.invalidateQueries({ queryKey: [noun] });
    };
    addEventListener('pageshow', comeBack);
    return () => removeEventListener('pageshow', comeBack);
  }, [client, reset]);
  const buy = (trainingId: number) =>
    command.mutate(
      { body: { trainingId } },
      {
        onSuccess: ({ invoiceToken }) =>
          window.location.assign(`/public/invoices?invoice=${encodeURIComponent(invoiceToken)}`),
        onError: (error) => onRefused?.(error),
      },
    );
  return { buy, isPending: command.isPending || command.isSuccess };
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
type Cancelling = EndpointResponse<typeof previewCancelling>;
export type GivingBack = Omit<Cancelling, 'state' | 'undoUntil'>;

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
    if (!back || (back.ticketId === null && back.voucherId === null && back.paid === null)) return [];
    if (back.paid !== null) {
      const amount = formatMoney(eurosToCents(back.paid), language);
      const value = t(back.credit === null ? 'covers.moneyLost' : 'covers.becomesCredit', { amount });
      return [{ label: t('covers.factMoney'), value }];
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

/** What of tickets, vouchers and money comes back and is taken by moving; nothing where neither costs anything. */
export function useSwapCoverWords() {
  const { t, language } = useTexts();
  return ({ cover, givingBack: back }: EndpointResponse<typeof previewSwap>): string[] => {
    const isSame =
      cover !== null &&
      back?.visitReturned === true &&
      cover.id === (cover.kind === 'ticket' ? back.ticketId : back.voucherId);
    if (isSame && cover.leftAfter !== null)
      return [t('covers.swapSame', { name: cover.name, left: cover.leftAfter })];
    return [...returned(back), ...taken(cover)];
  };

  function returned(back: GivingBack | null): string[] {
    if (!back || (back.ticketId === null && back.voucherId === null && back.paid === null)) return [];
    const { visitReturned, endedOn, newRemaining: left, ticketId } = back;
    if (back.paid !== null) {
      const amount = formatMoney(eurosToCents(back.paid), language);
      return [t(back.credit === null ? 'covers.swapMoneyLost' : 'covers.swapMoney', { amount })];
    }
    if (!visitReturned) return [t('covers.swapLost')];
    if (endedOn !== null) return [t('covers.swapBackEnded', { date: formatDate(endedOn) })];
    if (ticketId === null)
      return [left === null ? t('covers.swapUseBack') : t('covers.swapUseBackLeft', { left })];
    return [left === null ? t('covers.swapBack') : t('covers.swapBackLeft', { left })];
  }

  function taken(cover: Cover | null): string[] {
    if (!cover) return [];
    const { name, left, leftAfter: after } = cover;
    if (left === null || after === null) return [t('covers.swapTakesUnlimited', { name })];
    return [t('covers.swapTakes', { name, left, after })];
  }
}
