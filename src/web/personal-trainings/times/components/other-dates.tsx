import { useState } from 'react';
import type { HoursRead } from '#shared/personal-trainings/hours/contract.ts';
import { DateField } from '#web/kernel/date-field.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { TimeField } from '#web/kernel/time-field.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Notice } from '#web/ui/question.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import type { HoursCommands } from '../queries.ts';
import { endOf, useHoursLabels } from './hours-labels.ts';
import classes from './times.module.css';
import { Title } from './title.tsx';

interface OtherDatesProps {
  read: HoursRead;
  commands: HoursCommands;
  /** Of its heading. */
  level: 2 | 3;
}

/** Dates on which it is otherwise than every week. */
export function OtherDates({ read, commands, level }: OtherDatesProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const [isAdding, setIsAdding] = useState(false);
  const { exceptions, rooms } = read;
  return (
    <section className={classes.section}>
      <Title level={level}>{t('personalTimes.exceptions')}</Title>
      <p className={classes.text}>{t('personalTimes.exceptionsText')}</p>
      {exceptions.length === 0 ? (
        <p className={classes.row}>{t('personalTimes.exceptionsNone')}</p>
      ) : (
        <ul className={classes.rows}>
          {exceptions.map(({ id, date, kind, from, until, roomId }) => {
            const day = capitalize(format.weekdayAndDate(date));
            const isWhole = from === '00:00' && until === '24:00';
            const room = rooms.find((one) => one.id === roomId)?.name;
            const hours = isWhole ? t('personalTimes.wholeDay') : `${from}–${until}`;
            return (
              <li key={id} className={classes.row}>
                <div>
                  <p className={classes.name}>{day}</p>
                  <p className={classes.text}>
                    {[t(`personalTimes.${kind}`), hours, room].filter(Boolean).join(' · ')}
                  </p>
                </div>
                <Button
                  variant="plain"
                  size="small"
                  aria-label={t('personalTimes.removeNamed', { date: day, from, until })}
                  isPending={commands.removingId === id}
                  onClick={() => commands.remove(id)}
                >
                  {t('personalTimes.remove')}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {isAdding ? (
        <ExceptionForm read={read} commands={commands} onDone={() => setIsAdding(false)} />
      ) : (
        <Button variant="plain" isWide onClick={() => setIsAdding(true)}>
          {t('personalTimes.addException')}
        </Button>
      )}
    </section>
  );
}

interface ExceptionFormProps {
  read: HoursRead;
  commands: HoursCommands;
  onDone: () => void;
}

function ExceptionForm({ read, commands, onDone }: ExceptionFormProps) {
  const { t } = useTexts();
  const { today } = useTimeFormat();
  const labels = useHoursLabels();
  const [date, setDate] = useState(today);
  const [kind, setKind] = useState<'off' | 'extra'>('off');
  const [isWhole, setIsWhole] = useState(true);
  const [from, setFrom] = useState('09:00');
  const [until, setUntil] = useState('17:00');
  const [roomId, setRoomId] = useState(read.hours[0]?.roomId ?? read.rooms[0]?.id ?? 0);
  const { adding } = commands;
  const isOff = kind === 'off';
  const isWholeDay = isOff && isWhole;
  function add() {
    const hours = isWholeDay ? { from: '00:00', until: '24:00' } : { from, until };
    commands.add({ date, kind, ...hours, roomId: isOff ? null : roomId }, onDone);
  }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (date !== '') add();
      }}
    >
      <SelectField
        label={t('personalTimes.kind')}
        value={kind}
        onChange={(event) => setKind(event.target.value === 'off' ? 'off' : 'extra')}
      >
        <option value="off">{t('personalTimes.off')}</option>
        <option value="extra">{t('personalTimes.extra')}</option>
      </SelectField>
      <DateField
        label={t('personalTimes.date')}
        min={today}
        value={date}
        error={date === '' ? t('personalTimes.dateNeeded') : undefined}
        onChange={(date) => setDate(date)}
      />
      {isOff ? (
        <Checkbox checked={isWhole} onChange={(event) => setIsWhole(event.target.checked)}>
          {t('personalTimes.wholeDay')}
        </Checkbox>
      ) : (
        <SelectField
          label={t('personalTimes.room')}
          value={roomId}
          onChange={(event) => setRoomId(Number(event.target.value))}
        >
          {read.rooms.map(({ id, name, clubName }) => (
            <option key={id} value={id}>
              {`${name}, ${clubName}`}
            </option>
          ))}
        </SelectField>
      )}
      {isWholeDay ? null : (
        <div className={classes.pair}>
          <TimeField label={t('personalTimes.fromTime')} value={from} onChange={(time) => setFrom(time)} />
          <TimeField
            label={t('personalTimes.untilTime')}
            value={until}
            hasMidnightAtEnd
            onChange={(time) => setUntil(endOf(time))}
          />
        </div>
      )}
      <div className={classes.problem} role="alert">
        {adding.error ? <Notice tone="bad" icon="warning" text={labels.refusal(adding.error)} /> : null}
      </div>
      <Button type="submit" isWide isPending={adding.isPending} pendingText={t('personalTimes.saving')}>
        {t('personalTimes.addException')}
      </Button>
    </form>
  );
}
