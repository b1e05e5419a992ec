import { useState } from 'react';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { TimedItem, TimedList, TimedRowLink } from '#web/ui/timed-row.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import { useTaught } from '../queries.ts';
import { BookFor } from './book-for.tsx';
import classes from './times.module.css';
import { Views } from './views.tsx';

/** The mark beside a trainer's own times: they are all of one kind. */
const markColor = '#9763CC';

/** A trainer's personal trainings that lie ahead; each opens its roll, where it can be given up too. */
export function TaughtTimes() {
  const { t } = useTexts();
  const format = useTimeFormat();
  const query = useTaught();
  const { data, error } = query;
  const [isBooking, setIsBooking] = useState(false);
  return (
    <Page>
      <Views view="coming" />
      <Button isWide onClick={() => setIsBooking(true)}>
        {t('personalTimes.bookFor')}
      </Button>
      <div className={classes.section}>{body()}</div>
      <BookFor isOpen={isBooking} onClose={() => setIsBooking(false)} />
    </Page>
  );

  function body() {
    if (data && data.length > 0) {
      return (
        <TimedList label={t('personalTimes.coming')}>
          {data.map((one) => (
            <TimedItem key={one.registrationId}>
              <TimedRowLink
                to="/attendance"
                search={{ id: one.trainingId }}
                row={{
                  time: one.time,
                  timeNote: format.shortDay(one.date),
                  color: markColor,
                  minutes: one.duration,
                  title: one.clientName,
                  text: one.roomName,
                  textMore: ` · ${one.clubName}`,
                  state: '',
                  tone: 'quiet',
                  ground: 'none',
                }}
              />
            </TimedItem>
          ))}
        </TimedList>
      );
    }
    if (data) {
      return (
        <EmptyState icon="user" title={t('personalTimes.ledNone')} text={t('personalTimes.ledNoneText')} />
      );
    }
    if (!error) return <TimedRowSkeletons label={t('common.loading')} />;
    return <NotLoaded title={t('personalTimes.notLoaded')} query={query} />;
  }
}
