import { useState } from 'react';
import { addDays } from '#shared/kernel/dates.ts';
import { formatDate } from '#web/kernel/format.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import { IconLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import { OwnRentals } from './components/own-rentals.tsx';
import { type ChosenHour, RentSheet } from './components/rent-sheet.tsx';
import { Room } from './components/room.tsx';
import { useGiveBack, useRent, useRentals } from './queries.ts';
import classes from './rentals-screen.module.css';

interface RentalsScreenProps {
  /** `date` of the address; today without it. */
  date: string | undefined;
}

/**
 * What a centre lets by the hour, under the centre's own name for it (specification point 2, the menu's Pool): what is free
 * on a day, and what one has rented.
 */
export function RentalsScreen({ date: asked }: RentalsScreenProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { rentals: title } = useStartContext().configuration;
  const date = asked === undefined || asked < format.today ? format.today : asked;
  const query = useRentals(date);
  const { data, error } = query;
  const renting = useRent();
  const giving = useGiveBack();
  const [chosen, setChosen] = useState<ChosenHour>();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Page>
      <PageHeader title={title ?? t('rentals.title')} />
      {body()}
      {chosen ? (
        <RentSheet chosen={chosen} renting={renting} isOpen={isOpen} onClose={() => setIsOpen(false)} />
      ) : null}
    </Page>
  );

  function body() {
    if (!data && error) {
      return <NotLoaded title={t('rentals.notLoaded')} query={query} />;
    }
    if (!data) return <TimedRowSkeletons label={t('common.loading')} />;
    if (data.rooms.length === 0 && data.rentals.length === 0) {
      return <EmptyState icon="info" title={t('rentals.noneLet')} text={t('rentals.noneLetText')} />;
    }
    return (
      <>
        <OwnRentals rentals={data.rentals} giving={giving} />
        <section>
          <div className={classes.days}>
            <h2 className={classes.day} aria-live="polite">
              {capitalize(format.isNamed(date) ? format.day(date) : format.weekdayAndDate(date))}
              {format.isNamed(date) ? (
                <span className={classes.date}>{formatDate(date).slice(0, 5)}</span>
              ) : null}
            </h2>
            <div className={classes.arrows}>
              {date === format.today ? null : (
                <IconLink
                  to="/pool"
                  search={{ date: addDays(date, -1) }}
                  resetScroll={false}
                  label={t('rentals.previousDay')}
                  hasDisc
                >
                  <Icon name="chevronLeft" size={20} />
                </IconLink>
              )}
              <IconLink
                to="/pool"
                search={{ date: addDays(date, 1) }}
                resetScroll={false}
                label={t('rentals.nextDay')}
                hasDisc
              >
                <Icon name="chevronRight" size={20} />
              </IconLink>
            </div>
          </div>
          <ul className={classes.rooms}>
            {data.rooms.map((room) => (
              <li key={room.id}>
                <Room
                  room={room}
                  onChoose={(startDateTime) => {
                    setChosen({ room, startDateTime, date: data.date });
                    setIsOpen(true);
                  }}
                />
              </li>
            ))}
          </ul>
        </section>
      </>
    );
  }
}
