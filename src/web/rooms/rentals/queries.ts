import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { cancelRental, listRentals, rentRoom } from '#shared/rooms/rentals/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';

const isShownHere = () => true;
/** What is rented has an invoice. */
const changed = ['rentals', 'invoices'];

/** What is let on a local date, and what one has rented. */
export function useRentals(date: string) {
  return useQuery({
    ...queryFor(listRentals, { query: { date } }),
    placeholderData: keepPreviousData,
  });
}

export function useRent() {
  return useCommand(rentRoom, { invalidates: changed, isErrorShownByScreen: isShownHere });
}

export function useGiveBack() {
  return useCommand(cancelRental, { invalidates: changed, isErrorShownByScreen: isShownHere });
}
