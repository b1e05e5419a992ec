import { Sheet } from '#web/kernel/dialog.tsx';
import { Question } from '#web/ui/question.tsx';
import { type Held, useCancel, useCancelLabels, useCancelProblem } from '../cancelling/queries.ts';
import { useGivingBack } from '../entitlements/queries.ts';

interface CancelSheetProps {
  /** The one to give up; kept by the caller while the sheet leaves. */
  registration: { readonly registrationId: number; readonly cancelingAllowed: boolean };
  held: Omit<Held, 'givingBack'>;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks once, names the training, the safe choice first. */
export function CancelSheet({ registration, held, isOpen, onClose }: CancelSheetProps) {
  const { registrationId, cancelingAllowed } = registration;
  const labelsOf = useCancelLabels();
  const { cancel, isPending, error, reset } = useCancel();
  const problem = useCancelProblem(error);
  const givingBack = useGivingBack(registrationId, isOpen && cancelingAllowed);
  const { title, ...labels } = labelsOf({ ...held, givingBack });
  function close() {
    reset();
    onClose();
  }
  return (
    <Sheet isOpen={isOpen} onClose={close} title={title} variant="question" hasCloseButton={false}>
      <Question
        {...labels}
        problem={problem}
        isPending={isPending}
        onSafe={close}
        onOther={() => cancel(registrationId, close)}
      />
    </Sheet>
  );
}
