import { useState } from 'react';
import type { InTheWay } from '#shared/registrations/refusals/contract.ts';
import type { OwnTrainingDetail } from '#shared/schedule/contract.ts';
import { capitalize, useTimeWords } from '#web/kernel/time-words.ts';
import { useSwap, useSwappable } from '#web/registrations/queries.ts';
import { OwnPlaces } from './own-places.tsx';
import { Swap } from './swap.tsx';

interface SwapOutProps {
  /** What stands in the way. */
  own: readonly InTheWay[];
  /** The one wanted. */
  training: OwnTrainingDetail;
  onDone: () => void;
}

/** Gives one of the places that stand in the way for the one wanted; where several would do, one is chosen. */
export function SwapOut({ own, training, onDone }: SwapOutProps) {
  const words = useTimeWords();
  const command = useSwap();
  const possible = useSwappable(own, training.id, !command.isBegun);
  const [chosenId, setChosenId] = useState<number>();
  const chosen = possible.find(({ registrationId }) => registrationId === chosenId) ?? possible[0];
  if (!chosen) return null;
  return (
    <>
      {possible.length > 1 ? (
        <OwnPlaces
          own={possible.map(({ registrationId, date, time, name }) => ({
            registrationId,
            when: `${capitalize(words.shortDay(date))} ${time}`,
            name,
          }))}
          chosenId={chosen.registrationId}
          onChoose={setChosenId}
        />
      ) : null}
      <Swap key={chosen.registrationId} own={chosen} training={training} command={command} onDone={onDone} />
    </>
  );
}
