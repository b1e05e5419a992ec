import { useQuery } from '@tanstack/react-query';
import { getProductTranslations } from '#shared/invoices/contract.ts';
import {
  confirmPayment,
  getPayableInvoice,
  listPaymentMethods,
  openCardFields,
  startPayment,
} from '#shared/payments/contract.ts';
import { listPayableTogether, startTogether } from '#shared/payments/parts/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';

/** An invoice by its token. What a token opens is kept by nothing but this page. */
export function payableQuery(invoiceToken: string) {
  return {
    ...queryFor(getPayableInvoice, { params: { invoiceNumber: invoiceToken } }),
    retry: false,
    gcTime: 60_000,
  };
}

export function usePayable(invoiceToken: string) {
  return useQuery(payableQuery(invoiceToken));
}

/** What the lines of an invoice are called in every language, for whoever has its token. */
export function articlesQuery(invoiceToken: string) {
  return {
    ...queryFor(getProductTranslations, { params: { invoiceNumber: invoiceToken } }),
    retry: false,
    gcTime: 60_000,
    staleTime: 3_600_000,
  };
}

/** What a line is called in the page's language; as the invoice says it until that is known. */
export function useArticles(invoiceToken: string) {
  const { language } = useTexts();
  const { data } = useQuery({ ...articlesQuery(invoiceToken), enabled: invoiceToken !== '' });
  return ({ position, article }: { readonly position: number; readonly article: string }) =>
    data?.find((line) => line.position === position)?.names[language] ?? article;
}

/** Ways to pay in a country; without one, in the centre's own. */
export function methodsQuery(country: string | undefined) {
  return queryFor(listPaymentMethods, { query: { country } });
}

/** The list of one country stays until that of the next is there. */
export function usePaymentMethods(country: string | undefined, isWanted: boolean) {
  return useQuery({
    ...methodsQuery(country),
    enabled: isWanted,
    staleTime: 3_600_000,
    placeholderData: (previous) => previous,
  });
}

const isShownHere = () => true;

/** Refusals stand above the button, where the choice still is. */
export function useStartPayment() {
  return useCommand(startPayment, { invalidates: [], isErrorShownByScreen: isShownHere });
}

/** Own invoices that are to be paid, to be chosen from. */
export function usePayableTogether() {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(listPayableTogether), enabled: isMember });
}

/** One payment for several. */
export function useStartTogether() {
  return useCommand(startTogether, {
    invalidates: ['payments', 'invoices', 'owned', 'registrations'],
    isErrorShownByScreen: isShownHere,
  });
}

/** Where it fails, cards open a page of their own: nobody need be told. */
export function useOpenCardFields() {
  return useCommand(openCardFields, { invalidates: [], isErrorShownByScreen: isShownHere });
}

/** What the return of the bank says, or the invoice's own link. */
export interface Returned {
  readonly orderToken: string | undefined;
  readonly invoiceToken: string | undefined;
}

/** Often at first; a bank that has not answered by then takes its time. */
function pollMs(asked: number): number {
  if (asked < 20) return 2000;
  return asked < 50 ? 5000 : 20_000;
}

/** What became of a payment; asked again and again while the bank has not answered. */
export function useConfirmation(returned: Returned, isWaiting: boolean) {
  return useQuery({
    ...queryFor(confirmPayment, { body: { ...returned } }),
    enabled: returned.orderToken !== undefined || returned.invoiceToken !== undefined,
    retry: 2,
    gcTime: 60_000,
    refetchInterval: ({ state }) => {
      const isOpen = state.data?.state === 'waiting' || state.data?.state === 'started';
      return isWaiting && (isOpen || state.status === 'error') ? pollMs(state.dataUpdateCount) : false;
    },
  });
}
