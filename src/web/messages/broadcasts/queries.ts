import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EndpointInput } from '#shared/kernel/endpoint.ts';
import {
  getMessage,
  listMessages,
  previewMessage,
  sendMessage,
} from '#shared/messages/broadcasts/contract.ts';
import { isUnderWay } from '#shared/messages/broadcasts/domain.ts';
import { getNoticeSettings } from '#shared/messages/notices/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';

export type MessageDraft = EndpointInput<typeof previewMessage>['body'];

/** What staff sent, a page of it; asked again while copies are on their way. */
export function useMessages(offset: number, limit: number) {
  return useQuery({
    ...queryFor(listMessages, { query: { offset, limit } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ channel, counts }) => isUnderWay(channel, counts)) ? 5000 : false,
  });
}

/** One message with a page of its copies; asked again while some are on their way. */
export function useMessage(id: number, offset: number, limit: number) {
  return useQuery({
    ...queryFor(getMessage, { params: { id }, query: { offset, limit } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && !isUnderWay(data.channel, data.counts) ? false : 5000),
    retry: false,
  });
}

/** Whom a message would reach, at what price a part and when; what is written does not change that. Null asks nothing. */
export function usePreview(draft: Pick<MessageDraft, 'audience' | 'channel' | 'isOffer'> | null) {
  const query = useQuery({
    ...queryFor(previewMessage, { body: { ...(draft as MessageDraft), subject: '', text: '' } }),
    enabled: draft !== null,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  return { ...query, data: draft === null ? undefined : query.data };
}

export function useSendMessage() {
  return useCommand(sendMessage, {
    isErrorShownByScreen: () => true,
    success: (t, { recipients }) => t('broadcasts.sentCount', { count: recipients }),
  });
}

/** Whether this centre sends SMS at all; undefined until it is known. */
export function useIsSmsKnown(): boolean | undefined {
  const { data, isError } = useQuery({ ...queryFor(getNoticeSettings), staleTime: 300_000 });
  return isError ? false : data?.isSmsOffered;
}
