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

/** What is chosen and typed so far. */
export interface FeedbackDraft {
  readonly training: Rating | null;
  readonly trainer: Rating | null;
  readonly thought: string;
  readonly isShared: boolean;
}

interface FeedbackFormProps {
  own: OwnFeedback;
  /** Undefined where nothing was changed yet. */
  draft: FeedbackDraft | undefined;
  onChange: (draft: FeedbackDraft) => void;
  onSend: (input: FeedbackInput) => void;
  isPending: boolean;
  /** Why it was refused. */
  problem: string | undefined;
}

/** Two ratings with one thumb, a thought, and whether others may read it. */
export function FeedbackForm({
  own,
  draft = givenIn(own),
  onChange,
  onSend,
  isPending,
  problem,
}: FeedbackFormProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { feedback } = own;
  const { training, trainer, thought, isShared } = draft;
  const change = (part: Partial<FeedbackDraft>) => onChange({ ...draft, ...part });
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
          change({ training: rating });
          setIsMissing(false);
        }}
        problem={isMissing ? t('feedback.choose') : undefined}
      />
      {own.trainerName === '' ? null : (
        <RatingChoice
          question={t('feedback.trainerQuestion', { name: own.trainerName })}
          value={trainer}
          onChoose={(rating) => change({ trainer: rating })}
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
            onChange={({ target }) => change({ thought: target.value })}
          />
          <Checkbox
            checked={isShared}
            hint={t('feedback.shareHint')}
            onChange={({ target }) => change({ isShared: target.checked })}
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

/** What was given before, or nothing yet. */
function givenIn({ feedback }: OwnFeedback): FeedbackDraft {
  return {
    training: feedback?.trainingRating ?? null,
    trainer: feedback?.trainerRating ?? null,
    thought: feedback?.thought ?? '',
    isShared: feedback?.isShared ?? false,
  };
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
