import type { UserRegistration } from '#shared/registrations/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { Question } from '#web/ui/question.tsx';
import { useCancelling } from '../cancelling/queries.ts';

interface CancelSheetProps {
  /** The one to give up. Kept by the caller while the sheet leaves. */
  registration: UserRegistration;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks once, names the training, the safe choice first. */
export function CancelSheet({ registration, isOpen, onClose }: CancelSheetProps) {
  const { trainingName: name, startDateTime, state, freeUntil } = registration;
  const { title, question, close } = useCancelling({
    registration,
    held: {
      name,
      startDateTime,
      state: state === 'waiting' || state === 'offered' ? state : 'booked',
      freeUntil,
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
