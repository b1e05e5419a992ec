import { useState } from 'react';
import { addDays, compareInstants } from '#shared/kernel/dates.ts';
import { reasons } from '#shared/replacements/domain.ts';
import { DateField } from '#web/kernel/date-field.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { useActor } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { useTaughtTrainings } from '#web/registrations/attendance/queries.ts';
import { useAdminSchedule } from '#web/schedule/editing/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Segment, SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { useAsk, useAskPreview, useReplacements } from '../queries.ts';
import classes from './replacements.module.css';
import { Cannot } from './request-sheet.tsx';

/** How far ahead a trainer's own trainings are offered. */
const days = 27;
/** One request for each at most. */
const most = 20;

interface Offered {
  readonly id: number;
  readonly text: string;
  readonly hint: string;
}

/** Asks for somebody to hold one's trainings: which, why, whom first; who could, before it is sent (mission 2.8). */
export function AskForm({ onDone }: { onDone: () => void }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const actor = useActor();
  const isAdmin = actor.kind === 'member' && actor.isAdmin;
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [reason, setReason] = useState<(typeof reasons)[number]>('ill');
  const [comment, setComment] = useState('');
  const [preferred, setPreferred] = useState<readonly number[]>([]);
  const preview = useAskPreview(chosen);
  // Each is asked for once.
  const asked = new Set(
    useReplacements(false).data?.flatMap(({ isActive, training }) => (isActive ? [training.id] : [])),
  );
  const ask = useAsk();
  const data = chosen.length > 0 ? preview.data : undefined;
  const isOld = data !== undefined && preview.isPlaceholderData;
  const fit = data?.candidates.filter(({ problems }) => problems.length === 0) ?? [];
  const preferredIds = preferred.filter((id) => fit.some(({ trainerId }) => trainerId === id));
  const error = ask.error ?? preview.error;
  const soonest = data?.trainings[0];
  const toggle = (list: readonly number[], id: number) =>
    list.includes(id) ? list.filter((one) => one !== id) : [...list, id];

  return (
    <form
      className={classes.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length === 0) return;
        // Whether whom one prefers is free for these is not known yet: without them everybody would be asked at once.
        if (preferred.length > 0 && isOld) return;
        if (preferred.length > 0 && !data) {
          void preview.refetch();
          return;
        }
        ask.mutate(
          { body: { trainingIds: [...chosen], reason, comment, preferredIds } },
          { onSuccess: onDone },
        );
      }}
    >
      <fieldset className={classes.group}>
        <legend className={classes.heading}>{t('replacements.trainings')}</legend>
        {isAdmin ? (
          <OfDay asked={asked} chosen={chosen} onToggle={(id) => setChosen(toggle(chosen, id))} />
        ) : (
          <Own asked={asked} chosen={chosen} onToggle={(id) => setChosen(toggle(chosen, id))} />
        )}
      </fieldset>
      <SegmentedControl label={t('replacements.reason')} isWide>
        {reasons.map((one) => (
          <Segment key={one} isSelected={reason === one} onClick={() => setReason(one)}>
            {t(`replacements.reasonShort.${one}`)}
          </Segment>
        ))}
      </SegmentedControl>
      <TextArea
        label={t('replacements.comment')}
        hint={t('replacements.commentHint')}
        rows={2}
        maxLength={500}
        value={comment}
        onChange={({ target }) => setComment(target.value)}
      />
      <div aria-live="polite" className={classes.stack} aria-busy={isOld}>
        {chosen.length === 0 ? <p className={classes.quiet}>{t('replacements.chooseFirst')}</p> : null}
        {chosen.length > 0 && preview.isPending ? <Skeleton width="full" /> : null}
        {data ? (
          <fieldset className={classes.group}>
            <legend className={classes.heading}>{t('replacements.preferred')}</legend>
            <p className={classes.quiet}>
              {fit.length === 0 ? t('replacements.nobodyFit') : t('replacements.preferredText')}
            </p>
            {fit.map(({ trainerId, name, balance }) => (
              <Checkbox
                key={trainerId}
                checked={preferredIds.includes(trainerId)}
                hint={t('replacements.balanceShort', { ...balance })}
                onChange={() => setPreferred(toggle(preferred, trainerId))}
              >
                {name}
              </Checkbox>
            ))}
            <Cannot candidates={data.candidates} />
          </fieldset>
        ) : null}
        {soonest ? (
          <p className={classes.quiet}>
            {preferredIds.length === 0
              ? t('replacements.everybodyAtOnce')
              : t('replacements.opens', { when: format.dayAndTime(soonest.opensToAllDateTime) })}{' '}
            {t(isAdmin ? 'replacements.staysOf' : 'replacements.stays')}
          </p>
        ) : null}
      </div>
      <div role="alert">{error ? <Notice tone="bad" icon="warning" text={errorText(error, t)} /> : null}</div>
      {chosen.length > 0 ? (
        <Button
          type="submit"
          isWide
          isPending={ask.isPending || (isOld && preferred.length > 0)}
          pendingText={t('replacements.sending')}
        >
          {t('replacements.send', { count: chosen.length })}
        </Button>
      ) : null}
    </form>
  );
}

interface ChoiceProps {
  /** Somebody is looked for already. */
  asked: ReadonlySet<number>;
  chosen: readonly number[];
  onToggle: (id: number) => void;
}

/** A trainer's own trainings ahead. */
function Own({ asked, chosen, onToggle }: ChoiceProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const query = useTaughtTrainings(format.today, addDays(format.today, days), undefined);
  const trainings = query.data?.filter(
    ({ id, isCancelled, startDateTime }) =>
      !isCancelled && !asked.has(id) && compareInstants(startDateTime, format.now) > 0,
  );
  return (
    <Trainings
      trainings={trainings?.map(({ id, startDateTime, name, roomName }) => ({
        ...{ id, text: name, hint: `${format.dayAndTime(startDateTime)}, ${roomName}` },
      }))}
      emptyText={t('replacements.noTrainings')}
      chosen={chosen}
      onToggle={onToggle}
    />
  );
}

/** An administrator picks among those of a day that have a trainer. */
function OfDay({ asked, chosen, onToggle }: ChoiceProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const [date, setDate] = useState(format.today);
  const { data } = useAdminSchedule(date, date);
  const trainings = data?.trainings.filter(
    ({ id, isCancelled, startDateTime, trainerId }) =>
      !isCancelled && !asked.has(id) && trainerId !== null && compareInstants(startDateTime, format.now) > 0,
  );
  return (
    <>
      <DateField
        label={t('replacements.date')}
        value={date}
        min={format.today}
        onChange={(date) => {
          if (date !== '') setDate(date);
        }}
      />
      <Trainings
        trainings={trainings?.map(({ id, time, name, trainerName }) => ({
          ...{ id, text: `${time} ${name}`, hint: trainerName },
        }))}
        emptyText={t('replacements.noTrainingsThen')}
        chosen={chosen}
        onToggle={onToggle}
      />
    </>
  );
}

function Trainings(
  props: Omit<ChoiceProps, 'asked'> & { trainings: readonly Offered[] | undefined; emptyText: string },
) {
  const { trainings, emptyText, chosen, onToggle } = props;
  if (trainings === undefined) return <Skeleton size="block" width="full" />;
  if (trainings.length === 0) return <p className={classes.quiet}>{emptyText}</p>;
  return (
    <div className={classes.trainings}>
      {trainings.map(({ id, text, hint }) => (
        <Checkbox
          key={id}
          checked={chosen.includes(id)}
          disabled={!chosen.includes(id) && chosen.length >= most}
          hint={hint}
          onChange={() => onToggle(id)}
        >
          {text}
        </Checkbox>
      ))}
    </div>
  );
}
