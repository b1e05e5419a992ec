import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listOutgoingMails } from '#shared/messages/contract.ts';
import { queryFor } from '#web/kernel/queries.ts';
import { useSession } from '#web/kernel/session.tsx';

export const pageSize = 20;

/** A page of the stand-in's mails, latest first; the page before stays in view while the next one comes. */
export function useOutgoingMails(offset: number) {
  const { state } = useSession();
  return useQuery({
    ...queryFor(listOutgoingMails, { query: { offset, limit: pageSize } }),
    enabled: state === 'member',
    placeholderData: keepPreviousData,
  });
}
