import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import { useHours, useHoursCommands } from '../queries.ts';
import { OtherDates } from './other-dates.tsx';
import { WeeklyForm } from './weekly-form.tsx';

/** A trainer's hours and other dates: the caller's own, or for an administrator the trainer's whose id is given. */
export function TrainerHours({ id }: { id?: number | undefined }) {
  const level = id === undefined ? 2 : 3;
  const { t } = useTexts();
  const query = useHours(id);
  const { data, error } = query;
  const commands = useHoursCommands(id);
  if (data) {
    return (
      <>
        <WeeklyForm read={data} commands={commands} level={level} />
        <OtherDates read={data} commands={commands} level={level} />
      </>
    );
  }
  if (!error) return <TimedRowSkeletons label={t('common.loading')} />;
  return <NotLoaded title={t('personalTimes.notLoaded')} query={query} />;
}
