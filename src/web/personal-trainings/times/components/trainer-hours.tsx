import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import { useHours, useHoursCommands } from '../queries.ts';
import { OtherDates } from './other-dates.tsx';
import { WeeklyForm } from './weekly-form.tsx';

/** A trainer's hours and other dates: the caller's own, or for an administrator the trainer's whose id is given. */
export function TrainerHours({ id }: { id?: number | undefined }) {
  const level = id === undefined ? 2 : 3;
  const { t } = useTexts();
  const { data, error, isFetching, refetch } = useHours(id);
  const commands = useHoursCommands(id);
  if (data) {
    return (
      <>
        <WeeklyForm key={data.version} read={data} commands={commands} level={level} />
        <OtherDates read={data} commands={commands} level={level} />
      </>
    );
  }
  if (!error) return <TimedRowSkeletons label={t('common.loading')} />;
  return (
    <ErrorState
      title={t('personalTimes.notLoaded')}
      text={errorText(error, t)}
      retryText={t('common.tryAgain')}
      retryingText={t('common.tryingAgain')}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
