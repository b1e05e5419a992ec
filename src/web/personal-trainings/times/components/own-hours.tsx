import type { EndpointResponse } from '#shared/kernel/endpoint.ts';
import type { getHours } from '#shared/personal-trainings/hours/contract.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Page } from '#web/ui/page.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import { useAddException, useHours, useRemoveException, useSaveHours } from '../queries.ts';
import { OtherDates } from './other-dates.tsx';
import { Views } from './views.tsx';
import { WeeklyForm } from './weekly-form.tsx';

export type HoursRead = EndpointResponse<typeof getHours>;

/** When a trainer is there for personal trainings, set on a phone: every week, and on other dates. */
export function OwnHours() {
  const { t } = useTexts();
  const { data, error, isFetching, refetch } = useHours();
  const saving = useSaveHours();
  const adding = useAddException();
  const removing = useRemoveException();
  return (
    <Page>
      <Views view="hours" />
      {body()}
    </Page>
  );

  function body() {
    if (data) {
      return (
        <>
          <WeeklyForm key={data.version} read={data} saving={saving} />
          <OtherDates read={data} adding={adding} removing={removing} />
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
}
