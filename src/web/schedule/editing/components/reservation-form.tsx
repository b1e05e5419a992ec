import { useRef, useState } from 'react';
import { parseLocalDate } from '#shared/kernel/dates.ts';
import type { RoomReservation } from '#shared/rooms/reservations/contract.ts';
import { DateField } from '#web/kernel/date-field.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { TimeField } from '#web/kernel/time-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useAddReservation, useDeleteReservation, useEditReservation } from '../queries.ts';
import { TextArea } from './choices.tsx';
import classes from './editing.module.css';
import { RoomsField } from './rooms-field.tsx';
import { isDuration, type NewPlace, whenOf } from './training-draft.ts';
import { useRoomFaults } from './use-room-faults.ts';

interface ReservationFormProps {
  /** The one that is changed; null for a new one. */
  reservation: RoomReservation | null;
  place: NewPlace;
  onDone: () => void;
  /** A training is to be there instead. */
  onTraining: () => void;
}

/** Takes rooms for something that is no training: a room and a name are mandatory (specification point 5). */
export function ReservationForm({ reservation, place, onDone, onTraining }: ReservationFormProps) {
  const { t } = useTexts();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(reservation?.name ?? '');
  const [roomIds, setRoomIds] = useState<readonly number[]>(
    reservation?.rooms.map(({ id }) => id) ?? (place.roomId === undefined ? [] : [place.roomId]),
  );
  const [date, setDate] = useState(place.date);
  const [time, setTime] = useState(place.time);
  const [duration, setDuration] = useState(String(place.duration));
  const [comment, setComment] = useState(reservation?.comment ?? '');
  const [isChecked, setIsChecked] = useState(false);
  const add = useAddReservation();
  const edit = useEditReservation();
  const remove = useDeleteReservation();
  const isTimed = parseLocalDate(date) !== undefined && time !== '' && isDuration(duration);
  const when = isTimed ? whenOf({ date, time, duration }) : null;
  const isMoved =
    reservation === null ||
    date !== reservation.date ||
    time !== reservation.time ||
    Number(duration) !== reservation.duration;
  const own = new Set(isMoved ? [] : reservation.rooms.map(({ id }) => id));
  const rooms = useRoomFaults(
    when && { ...when, setUp: 0 },
    roomIds,
    (takenBy, id) => own.has(id) || takenBy === reservation?.name,
  );
  const faults = {
    name: name.trim() === '' ? t('validation.reservationNameRequired') : undefined,
    roomIds: roomIds.length === 0 ? t('validation.roomRequired') : undefined,
    date: parseLocalDate(date) === undefined ? t('validation.fieldRequired') : undefined,
    time: time === '' ? t('validation.fieldRequired') : undefined,
    duration: isDuration(duration) ? undefined : t('editing.durationRule'),
  };
  const shown: Partial<typeof faults> = isChecked ? faults : {};
  const error = add.error ?? edit.error;

  function submit(): void {
    setIsChecked(true);
    const first = Object.entries(faults).find(([, text]) => text !== undefined)?.[0];
    if (first !== undefined || when === null) {
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    const body = { name: name.trim(), roomIds: [...roomIds], ...when, comment: comment.trim() };
    if (reservation === null) add.mutate({ body }, { onSuccess: onDone });
    else {
      const { id, version } = reservation;
      edit.mutate({ params: { id }, body: { ...body, version } }, { onSuccess: onDone });
    }
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
      <TextField
        label={t('editing.name')}
        name="name"
        value={name}
        maxLength={100}
        autoComplete="off"
        error={shown.name}
        data-autofocus
        onChange={(event) => setName(event.target.value)}
      />
      <div className={classes.when}>
        <DateField
          label={t('editing.date')}
          name="date"
          value={date}
          error={shown.date}
          onChange={(date) => setDate(date)}
        />
        <TimeField
          label={t('editing.time')}
          name="time"
          value={time}
          error={shown.time}
          onChange={(time) => setTime(time)}
        />
      </div>
      <TextField
        label={t('editing.duration')}
        name="duration"
        inputMode="numeric"
        value={duration}
        error={shown.duration}
        onChange={(event) => setDuration(event.target.value)}
      />
      <RoomsField
        roomIds={roomIds}
        onChange={setRoomIds}
        error={rooms.error ?? shown.roomIds}
        free={rooms.free}
        start={rooms.start}
        onStart={setTime}
      />
      <TextArea label={t('editing.comment')} value={comment} maxLength={1000} onChange={setComment} />
      <div role="alert">{error ? <Notice tone="bad" icon="warning" text={errorText(error, t)} /> : null}</div>
      <div className={classes.actions}>
        <Button
          type="submit"
          isWide
          isPending={add.isPending || edit.isPending}
          pendingText={t('editing.saving')}
        >
          {t(reservation === null ? 'editing.reserve' : 'editing.saveReservation')}
        </Button>
        {reservation === null ? (
          <Button isWide variant="text" onClick={onTraining}>
            {t('editing.trainingInstead')}
          </Button>
        ) : (
          <Button
            isWide
            variant="danger-outline"
            isPending={remove.isPending}
            pendingText={t('editing.saving')}
            onClick={() => remove.mutate({ params: { id: reservation.id } }, { onSuccess: onDone })}
          >
            {t('editing.deleteReservation')}
          </Button>
        )}
      </div>
    </form>
  );
}
