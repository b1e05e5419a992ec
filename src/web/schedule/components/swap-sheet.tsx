import { useState } from 'react';
import { localDate } from '#shared/kernel/dates.ts';
import type { UserRegistration } from '#shared/registrations/contract.ts';
import type { OwnTrainingDetail } from '#shared/schedule/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import { useSwap } from '#web/registrations/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { OwnPlaces } from './own-places.tsx';
import { Swap } from './swap.tsx';

interface SwapSheetProps {
  /** The one to be waited for. */
  training: OwnTrainingDetail;
  /** Own bookings, the likeliest first. */
  choices: readonly UserRegistration[];
}

/** Who would wait may keep a place elsewhere until there is one here (mission 3.3). */
export function SwapButton({ training, choices }: SwapSheetProps) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="text" isWide onClick={() => setIsOpen(true)}>
        {t('registrations.swapOpen')}
      </Button>
      <Sheet isOpen={isOpen} onClose={close} title={t('registrations.swapTitle')}>
        {isOpen ? <Choice training={training} choices={choices} onDone={close} /> : null}
      </Sheet>
    </>
  );
}

function Choice({ training, choices, onDone }: SwapSheetProps & { onDone: () => void }) {
  const format = useTimeFormat();
  const command = useSwap();
  const [chosenId, setChosenId] = useState(choices[0]?.registrationId);
  const chosen = choices.find(({ registrationId }) => registrationId === chosenId) ?? choices[0];
  const dateOf = ({ startDateTime }: UserRegistration) => localDate(startDateTime, format.timeZone);
  if (!chosen) return null;
  return (
    <>
      <OwnPlaces
        own={choices.map((own) => ({
          registrationId: own.registrationId,
          when: `${capitalize(format.shortDay(dateOf(own)))} ${format.time(own.startDateTime)}`,
          name: own.trainingName,
          facts: [own.trainerName, own.roomName].filter(Boolean).join(' · '),
        }))}
        chosenId={chosen.registrationId}
        onChoose={setChosenId}
      />
      <Swap
        key={chosen.registrationId}
        own={{
          ...chosen,
          name: chosen.trainingName,
          date: dateOf(chosen),
          time: format.time(chosen.startDateTime),
        }}
        training={training}
        command={command}
        onDone={onDone}
      />
    </>
  );
}
