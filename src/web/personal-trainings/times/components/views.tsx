import { useTexts } from '#web/kernel/texts.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { SegmentedControl, SegmentLink } from '#web/ui/segmented-control.tsx';
import classes from './times.module.css';
import { timesLink } from './times-links.ts';

/** The head of a trainer's views. */
export function Views({ view }: { view: 'coming' | 'hours' }) {
  const { t } = useTexts();
  return (
    <>
      <PageHeader title={t('personalTimes.title')} />
      <SegmentedControl label={t('personalTimes.view')} isWide className={classes.views}>
        <SegmentLink {...timesLink({})} activeOptions={{ exact: true }} isSelected={view === 'coming'}>
          {t('personalTimes.viewComing')}
        </SegmentLink>
        <SegmentLink {...timesLink({ view: 'hours' })} isSelected={view === 'hours'}>
          {t('personalTimes.viewHours')}
        </SegmentLink>
        <SegmentLink {...timesLink({ view: 'statistics' })} isSelected={false}>
          {t('personalTimes.viewStatistics')}
        </SegmentLink>
      </SegmentedControl>
    </>
  );
}
