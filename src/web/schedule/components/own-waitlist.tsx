import type { OwnTrainingDetail } from '#shared/schedule/contract.ts';
import classes from './own-waitlist.module.css';
import { WaitlistGroup } from './waitlist-group.tsx';
import { WaitlistHistory } from './waitlist-history.tsx';

interface OwnWaitlistProps {
  training: OwnTrainingDetail;
  own: NonNullable<OwnTrainingDetail['own']>;
}

/** For who waits: how the line moved, and a wish for others like it. */
export function OwnWaitlist({ training, own }: OwnWaitlistProps) {
  return (
    <div className={classes.line}>
      <WaitlistHistory
        registrationId={own.registrationId}
        isPerhapsEmpty={training.isPaid && own.state === 'offered'}
      />
      {own.state === 'waiting' ? <WaitlistGroup training={training} /> : null}
    </div>
  );
}
