import { useState } from 'react';
import { parseLocalDate } from '#shared/kernel/dates.ts';
import type { Closure } from '#shared/schedule/closures/contract.ts';
import { DateField } from '#web/kernel/date-field.tsx';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useChanges, useClosures, useUnits } from '../queries.ts';
import classes from './editing.module.css';
import { PlanStep } from './plan-step.tsx';

interface StepsProps {
  onDone: () => void;
  onUndo: (changeId: number) => void;
}

/** Dates in which the centre or a club is shut; each is lifted here, and new ones begin here. */
export function Closures({ onAdd, onLift }: { onAdd: () => void; onLift: (closure: Closure) => void }) {
  const { t } = useTexts();
  const { data } = useClosures();
  return (
    <div className={classes.stack}>
      <p className={classes.text}>{t('editing.closuresText')}</p>
      {data === undefined ? <Skeleton width="full" /> : null}
      {data?.length === 0 ? <p className={classes.quiet}>{t('editing.noClosures')}</p> : null}
      <ul className={classes.list}>
        {data?.map((closure) => (
          <li key={closure.id}>
            <span className={classes.line}>
              <span className={classes.date}>{closure.name}</span>
              <Button
                size="small"
                variant="plain"
                onClick={() => onLift(closure)}
                aria-label={`${t('editing.lift')}: ${closure.name}`}
              >
                {t('editing.lift')}
              </Button>
            </span>
            <span className={classes.quiet}>
              {dates(closure)}, {closure.clubId === null ? t('schedule.allClubs') : closure.clubName}
            </span>
            <span className={classes.quiet}>{t('editing.trainingsOff', { count: closure.trainings })}</span>
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button isWide onClick={onAdd}>
          {t('editing.addClosure')}
        </Button>
      </div>
    </div>
  );
}

const dates = ({ from, until }: { from: string; until: string }) =>
  from === until ? formatDate(from) : `${formatDate(from)}–${formatDate(until)}`;

/** Shuts the centre or a club for some dates. */
export function NewClosure({ date, onDone, onUndo }: StepsProps & { date: string }) {
  const { t } = useTexts();
  const units = useUnits().data ?? [];
  const [name, setName] = useState('');
  const [clubId, setClubId] = useState('');
  const [from, setFrom] = useState(date);
  const [until, setUntil] = useState(date);
  const [isPlanned, setIsPlanned] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const isRead = parseLocalDate(from) !== undefined && parseLocalDate(until) !== undefined;
  const faults = {
    name: name.trim() === '' ? t('validation.fieldRequired') : undefined,
    until: isRead && until >= from ? undefined : t('editing.untilRule'),
  };
  if (isPlanned) {
    return (
      <PlanStep
        training={null}
        command={() => ({
          kind: 'close',
          clubId: clubId === '' ? null : Number(clubId),
          from,
          until,
          name: name.trim(),
        })}
        backText={t('editing.backToForm')}
        onBack={() => setIsPlanned(false)}
        onDone={onDone}
        onUndo={onUndo}
      />
    );
  }
  return (
    <form
      className={classes.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsChecked(true);
        if (!faults.name && !faults.until) setIsPlanned(true);
      }}
    >
      <TextField
        label={t('editing.closureName')}
        name="name"
        value={name}
        maxLength={100}
        autoComplete="off"
        error={isChecked ? faults.name : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField
        label={t('schedule.club')}
        value={clubId}
        onChange={(event) => setClubId(event.target.value)}
      >
        <option value="">{t('schedule.allClubs')}</option>
        {units.map(({ id, name: club }) => (
          <option key={id} value={id}>
            {club}
          </option>
        ))}
      </SelectField>
      <div className={classes.dates}>
        <DateField
          label={t('editing.closedFrom')}
          name="from"
          value={from}
          onChange={(date) => setFrom(date)}
        />
        <DateField
          label={t('editing.closedUntil')}
          name="until"
          value={until}
          error={isChecked ? faults.until : undefined}
          onChange={(date) => setUntil(date)}
        />
      </div>
      <div className={classes.actions}>
        <Button type="submit" isWide>
          {t('editing.look')}
        </Button>
      </div>
    </form>
  );
}

/** Lifts a closure: what is still ahead of it takes place again. */
export function LiftClosure({ closure, onDone, onUndo }: StepsProps & { closure: Closure }) {
  const { t } = useTexts();
  return (
    <PlanStep
      training={null}
      command={() => ({ kind: 'lift', closureId: closure.id })}
      backText={t('editing.keepClosure')}
      onBack={onDone}
      onDone={onDone}
      onUndo={onUndo}
    >
      <p className={classes.text}>{dates(closure)}</p>
    </PlanStep>
  );
}

/** What was done in the last 24 hours; each can be taken back as a whole. */
export function Changes({ onUndo }: { onUndo: (changeId: number) => void }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { data } = useChanges();
  return (
    <div className={classes.stack}>
      <p className={classes.text}>{t('editing.changesText')}</p>
      {data === undefined ? <Skeleton width="full" /> : null}
      {data?.length === 0 ? <p className={classes.quiet}>{t('editing.noChanges')}</p> : null}
      <ul className={classes.list}>
        {data?.map((change) => (
          <li key={change.id}>
            <span className={classes.line}>
              <span className={classes.date}>
                {t(`editing.change_${change.kind}`)}: {change.name}
              </span>
              {change.undoneDateTime === null ? (
                <Button
                  size="small"
                  variant="plain"
                  onClick={() => onUndo(change.id)}
                  aria-label={`${t('editing.undo')}: ${change.name}`}
                >
                  {t('editing.undo')}
                </Button>
              ) : (
                <span className={classes.quiet}>{t('editing.takenBack')}</span>
              )}
            </span>
            <span className={classes.quiet}>
              {[
                format.dayAndTime(change.atDateTime),
                change.byName,
                t('editing.trainings', { count: change.trainings }),
              ].join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
