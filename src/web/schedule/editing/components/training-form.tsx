import { type ReactNode, useRef, useState } from 'react';
import { dayOfWeek, parseLocalDate } from '#shared/kernel/dates.ts';
import { clientTypes } from '#shared/products/domain.ts';
import type { AdminTraining } from '#shared/schedule/editing/contract.ts';
import { AmountField } from '#web/kernel/amount-field.tsx';
import { DateField } from '#web/kernel/date-field.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { TimeField } from '#web/kernel/time-field.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useIsTrainerFree, useStyles, useTrainers } from '../queries.ts';
import { TextArea } from './choices.tsx';
import classes from './editing.module.css';
import { toMinutes, toTime } from './grid-places.ts';
import { RepeatFields } from './repeat-fields.tsx';
import { RoomsField } from './rooms-field.tsx';
import { isDuration, isPrice, isWhole, type TrainingDraft, whenOf } from './training-draft.ts';
import { useRoomFaults } from './use-room-faults.ts';

interface TrainingFormProps {
  draft: TrainingDraft;
  onChange: (draft: TrainingDraft) => void;
  /** The one that is edited; null for a new one. */
  training: AdminTraining | null;
  onSubmit: () => void;
  /** Beside the button that goes on. */
  children?: ReactNode;
}

const typeTexts = {
  groupTraining: 'editing.typeGroupTraining',
  gym: 'editing.typeGym',
  other: 'editing.typeOther',
  personalTraining: 'editing.typePersonalTraining',
  pool: 'editing.typePool',
} as const;

type Faults = Partial<Record<keyof TrainingDraft, string>>;

/** Every field of a training (specification point 3). Where it may not be is said under the field, with what fits. */
export function TrainingForm({ draft, onChange, training, onSubmit, children }: TrainingFormProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const form = useRef<HTMLFormElement>(null);
  const [isChecked, setIsChecked] = useState(false);
  const styles = useStyles();
  const trainers = useTrainers().data ?? [];
  const isTimed = parseLocalDate(draft.date) !== undefined && draft.time !== '' && isDuration(draft.duration);
  const wanted = isTimed ? { ...whenOf(draft), ...(training && { training: training.id }) } : null;
  const setUp = isWhole(draft.setUpMinutes, 240, 5) ? Number(draft.setUpMinutes) : 0;
  const rooms = useRoomFaults(wanted && { ...wanted, setUp }, draft.roomIds);
  const trainerAnswer = useIsTrainerFree(
    wanted && draft.trainerId !== '' ? { ...wanted, trainer: Number(draft.trainerId) } : null,
  ).data;
  const isTrainerTaken = draft.trainerId !== '' && trainerAnswer?.isCondition === false;
  const faults: Faults = isChecked ? check() : {};

  function set<Name extends keyof TrainingDraft>(name: Name, value: TrainingDraft[Name]): void {
    onChange({ ...draft, [name]: value });
  }
  const field = (name: keyof TrainingDraft & string) => ({
    name,
    value: String(draft[name]),
    error: faults[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value as never),
  });
  /** Of the house's own fields, which give their value. */
  const own = (name: 'date' | 'time' | 'price') => ({
    name,
    value: draft[name],
    error: faults[name],
    onChange: (value: string) => set(name, value),
  });
  const box = (
    name: 'isPublic' | 'isWaitingListAllowed' | 'isClosed' | 'isCommentingAllowed' | 'isPaid',
  ) => ({
    name,
    checked: draft[name],
    onChange: () => set(name, !draft[name]),
  });

  function check(): Faults {
    const found: Faults = {};
    if (draft.name.trim() === '') found.name = t('validation.fieldRequired');
    if (draft.styleId === '') found.styleId = t('validation.fieldRequired');
    if (draft.roomIds.length === 0) found.roomIds = t('validation.roomRequired');
    if (parseLocalDate(draft.date) === undefined) found.date = t('validation.fieldRequired');
    if (draft.time === '') found.time = t('validation.fieldRequired');
    if (!isDuration(draft.duration)) found.duration = t('editing.durationRule');
    if (!isWhole(draft.maxPlaces, 1000)) found.maxPlaces = t('editing.placesRule');
    if (!isWhole(draft.setUpMinutes, 240, 5)) found.setUpMinutes = t('editing.setUpRule');
    if (draft.isPaid && draft.price.trim() !== '' && !isPrice(draft.price)) {
      found.price = t('editing.priceRule');
    }
    if (draft.repeats && draft.weekdays.length === 0) found.weekdays = t('editing.weekdayRequired');
    if (draft.repeats && !(draft.until > draft.date)) found.until = t('editing.untilRule');
    return found;
  }

  function submit(): void {
    setIsChecked(true);
    const found = check();
    const [first] = Object.keys(found);
    if (first === undefined) {
      onSubmit();
      return;
    }
    const element = form.current?.querySelector<HTMLElement>(
      `[name="${first}"], [data-field="${first}"] input`,
    );
    element?.focus();
  }

  return (
    <form
      ref={form}
      className={classes.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField {...field('name')} label={t('editing.name')} maxLength={100} autoComplete="off" />
      <div className={classes.pair}>
        <TextField
          {...field('namePrefix')}
          label={t('editing.namePrefix')}
          maxLength={30}
          autoComplete="off"
        />
        <SelectField {...field('styleId')} label={t('schedule.style')}>
          <option value="">{t('editing.choose')}</option>
          {styles.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <div className={classes.when}>
        <DateField {...own('date')} label={t('editing.date')} />
        <TimeField {...own('time')} label={t('editing.time')} />
      </div>
      <div className={classes.pair}>
        <TextField {...field('duration')} label={t('editing.duration')} inputMode="numeric" />
        <TextField {...field('maxPlaces')} label={t('editing.maxPlaces')} inputMode="numeric" />
      </div>
      <RoomsField
        roomIds={draft.roomIds}
        onChange={(roomIds) => set('roomIds', roomIds)}
        error={rooms.error ?? faults.roomIds}
        free={rooms.free}
        start={rooms.start}
        onStart={(time) => set('time', time)}
      />
      <SelectField
        {...field('trainerId')}
        label={t('schedule.trainer')}
        error={
          isTrainerTaken
            ? [
                t('validation.trainerNotFree'),
                ...(trainerAnswer?.takenBy
                  ? [
                      `${trainerAnswer.takenBy.name} ${format.time(trainerAnswer.takenBy.startDateTime)}–${format.time(trainerAnswer.takenBy.endDateTime)}`,
                    ]
                  : []),
              ].join(': ')
            : undefined
        }
      >
        <option value="">{t('editing.noTrainer')}</option>
        {trainers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {training === null ? (
        <RepeatFields
          draft={draft}
          faults={{ weekdays: faults.weekdays, until: faults.until }}
          onChange={(changed) => onChange({ ...draft, ...changed })}
          weekdayOfDate={parseLocalDate(draft.date) ? dayOfWeek(draft.date) : 1}
        />
      ) : null}
      <fieldset className={classes.group}>
        <legend className={classes.legend}>{t('editing.booking')}</legend>
        <Checkbox {...box('isPublic')} hint={t('editing.publicHint')}>
          {t('editing.public')}
        </Checkbox>
        <Checkbox {...box('isWaitingListAllowed')}>{t('editing.waitingListAllowed')}</Checkbox>
        <Checkbox {...box('isClosed')}>{t('editing.closedForBooking')}</Checkbox>
        <Checkbox {...box('isCommentingAllowed')}>{t('editing.commentingAllowed')}</Checkbox>
        <Checkbox {...box('isPaid')} hint={t('editing.paidHint')}>
          {t('editing.paid')}
        </Checkbox>
      </fieldset>
      {draft.isPaid ? (
        <AmountField {...own('price')} label={t('editing.price')} hint={t('editing.priceHint')} />
      ) : null}
      <div className={classes.pair}>
        <SelectField {...field('clientType')} label={t('editing.clientType')}>
          {clientTypes.map((type) => (
            <option key={type} value={type}>
              {t(typeTexts[type])}
            </option>
          ))}
        </SelectField>
        <TextField {...field('setUpMinutes')} label={t('editing.setUp')} inputMode="numeric" />
      </div>
      <TextArea
        label={t('editing.publicComment')}
        value={draft.publicComment}
        maxLength={1000}
        onChange={(text) => set('publicComment', text)}
      />
      <TextArea
        label={t('editing.privateComment')}
        value={draft.privateComment}
        maxLength={1000}
        onChange={(text) => set('privateComment', text)}
      />
      <div className={classes.actions}>
        <Button type="submit" isWide>
          {t('editing.look')}
        </Button>
        {children}
      </div>
      {isTimed ? (
        <p className={classes.quiet}>
          {t('editing.ends', { time: toTime(toMinutes(draft.time) + Number(draft.duration)) })}
        </p>
      ) : null}
    </form>
  );
}
