import { eurosToCents } from '#shared/kernel/money.ts';
import type { RentRoom } from '#shared/rooms/rentals/contract.ts';
import { formatMoney } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Chip } from '#web/ui/chip.tsx';
import classes from './rentals.module.css';

interface RoomProps {
  room: RentRoom;
  /** With the start of the hour. */
  onChoose: (startDateTime: string) => void;
}

/** A room or lane with its hours of the day; those that are taken are struck through. */
export function Room({ room, onChoose }: RoomProps) {
  const { t, language } = useTexts();
  const { name, clubName, capacity, price, hours } = room;
  return (
    <div className={classes.room}>
      <div className={classes.head}>
        <h3 className={classes.name}>{name}</h3>
        <p className={classes.price}>
          {t('rentals.perHour', { price: formatMoney(eurosToCents(price), language) })}
        </p>
      </div>
      <p className={classes.text}>{`${clubName} · ${t('rentals.holds', { count: capacity })}`}</p>
      {hours.length === 0 ? (
        <p className={classes.text}>{t('rentals.shutThatDay')}</p>
      ) : (
        <div className={classes.times}>
          {hours.map(({ time, startDateTime, isFree }) =>
            isFree ? (
              <Chip
                key={startDateTime}
                aria-label={t('rentals.choose', { room: name, time })}
                onClick={() => onChoose(startDateTime)}
              >
                {time}
              </Chip>
            ) : (
              <s key={startDateTime} className={classes.taken}>
                {time}
              </s>
            ),
          )}
        </div>
      )}
    </div>
  );
}
