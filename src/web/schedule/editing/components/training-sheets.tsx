import { useEffect, useState } from 'react';
import { dayOfWeek } from '#shared/kernel/dates.ts';
import type { AdminTraining } from '#shared/schedule/editing/contract.ts';
import { DateField } from '#web/kernel/date-field.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { TimeField } from '#web/kernel/time-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useUnits } from '../queries.ts';
import classes from './editing.module.css';
import { PlanStep } from './plan-step.tsx';
import { RoomsField } from './rooms-field.tsx';
import {
  createCommand,
  draftOf,
  editCommand,
  isDuration,
  type NewPlace,
  newDraft,
  type TrainingDraft,
  whenOf,
} from './training-draft.ts';
import { TrainingForm } from './training-form.tsx';
import { useRoomFaults } from './use-room-faults.ts';

interface StepsProps {
  onDone: () => void;
  onUndo: (changeId: number) => void;
}

/** Edits a training: its form, then what the change would do. What was typed stays while it is looked at. */
export function EditTraining({ training, onDone, onUndo }: StepsProps & { training: AdminTraining }) {
  const { t } = useTexts();
  const [draft, setDraft] = useState(() => draftOf(training));
  const [isPlanned, setIsPlanned] = useState(false);
  if (isPlanned) {
    return (
      <PlanStep
        training={training}
        command={(scope, overwrites) => editCommand(training, draft, scope, overwrites)}
        backText={t('editing.backToForm')}
        onBack={() => setIsPlanned(false)}
        onDone={onDone}
        onUndo={onUndo}
      />
    );
  }
  return (
    <TrainingForm draft={draft} onChange={setDraft} training={training} onSubmit={() => setIsPlanned(true)} />
  );
}

/** A new training, or a series of them. */
export function NewTraining({ place, onDone, onUndo }: StepsProps & { place: NewPlace }) {
  const { t } = useTexts();
  const units = useUnits().data ?? [];
  const room = units.flatMap(({ rooms }) => rooms).find(({ id }) => id === place.roomId);
  const [draft, setDraft] = useState<TrainingDraft>(() =>
    newDraft(place, room?.capacity ?? 20, dayOfWeek(place.date)),
  );
  const [isPlanned, setIsPlanned] = useState(false);
  if (isPlanned) {
    return (
      <PlanStep
        training={null}
        command={() => createCommand(draft)}
        backText={t('editing.backToForm')}
        onBack={() => setIsPlanned(false)}
        onDone={onDone}
        onUndo={onUndo}
      />
    );
  }
  return (
    <TrainingForm draft={draft} onChange={setDraft} training={null} onSubmit={() => setIsPlanned(true)} />
  );
}

interface MoveProps extends StepsProps {
  training: AdminTraining;
  /** Where it was dragged to; null: the fields say it. */
  to: { date: string; time: string; duration: number; roomIds: readonly number[] } | null;
}

/** Moves a training: to where it was dragged, or by its fields. The plan stands below and follows. */
export function MoveTraining({ training, to, onDone, onUndo }: MoveProps) {
  const { t } = useTexts();
  const before = draftOf(training);
  const [date, setDate] = useState(to?.date ?? before.date);
  const [time, setTime] = useState(to?.time ?? before.time);
  const [duration, setDuration] = useState(String(to?.duration ?? before.duration));
  const [roomIds, setRoomIds] = useState<readonly number[]>(to?.roomIds ?? before.roomIds);
  const isTimed = date !== '' && time !== '' && isDuration(duration) && roomIds.length > 0;
  const draft = isTimed ? { ...before, ...asTyped(whenOf({ date, time, duration })), roomIds } : before;
  const wanted = isTimed ? { ...whenOf({ date, time, duration }), training: training.id } : null;
  const rooms = useRoomFaults(wanted && { ...wanted, setUp: training.setUpMinutes }, roomIds);
  const isWaiting = useIsMoving(`${date} ${time} ${duration} ${roomIds.join()}`) || !isTimed;
  return (
    <PlanStep
      training={training}
      command={(scope, overwrites) => editCommand(training, draft, scope, overwrites)}
      isWaiting={isWaiting}
      backText={t('editing.keep')}
      onBack={onDone}
      onDone={onDone}
      onUndo={onUndo}
    >
      <div className={classes.when}>
        <DateField label={t('editing.date')} name="date" value={date} onChange={(date) => setDate(date)} />
        <TimeField label={t('editing.time')} name="time" value={time} onChange={(time) => setTime(time)} />
      </div>
      <TextField
        label={t('editing.duration')}
        name="duration"
        inputMode="numeric"
        value={duration}
        error={isDuration(duration) ? undefined : t('editing.durationRule')}
        onChange={(event) => setDuration(event.target.value)}
      />
      <RoomsField
        roomIds={roomIds}
        onChange={setRoomIds}
        error={roomIds.length === 0 ? t('validation.roomRequired') : rooms.error}
        free={rooms.free}
        start={rooms.start}
        onStart={setTime}
      />
    </PlanStep>
  );
}

const asTyped = ({ date, time, duration }: { date: string; time: string; duration: number }) => ({
  date,
  time,
  duration: String(duration),
});

/** Calls a training off, with a reason people are told. */
export function CancelTraining({ training, onDone, onUndo }: StepsProps & { training: AdminTraining }) {
  const { t } = useTexts();
  const [reason, setReason] = useState('');
  const isWaiting = useIsMoving(reason);
  return (
    <PlanStep
      training={training}
      command={(scope) => ({ kind: 'cancel', trainingId: training.id, scope, reason: reason.trim() })}
      isWaiting={isWaiting}
      backText={t('editing.keep')}
      onBack={onDone}
      onDone={onDone}
      onUndo={onUndo}
    >
      <TextField
        label={t('editing.reason')}
        hint={t('editing.reasonHint')}
        name="reason"
        value={reason}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setReason(event.target.value)}
      />
    </PlanStep>
  );
}

/** Deletes a training nobody ever registered to. */
export function DeleteTraining({ training, onDone, onUndo }: StepsProps & { training: AdminTraining }) {
  const { t } = useTexts();
  return (
    <PlanStep
      training={training}
      command={(scope) => ({ kind: 'delete', trainingId: training.id, scope })}
      backText={t('editing.keep')}
      onBack={onDone}
      onDone={onDone}
      onUndo={onUndo}
    >
      <p className={classes.text}>{t('editing.deleteText')}</p>
    </PlanStep>
  );
}

const typingMs = 350;

/** Whether something was typed a moment ago: the server is asked when it comes to rest. */
function useIsMoving(text: string): boolean {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested !== text;
}
