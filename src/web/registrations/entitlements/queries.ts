import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { EndpointResponse } from '#shared/kernel/endpoint.ts';
import { eurosToCents } from '#shared/kernel/money.ts';
import { withStop } from '#shared/kernel/sentences.ts';
import { previewCancelling, type previewSwap, purchasePlace } from '#shared/registrations/contract.ts';
import type { Entitlement, PlaceEntitlement } from '#shared/registrations/entitlements/contract.ts';
import { formatDate, formatMoney } from '#web/kernel/format.ts';
import { leaveForPaying, usePageReturn } from '#web/kernel/leaving.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { refreshed } from '../queries.ts';

/**
 * Holds a place that is bought singly; afterwards the page of its invoice opens. Used by a bar and handed to its buttons:
 * a place that goes meanwhile takes the pressed button away, and with a hook of its own the way and the refusal would go
 * with it. With `isErrorShown` the bar says why it cannot be bought; otherwise a message does.
 */
export function usePurchase({ isErrorShown = false }: { isErrorShown?: boolean } = {}) {
  const client = useQueryClient();
  const command = useCommand(purchasePlace, {
    invalidates: [],
    isErrorShownByScreen: () => isErrorShown,
  });
  const { reset } = command;
  // Back from the page of the invoice, out of the browser's memory: meanwhile it may have been paid.
  usePageReturn(() => {
    reset();
    for (const noun of refreshed) void client.invalidateQueries({ queryKey: [noun] });
  });
  const buy = (trainingId: number) =>
    command.mutate(
      { body: { trainingId } },
      { onSuccess: ({ invoiceToken }) => leaveForPaying(invoiceToken) },
    );
  return { buy, isPending: command.isPending || command.isSuccess, error: command.error, reset };
}
export type Purchase = ReturnType<typeof usePurchase>;

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

/**
 * What remains of a ticket or voucher once a place has taken a visit of it, or until when it holds; of a contract what
 * remains in its billing period.
 */
export function useEntitlementLabels() {
  const { t } = useTexts();
  return ({ kind, leftAfter, granted, validUntil }: Omit<Entitlement, 'name' | 'id' | 'left'>) => {
    const date = formatDate(validUntil);
    if (leftAfter === null)
      return kind === 'contract' ? t('covers.byContract') : t('covers.validUntil', { date });
    const numbers = { count: leftAfter, granted: granted ?? leftAfter };
    return kind === 'contract' ? t('covers.leftUntil', { ...numbers, date }) : t('covers.left', numbers);
  };
}

/** What covers a place that is held, in a sentence; empty where it is free. */
export function usePlaceEntitlementText() {
  const { t } = useTexts();
  const entitlementLabels = useEntitlementLabels();
  return (entitlement: PlaceEntitlement | null): string => {
    if (!entitlement) return '';
    const { kind, name, left: leftAfter, granted, validUntil } = entitlement;
    if (kind === 'invoice') return `${t('covers.bought')}.`;
    if (validUntil === null) return withStop(name);
    return t('covers.heldBy', { name, words: entitlementLabels({ kind, leftAfter, granted, validUntil }) });
  };
}

/** The word and value of what comes back; nothing where nothing covers the place. */
export function useReturnFact() {
  const { t, language } = useTexts();
  return (back: GivingBack | undefined) => {
    if (!back || isNothing(back)) return [];
    if (back.paid !== null) {
      const amount = formatMoney(eurosToCents(back.paid), language);
      const value = t(back.credit === null ? 'covers.moneyLost' : 'covers.becomesCredit', { amount });
      return [{ label: t('covers.factMoney'), value }];
    }
    const label = t(back.voucherId === null ? 'covers.factVisit' : 'covers.factUse');
    return [{ label, value: returned(back) }];
  };
  function returned({ visitReturned, endedOn, newRemaining }: GivingBack): string {
    if (!visitReturned) return t('covers.isLost');
    if (endedOn !== null) return t('covers.comesBackEnded', { date: formatDate(endedOn) });
    return newRemaining === null ? t('covers.comesBack') : t('covers.comesBackLeft', { count: newRemaining });
  }
}

/** What of tickets, vouchers and money comes back and is taken by moving; nothing where neither costs anything. */
export function useSwapEntitlementLabels() {
  const { t, language } = useTexts();
  return ({ cover, givingBack: back }: EndpointResponse<typeof previewSwap>): string[] => {
    const isSame =
      cover !== null &&
      back?.visitReturned === true &&
      cover.id === { contract: back.contractId, ticket: back.ticketId, voucher: back.voucherId }[cover.kind];
    if (isSame && cover.leftAfter !== null)
      return [t('covers.swapSame', { name: cover.name, left: cover.leftAfter })];
    return [...returned(back), ...taken(cover)];
  };

  function returned(back: GivingBack | null): string[] {
    if (!back || isNothing(back)) return [];
    const { visitReturned, endedOn, newRemaining: left, voucherId } = back;
    if (back.paid !== null) {
      const amount = formatMoney(eurosToCents(back.paid), language);
      return [t(back.credit === null ? 'covers.swapMoneyLost' : 'covers.swapMoney', { amount })];
    }
    if (!visitReturned) return [t('covers.swapLost')];
    if (endedOn !== null) return [t('covers.swapBackEnded', { date: formatDate(endedOn) })];
    if (voucherId !== null)
      return [left === null ? t('covers.swapUseBack') : t('covers.swapUseBackLeft', { left })];
    return [left === null ? t('covers.swapBack') : t('covers.swapBackLeft', { left })];
  }

  function taken(entitlement: Entitlement | null): string[] {
    if (!entitlement) return [];
    const { name, left, leftAfter: after } = entitlement;
    if (left === null || after === null) return [t('covers.swapTakesUnlimited', { name })];
    return [t('covers.swapTakes', { name, left, after })];
  }
}

/** Neither a visit nor a use nor money was taken: free, or a contract without a count. */
function isNothing({ ticketId, voucherId, contractId, newRemaining, paid }: GivingBack): boolean {
  const isCounted = contractId !== null && newRemaining !== null;
  return ticketId === null && voucherId === null && !isCounted && paid === null;
}
