import { useState } from 'react';
import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';
import { cents, eurosToCents } from '#shared/kernel/money.ts';
import { freeUntilOf } from '#shared/personal-trainings/slots/domain.ts';
import { hoursMost, type RentRoom } from '#shared/rooms/rentals/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { formatMoney } from '#web/kernel/format.ts';
import { errorText } from '#web/kernel/queries.ts';
import { showSnackbar } from '#web/kernel/snackbar.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { useRent } from '../queries.ts';
import classes from './rentals.module.css';

export interface ChosenHour {
  readonly room: RentRoom;
  readonly date: string;
  readonly startDateTime: string;
}

interface RentSheetProps {
  chosen: ChosenHour;
  renting: ReturnType<typeof useRent>;
  isOpen: boolean;
  onClose: () => void;
}

/** How long and for how many, what it costs, until when it is free to give back, and the button. */
export function RentSheet({ chosen, renting, isOpen, onClose }: RentSheetProps) {
  const { room } = chosen;
  function close() {
    renting.reset();
    onClose();
  }
  return (
    <Sheet isOpen={isOpen} onClose={close} title={room.name}>
      <RentForm key={`${room.id} ${chosen.startDateTime}`} chosen={chosen} renting={renting} onDone={close} />
    </Sheet>
  );
}

function RentForm({
  chosen: { room, date, startDateTime },
  renting,
  onDone,
}: Pick<RentSheetProps, 'chosen' | 'renting'> & { onDone: () => void }) {
  const { t, language } = useTexts();
  const format = useTimeFormat();
  const [hours, setHours] = useState(1);
  const [people, setPeople] = useState('1');
  const first = room.hours.findIndex((one) => one.startDateTime === startDateTime);
  const most = Math.min(hoursMost, freeFrom(room.hours.slice(first)));
  const count = Number(people);
  const isCounted = /^\d{1,4}$/.test(people.trim()) && count >= 1 && count <= room.capacity;
  const price = formatMoney(cents(eurosToCents(room.price) * hours), language);
  const until = addMinutes(startDateTime, hours * 60);
  const freeUntil = freeUntilOf(startDateTime, room.freeCancelMinutes, format.timeZone);
  function rent() {
    renting.mutate(
      { body: { roomId: room.id, startDateTime, hours, people: count } },
      {
        onSuccess: () => {
          onDone();
          const when = format.dayAndTime(startDateTime);
          showSnackbar({ type: 'success', text: t('rentals.rented', { room: room.name, when }) });
        },
      },
    );
  }
  return (
    <form
      className={classes.sheet}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isCounted) rent();
      }}
    >
      <div>
        <p className={classes.name}>
          {`${capitalize(format.weekdayAndDate(date))}, ${format.time(startDateTime)}–${format.time(until)}`}
        </p>
        <p className={classes.text}>{room.clubName}</p>
      </div>
      <div className={classes.pair}>
        <SelectField
          label={t('rentals.hours')}
          value={hours}
          onChange={(event) => setHours(Number(event.target.value))}
        >
          {Array.from({ length: most }, (_, index) => index + 1).map((one) => (
            <option key={one} value={one}>
              {t('rentals.hoursCount', { count: one })}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('rentals.people')}
          inputMode="numeric"
          autoComplete="off"
          value={people}
          error={isCounted ? undefined : t('rentals.peopleInvalid', { count: room.capacity })}
          onChange={(event) => setPeople(event.target.value)}
        />
      </div>
      <p className={classes.fact}>
        <span>{t('rentals.total')}</span>
        <span className={classes.value}>{price}</span>
      </p>
      <p className={classes.text}>
        {compareInstants(freeUntil, format.now) > 0
          ? t('rentals.freeUntil', { when: format.dayAndTime(freeUntil) })
          : t('rentals.freeOver')}{' '}
        {t('rentals.invoiceNote')}
      </p>
      <div className={classes.problem} role="alert">
        {renting.error ? <Notice tone="bad" icon="warning" text={errorText(renting.error, t)} /> : null}
      </div>
      <Button type="submit" isWide isPending={renting.isPending} pendingText={t('rentals.renting')}>
        {t('rentals.rent', { price })}
      </Button>
    </form>
  );
}

/** How many hours are free one after another, from the first on. */
function freeFrom(hours: RentRoom['hours']): number {
  const end = hours.findIndex(
    ({ isFree, startDateTime }, index) =>
      !isFree ||
      (index > 0 &&
        compareInstants(addMinutes(hours[index - 1]?.startDateTime ?? startDateTime, 60), startDateTime) !==
          0),
  );
  return end < 0 ? hours.length : end;
}
