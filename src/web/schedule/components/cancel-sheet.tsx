import type { OwnRegistration } from '#shared/registrations/contract.ts';
import type { Training } from '#shared/schedule/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useCancelling } from '#web/registrations/cancelling/queries.ts';
import { Question } from '#web/ui/question.tsx';
import { trainingName } from './training-row.tsx';

interface CancelSheetProps {
  isOpen: boolean;
  onClose: () => void;
  training: Training;
  registration: OwnRegistration;
}

/** Asks once, names the training, the safe choice first; how many wait for the place is known here. */
export function CancelSheet({ isOpen, onClose, training, registration }: CancelSheetProps) {
  const { state, freeUntil } = registration;
  const { startDateTime, waitingCount } = training;
  const { title, question, close } = useCancelling({
    registration,
    held: {
      ...{ name: trainingName(training), startDateTime, waitingCount, freeUntil },
      state: state === 'releasing' ? 'booked' : state,
    },
    isOpen,
    onClose,
  });
  return (
    <Sheet isOpen={isOpen} onClose={close} title={title} variant="question" hasCloseButton={false}>
      <Question {...question} />
    </Sheet>
  );
}
