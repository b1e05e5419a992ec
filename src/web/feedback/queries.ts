import { useQuery } from '@tanstack/react-query';
import * as contract from '#shared/feedback/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';
import { useStartContext } from '#web/kernel/start-context.ts';

const isShownHere = () => true;

/** Whether the centre takes feedback at all. */
export function useTakesFeedback(): boolean {
  return useStartContext().pageRules.pageFunctions.isTrainingCommentsEnabled;
}

/** Trainings the reader may rate now, with what they gave. */
export function useOwnFeedback(isWanted: boolean) {
  const takesFeedback = useTakesFeedback();
  return useQuery({ ...queryFor(contract.listOwnFeedback), enabled: isWanted && takesFeedback });
}

export function useTrainingFeedback(trainingId: number) {
  return useQuery(queryFor(contract.getTrainingFeedback, { params: { trainingId } }));
}

/** Refusals are shown beside the form, where what was typed still stands. */
export function useGiveFeedback() {
  return useCommand(contract.giveFeedback, {
    success: (t) => t('feedback.thanks'),
    isErrorShownByScreen: isShownHere,
  });
}

/** What was thought of a training, as its trainer sees it. */
export function useComments(training: number) {
  return useQuery(queryFor(contract.listComments, { query: { training } }));
}

export function useCommentCommands() {
  const allowing = useCommand(contract.allowComment, { success: (t) => t('feedback.allowedNow') });
  const hiding = useCommand(contract.hideComment, { success: (t) => t('feedback.hiddenNow') });
  return {
    allow: (commentId: number, text: string) => allowing.mutate({ body: { commentId, text } }),
    hide: (commentId: number) => hiding.mutate({ body: { commentId } }),
    /** Which one is being decided. */
    pendingId: [allowing, hiding].find(({ isPending }) => isPending)?.variables?.body.commentId,
  };
}
