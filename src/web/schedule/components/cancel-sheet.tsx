import type { OwnRegistration } from '#shared/registrations/contract.ts';
import type { Training } from '#shared/schedule/contract.ts';
import { CancelSheet as Asking } from '#web/registrations/components/cancel-sheet.tsx';
import { trainingName } from './training-row.tsx';

interface CancelSheetProps {
  isOpen: boolean;
  onClose: () => void;
  training: Training;
  registration: OwnRegistration;
}

/** Giving up a place in the training that is shown, which knows how many wait for it. */
export function CancelSheet({ training, registration, ...sheet }: CancelSheetProps) {
  const { state, freeUntil } = registration;
  return (
    <Asking
      {...sheet}
      registration={registration}
      held={{
        name: trainingName(training),
        startDateTime: training.startDateTime,
        state: state === 'releasing' ? 'booked' : state,
        freeUntil,
        waitingCount: training.waitingCount,
      }}
    />
  );
}
