import type { TrainingFeedback as Loaded } from '#shared/feedback/contract.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { useTakesFeedback, useTrainingFeedback } from '../queries.ts';
import { FeedbackDialog } from './feedback-dialog.tsx';
import { BothRatings } from './rating-counts.tsx';
import classes from './training-feedback.module.css';

/** What people thought of a training that is over: ratings from five raters on, and thoughts that were allowed. */
export function TrainingFeedback({ trainingId }: { trainingId: number }) {
  return useTakesFeedback() ? <Feedback trainingId={trainingId} /> : null;
}

function Feedback({ trainingId }: { trainingId: number }) {
  const { data } = useTrainingFeedback(trainingId);
  // What the training itself is stands above: nothing is missing while this has not come.
  return data ? <Shown trainingId={trainingId} loaded={data} /> : null;
}

const ownStates = {
  waiting: 'feedback.ownWaiting',
  allowed: 'feedback.ownAllowed',
  hidden: 'feedback.ownHidden',
} as const;

function Shown({ trainingId, loaded }: { trainingId: number; loaded: Loaded }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { own, comments } = loaded;
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{t('feedback.heading')}</h2>
      <BothRatings of={loaded} />
      {comments.length === 0 ? null : (
        <ul className={classes.comments}>
          {comments.map(({ id, author, text, createdDateTime }) => (
            <li key={id} className={classes.comment}>
              <p className={classes.text}>{text}</p>
              <p className={classes.author}>
                {`${author || t('feedback.somebody')} · ${formatDate(localDate(createdDateTime, format.timeZone))}`}
              </p>
            </li>
          ))}
        </ul>
      )}
      {own?.feedback?.isShared ? <p className={classes.own}>{t(ownStates[own.feedback.state])}</p> : null}
      <FeedbackDialog isWanted={own?.isOpen === true}>
        {(buttonOf) => buttonOf(trainingId, own?.trainingName ?? '')}
      </FeedbackDialog>
    </section>
  );
}
