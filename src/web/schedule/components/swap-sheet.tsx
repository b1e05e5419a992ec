import { useId, useState } from 'react';
import { localDate } from '#shared/kernel/dates.ts';
import type { UserRegistration } from '#shared/registrations/contract.ts';
import type { OwnTrainingDetail } from '#shared/schedule/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeWords } from '#web/kernel/time-words.ts';
import { Button } from '#web/ui/button.tsx';
import { breakable, keepTogether } from '#web/ui/timed-row.tsx';
import { Swap } from './swap.tsx';
import classes from './swap-sheet.module.css';

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
  const { t } = useTexts();
  const words = useTimeWords();
  const name = useId();
  const [chosenId, setChosenId] = useState(choices[0]?.registrationId);
  const chosen = choices.find(({ registrationId }) => registrationId === chosenId) ?? choices[0];
  const dateOf = ({ startDateTime }: UserRegistration) => localDate(startDateTime, words.timeZone);
  if (!chosen) return null;
  return (
    <>
      <fieldset className={classes.choice}>
        <legend className={classes.note}>{t('registrations.swapChoose')}</legend>
        {choices.map((own) => (
          <label key={own.registrationId} className={classes.own}>
            <input
              type="radio"
              name={name}
              className={classes.radio}
              checked={own === chosen}
              onChange={() => setChosenId(own.registrationId)}
            />
            <span className={classes.when}>
              {`${capitalize(words.shortDay(dateOf(own)))} ${words.time(own.startDateTime)}`}
            </span>
            <span>{breakable(keepTogether(own.trainingName))}</span>
            <span className={classes.facts}>
              {keepTogether([own.trainerName, own.roomName].filter(Boolean).join(' · '))}
            </span>
          </label>
        ))}
      </fieldset>
      <Swap
        key={chosen.registrationId}
        own={{
          ...chosen,
          name: chosen.trainingName,
          date: dateOf(chosen),
          time: words.time(chosen.startDateTime),
        }}
        training={training}
        isMain
        onDone={onDone}
      />
    </>
  );
}
