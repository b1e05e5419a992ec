import { localDate, minutesBetween } from '#shared/kernel/dates.ts';
import type { UserRegistration } from '#shared/registrations/contract.ts';
import type { Suggestion } from '#shared/registrations/home/contract.ts';
import { isFew } from '#shared/schedule/domain.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { TimedItem, TimedList, TimedRowLink } from '#web/ui/timed-row.tsx';
import classes from './home.module.css';

/** What would suit, each with why. */
export function Suggestions({ suggestions }: { suggestions: readonly Suggestion[] }) {
  const { t } = useTexts();
  if (suggestions.length === 0) return null;
  return (
    <section className={classes.staff} aria-labelledby="home-suggestions">
      <h2 id="home-suggestions" className={classes.listTitle}>
        {t('home.suggestions')}
      </h2>
      <SuggestionList suggestions={suggestions} />
    </section>
  );
}

export function SuggestionList({ suggestions }: { suggestions: readonly Suggestion[] }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { clubs } = useStartContext().configuration;
  return (
    <TimedList>
      {suggestions.map(({ id, reason, name, freePlaces, maxPlaces, ...one }) => (
        <TimedItem key={id}>
          <TimedRowLink
            to="/training"
            search={{ id }}
            row={{
              time: one.time,
              timeNote: format.shortDay(one.date),
              color: one.typeColor,
              minutes: one.duration,
              title: name,
              text: [
                reason === 'soon' ? one.trainerName : t(`home.reason.${reason}`),
                clubs.length > 1 ? one.clubName : one.roomName,
              ]
                .filter(Boolean)
                .join(' · '),
              ground: 'none',
              state: t('schedule.places', { count: freePlaces }),
              tone: isFew(freePlaces, maxPlaces) ? 'warn' : 'quiet',
            }}
          />
        </TimedItem>
      ))}
    </TimedList>
  );
}

/** Where the server cannot be asked what would suit: what else is booked. */
export function FurtherBookings({ bookings }: { bookings: readonly UserRegistration[] }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  if (bookings.length === 0) return null;
  return (
    <section className={classes.staff} aria-labelledby="home-further">
      <h2 id="home-further" className={classes.listTitle}>
        {t('home.nextBookings')}
      </h2>
      <TimedList>
        {bookings.map((one) => (
          <TimedItem key={one.registrationId}>
            <TimedRowLink
              to="/training"
              search={{ id: one.trainingId }}
              row={{
                time: format.time(one.startDateTime),
                timeNote: format.shortDay(localDate(one.startDateTime, format.timeZone)),
                color: one.trainingTypeColor,
                minutes: minutesBetween(one.startDateTime, one.endDateTime),
                title: one.trainingName,
                text: [one.trainerName, one.roomName].filter(Boolean).join(' · '),
                ground: 'none',
                ...(one.state === 'booked'
                  ? { state: t('schedule.booked'), stateIcon: 'check' as const, tone: 'accent' as const }
                  : { state: t('home.waiting'), stateIcon: 'hourglass' as const, tone: 'accent' as const }),
              }}
            />
          </TimedItem>
        ))}
      </TimedList>
    </section>
  );
}
