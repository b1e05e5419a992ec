import type { OwnTrainingDetail } from '#shared/schedule/contract.ts';
import classes from './own-line.module.css';
import { QueueHistory } from './queue-history.tsx';
import { Wish } from './wish.tsx';

interface OwnLineProps {
  training: OwnTrainingDetail;
  own: NonNullable<OwnTrainingDetail['own']>;
}

/** For who waits: how the line moved, and a wish for others like it. */
export function OwnLine({ training, own }: OwnLineProps) {
  return (
    <div className={classes.line}>
      <QueueHistory
        registrationId={own.registrationId}
        isPerhapsEmpty={training.isPaid && own.state === 'offered'}
      />
      {own.state === 'waiting' ? <Wish training={training} /> : null}
    </div>
  );
}
