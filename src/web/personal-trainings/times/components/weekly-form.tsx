import { useState } from 'react';
import { AppError } from '#shared/kernel/errors.ts';
import type { HoursRead, WeeklyHours } from '#shared/personal-trainings/hours/contract.ts';
import { checkHours, minuteOf } from '#shared/personal-trainings/hours/domain.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { TimeField } from '#web/kernel/time-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import type { HoursCommands } from '../queries.ts';
import { endOf, useHoursLabels, weekdays } from './hours-labels.ts';
import classes from './times.module.css';
import { Title } from './title.tsx';

interface Line extends WeeklyHours {
  /** For the list alone. */
  readonly key: number;
}

interface WeeklyFormProps {
  read: HoursRead;
  commands: HoursCommands;
  /** Of its heading. */
  level: 2 | 3;
}

const linesOf = ({ hours }: HoursRead): readonly Line[] =>
  hours.map((line, index) => ({ ...line, key: index }));

/**
 * The weekly hours, changed here and saved at once. What is typed stays when somebody else saves meanwhile: it is not
 * saved over theirs, and whoever types chooses.
 */
export function WeeklyForm({ read, level, commands: { save: send, saving } }: WeeklyFormProps) {
  const { t } = useTexts();
  const labels = useHoursLabels();
  /** What the lines were begun from. */
  const [seen, setSeen] = useState(read);
  const [lines, setLines] = useState(() => linesOf(read));
  const [problem, setProblem] = useState<string>();
  const isChanged = JSON.stringify(lines.map(({ key: _, ...hours }) => hours)) !== JSON.stringify(seen.hours);
  const isSeen = read.version === seen.version;
  if (!isSeen && !saving.isPending && (!isChanged || read.version === saving.data?.version)) take();
  function take() {
    setSeen(read);
    setLines(linesOf(read));
    setProblem(undefined);
  }
  const [room] = read.rooms;
  function change(key: number, parts: Partial<WeeklyHours>) {
    setProblem(undefined);
    saving.reset();
    setLines(lines.map((line) => (line.key === key ? { ...line, ...parts } : line)));
  }
  function add() {
    const last = lines.at(-1);
    const key = Math.max(-1, ...lines.map((line) => line.key)) + 1;
    const weekday = last ? Math.min(7, last.weekday + 1) : 1;
    const { from = '09:00', until = '17:00', roomId = room?.id ?? 0 } = last ?? {};
    setLines([...lines, { weekday, from, until, roomId, key }]);
  }
  function save() {
    const hours = lines.map(({ key: _, ...line }) => line);
    if (hours.some(({ from, until }) => from === '' || until === '')) {
      setProblem(t('validation.timeInvalid'));
      return;
    }
    try {
      checkHours(hours.map((line) => ({ ...line, from: minuteOf(line.from), until: minuteOf(line.until) })));
    } catch (error) {
      const found = error instanceof AppError ? error.details?.problem : undefined;
      setProblem(t(found === 'hoursEnd' ? 'personalTimes.hoursEnd' : 'personalTimes.hoursOverlap'));
      return;
    }
    send({ hours, version: seen.version });
  }
  const refusal = problem ?? (saving.error ? labels.refusal(saving.error) : undefined);
  return (
    <section>
      <Title level={level}>{t('personalTimes.hours')}</Title>
      <p className={classes.text}>{t('personalTimes.hoursText')}</p>
      {lines.length === 0 ? (
        <p className={classes.row}>{t('personalTimes.hoursNone')}</p>
      ) : (
        <ul className={classes.rows}>
          {lines.map((line) => (
            <li key={line.key} className={classes.hours}>
              <SelectField
                label={t('personalTimes.weekday')}
                value={line.weekday}
                onChange={(event) => change(line.key, { weekday: Number(event.target.value) })}
              >
                {weekdays.map((weekday) => (
                  <option key={weekday} value={weekday}>
                    {labels.weekday(weekday)}
                  </option>
                ))}
              </SelectField>
              <SelectField
                label={t('personalTimes.room')}
                value={line.roomId}
                onChange={(event) => change(line.key, { roomId: Number(event.target.value) })}
              >
                {read.rooms.map(({ id, name, clubName }) => (
                  <option key={id} value={id}>
                    {`${name}, ${clubName}`}
                  </option>
                ))}
              </SelectField>
              <TimeField
                label={t('personalTimes.fromTime')}
                value={line.from}
                onChange={(time) => change(line.key, { from: time })}
              />
              <TimeField
                label={t('personalTimes.untilTime')}
                value={line.until}
                hasMidnightAtEnd
                onChange={(time) => change(line.key, { until: endOf(time) })}
              />
              <Button
                variant="text"
                size="small"
                className={classes.remove}
                aria-label={t('personalTimes.removeHours', {
                  day: labels.weekday(line.weekday),
                  from: line.from,
                  until: line.until,
                })}
                onClick={() => setLines(lines.filter(({ key }) => key !== line.key))}
              >
                {t('personalTimes.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.actions}>
        <Button variant="plain" isWide disabled={!room} onClick={add}>
          {t('personalTimes.addHours')}
        </Button>
        <div className={classes.problem} role="alert">
          {refusal === undefined ? null : <Notice tone="bad" icon="warning" text={refusal} />}
        </div>
        {isChanged && !isSeen && !saving.isPending ? (
          <>
            <Notice tone="warn" icon="warning" text={t('personalTimes.overtaken')} />
            <Button isWide variant="plain" onClick={take}>
              {t('personalTimes.showStored')}
            </Button>
          </>
        ) : isChanged ? (
          <>
            <p className={classes.text}>{t('personalTimes.unsaved')}</p>
            <Button
              isWide
              isPending={saving.isPending}
              pendingText={t('personalTimes.saving')}
              onClick={save}
            >
              {t('personalTimes.save')}
            </Button>
          </>
        ) : null}
      </div>
    </section>
  );
}
