import { useState } from 'react';
import type { OwnTrainingDetail } from '#shared/schedule/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { useJoinWaitlistGroup } from '#web/registrations/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { useLikeFullTrainings } from '../queries.ts';
import { trainingName } from './training-row.tsx';
import classes from './waitlist-history.module.css';

/** Who waits for one may wait for others like it, too: the first place wins, the rest vanish. */
export function WaitlistGroup({ training }: { training: OwnTrainingDetail }) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const others = useLikeFullTrainings(training);
  if (others.length === 0) return null;
  return (
    <>
      <Button variant="plain" size="small" onClick={() => setIsOpen(true)}>
        {t('registrations.wishOpen')}
      </Button>
      <Sheet isOpen={isOpen} onClose={() => setIsOpen(false)} title={t('registrations.wishTitle')}>
        {isOpen ? <Choice training={training} others={others} onDone={() => setIsOpen(false)} /> : null}
      </Sheet>
    </>
  );
}

interface ChoiceProps {
  training: OwnTrainingDetail;
  others: ReturnType<typeof useLikeFullTrainings>;
  onDone: () => void;
}

function Choice({ training, others, onDone }: ChoiceProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { wish, isPending } = useJoinWaitlistGroup();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  function toggle(id: number) {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  }
  return (
    <>
      <p className={classes.note}>{t('registrations.wishText')}</p>
      <ul className={classes.steps}>
        {others.map((other) => (
          <li key={other.id}>
            <Checkbox
              checked={chosen.has(other.id)}
              onChange={() => toggle(other.id)}
              hint={[
                trainingName(other),
                other.trainerName,
                t('schedule.waiting', { count: other.waitingCount }),
              ]
                .filter(Boolean)
                .join(' · ')}
            >
              {`${format.shortDay(other.date)} ${other.time}`}
            </Checkbox>
          </li>
        ))}
      </ul>
      <Button
        isWide
        variant={chosen.size === 0 ? 'plain' : 'primary'}
        disabled={chosen.size === 0}
        isPending={isPending}
        pendingText={t('registrations.joining')}
        onClick={() => wish([training.id, ...chosen], onDone)}
      >
        {chosen.size === 0
          ? t('registrations.wishChoose')
          : t('registrations.wishJoin', { count: chosen.size + 1 })}
      </Button>
    </>
  );
}
