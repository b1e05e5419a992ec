import type { OwnRegistration } from '#shared/registrations/contract.ts';
import type { Training } from '#shared/schedule/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useCancel, useCancelLabels, useCancelProblem } from '#web/registrations/cancelling/queries.ts';
import { useGivingBack } from '#web/registrations/entitlements/queries.ts';
import { Question } from '#web/ui/question.tsx';
import { trainingName } from './training-row.tsx';

interface CancelSheetProps {
  isOpen: boolean;
  onClose: () => void;
  training: Training;
  registration: OwnRegistration;
}

/** Asks once, names the training, the safe choice first. */
export function CancelSheet({ isOpen, onClose, training, registration }: CancelSheetProps) {
  const labelsOf = useCancelLabels();
  const { cancel, isPending, error, reset } = useCancel();
  const problem = useCancelProblem(error);
  const givingBack = useGivingBack(registration.registrationId, isOpen && registration.cancelingAllowed);
  const { title, ...labels } = labelsOf({
    name: trainingName(training),
    startDateTime: training.startDateTime,
    state: registration.state === 'releasing' ? 'booked' : registration.state,
    freeUntil: registration.freeUntil,
    givingBack,
    waitingCount: training.waitingCount,
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
