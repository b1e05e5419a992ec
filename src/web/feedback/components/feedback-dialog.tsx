import { type ReactNode, useState } from 'react';
import type { OwnFeedback } from '#shared/feedback/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { useGiveFeedback, useOwnFeedback } from '../queries.ts';
import { type FeedbackDraft, FeedbackForm } from './feedback-form.tsx';

interface FeedbackDialogProps {
  /** Whether anything shown may be rated at all. */
  isWanted: boolean;
  /** Draws what is rated; `buttonOf` gives the button of a training, and nothing where it is not open. */
  children: (buttonOf: (trainingId: number, name: string) => ReactNode) => ReactNode;
}

/** The one dialog in which feedback is given on what stands inside (specification point 2, past workouts). */
export function FeedbackDialog({ isWanted, children }: FeedbackDialogProps) {
  const { t } = useTexts();
  const { data } = useOwnFeedback(isWanted);
  const giving = useGiveFeedback();
  const [asked, setAsked] = useState<OwnFeedback>();
  const [isOpen, setIsOpen] = useState(false);
  /** By training, what was not sent yet: it is there again when the dialog is. */
  const [drafts, setDrafts] = useState<ReadonlyMap<number, FeedbackDraft>>(new Map());

  function sent(trainingId: number): void {
    setDrafts((known) => new Map([...known].filter(([id]) => id !== trainingId)));
    setIsOpen(false);
  }

  function buttonOf(trainingId: number, name: string) {
    const own = data?.find((one) => one.trainingId === trainingId);
    if (!own) return null;
    const label = t(own.feedback === null ? 'feedback.give' : 'feedback.change');
    return (
      <Button
        variant="plain"
        size="small"
        aria-haspopup="dialog"
        aria-label={`${label}: ${name}`}
        onClick={() => {
          giving.reset();
          setAsked(own);
          setIsOpen(true);
        }}
      >
        {label}
      </Button>
    );
  }

  return (
    <>
      {children(buttonOf)}
      <Sheet isOpen={isOpen} onClose={() => setIsOpen(false)} title={asked?.trainingName ?? ''}>
        {asked && isOpen ? (
          <FeedbackForm
            key={asked.trainingId}
            own={asked}
            draft={drafts.get(asked.trainingId)}
            onChange={(draft) => setDrafts((known) => new Map([...known, [asked.trainingId, draft]]))}
            isPending={giving.isPending}
            problem={giving.error ? errorText(giving.error, t) : undefined}
            onSend={(input) =>
              giving.mutate(
                { body: { trainingId: asked.trainingId, ...input } },
                { onSuccess: () => sent(asked.trainingId) },
              )
            }
          />
        ) : null}
      </Sheet>
    </>
  );
}
