import { type FormEvent, useId, useState } from 'react';
import type { OwnFeedback } from '#shared/feedback/contract.ts';
import { type FeedbackInput, type Rating, ratings, thoughtMost } from '#shared/feedback/domain.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import classes from './feedback-form.module.css';
import { RatingSign } from './rating-sign.tsx';

interface FeedbackFormProps {
  own: OwnFeedback;
  onSend: (input: FeedbackInput) => void;
  isPending: boolean;
  /** Why it was refused. */
  problem: string | undefined;
}

/** Two ratings with one thumb, a thought, and whether others may read it. */
export function FeedbackForm({ own, onSend, isPending, problem }: FeedbackFormProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { feedback } = own;
  const [training, setTraining] = useState<Rating | null>(feedback?.trainingRating ?? null);
  const [trainer, setTrainer] = useState<Rating | null>(feedback?.trainerRating ?? null);
  const [thought, setThought] = useState(feedback?.thought ?? '');
  const [isShared, setIsShared] = useState(feedback?.isShared ?? false);
  const [isMissing, setIsMissing] = useState(false);
  const takesThought = own.isCommentingAllowed || (feedback !== null && feedback.thought !== '');

  function send(event: FormEvent) {
    event.preventDefault();
    setIsMissing(training === null);
    if (training === null || isPending) return;
    onSend({ trainingRating: training, trainerRating: trainer, thought, isShared });
  }

  return (
    <form className={classes.form} onSubmit={send}>
      <RatingChoice
        question={t('feedback.trainingQuestion')}
        value={training}
        onChoose={(rating) => {
          setTraining(rating);
          setIsMissing(false);
        }}
        problem={isMissing ? t('feedback.choose') : undefined}
      />
      {own.trainerName === '' ? null : (
        <RatingChoice
          question={t('feedback.trainerQuestion', { name: own.trainerName })}
          value={trainer}
          onChoose={setTrainer}
        />
      )}
      {takesThought ? (
        <>
          <TextArea
            label={t('feedback.thought')}
            hint={t('feedback.length', { count: [...thought].length, most: thoughtMost })}
            rows={3}
            maxLength={thoughtMost}
            value={thought}
            onChange={(event) => setThought(event.target.value)}
          />
          <Checkbox
            checked={isShared}
            hint={t('feedback.shareHint')}
            onChange={(event) => setIsShared(event.target.checked)}
          >
            {t('feedback.share')}
          </Checkbox>
        </>
      ) : (
        <p className={classes.note}>{t('feedback.ratingsOnly')}</p>
      )}
      {problem === undefined ? null : (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <Button type="submit" isWide isPending={isPending} pendingText={t('feedback.sending')}>
        {t(feedback === null ? 'feedback.send' : 'feedback.saveChanges')}
      </Button>
      <p className={classes.note}>{t('feedback.until', { when: format.dayAndTime(own.openUntil) })}</p>
    </form>
  );
}

interface RatingChoiceProps {
  question: string;
  value: Rating | null;
  onChoose: (rating: Rating) => void;
  problem?: string | undefined;
}

function RatingChoice({ question, value, onChoose, problem }: RatingChoiceProps) {
  const { t } = useTexts();
  const id = useId();
  return (
    <fieldset
      className={classes.choice}
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
    >
      <legend className={classes.question}>{question}</legend>
      <div className={classes.ratings}>
        {ratings.map((rating) => (
          <label key={rating} className={joinClasses(classes.rating, value === rating && classes.chosen)}>
            <input
              type="radio"
              className="visually-hidden"
              name={id}
              checked={value === rating}
              onChange={() => onChoose(rating)}
            />
            <RatingSign rating={rating} size={28} />
            <span>{t(`feedback.${rating}`)}</span>
          </label>
        ))}
      </div>
      <p id={`${id}-problem`} className={classes.problem} aria-live="polite">
        {problem}
      </p>
    </fieldset>
  );
}
