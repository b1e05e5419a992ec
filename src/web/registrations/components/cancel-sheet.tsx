import type { UserRegistration } from '#shared/registrations/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { Question } from '#web/ui/question.tsx';
import { useCancel, useCancelLabels, useCancelProblem } from '../cancelling/queries.ts';
import { useGivingBack } from '../entitlements/queries.ts';

interface CancelSheetProps {
  /** The one to give up; null while nobody asks. Kept by the caller while the sheet leaves. */
  registration: UserRegistration;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks once, names the training, the safe choice first. */
export function CancelSheet({ registration, isOpen, onClose }: CancelSheetProps) {
  const labelsOf = useCancelLabels();
  const { cancel, isPending, error, reset } = useCancel();
  const problem = useCancelProblem(error);
  const givingBack = useGivingBack(registration.registrationId, isOpen && registration.cancelingAllowed);
  const { title, ...labels } = labelsOf({
    name: registration.trainingName,
    startDateTime: registration.startDateTime,
    state:
      registration.state === 'waiting' || registration.state === 'offered' ? registration.state : 'booked',
    freeUntil: registration.freeUntil,
    givingBack,
  });
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
        onOther={() => cancel(registration.registrationId, close)}
      />
    </Sheet>
  );
}
