import { useTexts } from '#web/kernel/texts.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useSaveSettings, useSettings } from '../queries.ts';
import { EditForm } from './edit-form.tsx';

/** What differs most from centre to centre; everything else is in the back office. */
const asked = [
  'bookingOpensDaysBefore',
  'bookingClosesMinutesBefore',
  'freeCancelMinutes',
  'upcomingMax',
  'sameDayMax',
  'sameStylePerDateMax',
  'waitingListMax',
];

/** The numbers of booking that a new centre looks at first. */
export function SetupLimits() {
  const { t } = useTexts();
  const { save, refresh, isSaving } = useSaveSettings('limits');
  const section = useSettings().data?.sections.find(({ name }) => name === 'limits');
  if (!section) return <Skeleton size="block" width="full" />;
  return (
    <EditForm
      label={t('setup.steps.limits')}
      fields={section.fields.filter(({ name }) => asked.includes(name))}
      wording="settings.limits"
      seen={section}
      save={(values, version) => save(version, { ...section.values, ...values })}
      refresh={refresh}
      isSaving={isSaving}
    />
  );
}
