import { compareInstants } from '#shared/kernel/dates.ts';
import { quoteOfDay } from '#shared/registrations/home/domain.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useSession } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Page } from '#web/ui/page.tsx';
import { OfflineState } from '#web/ui/states.tsx';
import { DayOfStaff } from './components/day-of-staff.tsx';
import { EntryCard } from './components/entry-card.tsx';
import { HeldRows } from './components/held-rows.tsx';
import classes from './components/home.module.css';
import { HomeSkeleton } from './components/home-skeleton.tsx';
import { NextTraining, NothingNext } from './components/next-training.tsx';
import { FurtherBookings, Suggestions } from './components/suggestions.tsx';
import { ToDos } from './components/to-dos.tsx';
import { useHome } from './queries.ts';

const quoteKeys = [
  'registrations.quote1',
  'registrations.quote2',
  'registrations.quote3',
  'registrations.quote4',
  'registrations.quote5',
  'registrations.quote6',
  'registrations.quote7',
  'registrations.quote8',
  'registrations.quote9',
  'registrations.quote10',
] as const;

interface HomeScreenProps {
  /** Whether an address shows its screen to whoever looks: nothing at home leads elsewhere. */
  isOpen: (path: string) => boolean;
}

/** A member's home: the next training first, the way in, what waits to be settled, what one has, then what would suit. */
export function HomeScreen({ isOpen }: HomeScreenProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { claims } = useSession();
  const query = useHome();
  const { data } = query;
  const name = claims?.firstName ?? '';
  const hour = format.time(format.now);
  const greeting = () => {
    if (hour >= '05:00' && hour < '11:00') return t('registrations.goodMorning', { name });
    if (hour >= '18:00' || hour < '05:00') return t('registrations.goodEvening', { name });
    return t('registrations.goodAfternoon', { name });
  };
  return (
    <Page>
      <h1 className={classes.greeting}>{greeting()}</h1>
      {query.storedAt === null ? null : (
        <div className={classes.old}>
          <OfflineState>{t('common.offlineAsOf', { time: format.until(query.storedAt) })}</OfflineState>
        </div>
      )}
      {body()}
      {data || query.error ? (
        <p className={classes.quote}>{t(quoteKeys[quoteOfDay(format.today) - 1] ?? quoteKeys[0])}</p>
      ) : null}
    </Page>
  );

  function body() {
    if (!data && !query.error) return <HomeSkeleton />;
    // Where one may go is known without an answer.
    if (!data) {
      return (
        <>
          <NotLoaded title={t('home.notLoaded')} query={query} />
          <EntryCard isOpen={isOpen} />
        </>
      );
    }
    const present = data.upcoming.filter(({ endDateTime }) => compareInstants(endDateTime, format.now) > 0);
    const [next] = present;
    const isOld = query.storedAt !== null;
    const offers = present.slice(1).filter(({ state }) => state === 'offered');
    return (
      <>
        <DayOfStaff led={data.led} centre={data.centre} isOpen={isOpen} />
        {next ? (
          <NextTraining registration={next} isOld={isOld} />
        ) : (
          <NothingNext suggestions={isOld ? [] : data.suggestions} />
        )}
        <EntryCard isOpen={isOpen} />
        <ToDos upcoming={data.upcoming} offers={offers} />
        <HeldRows home={data} isOpen={isOpen} isOld={isOld} />
        {isOld ? <FurtherBookings bookings={present.slice(1, 4)} /> : null}
        {next && !isOld ? <Suggestions suggestions={data.suggestions} /> : null}
      </>
    );
  }
}
