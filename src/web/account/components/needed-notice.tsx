import { neededNotices } from '#shared/registrations/contract.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useNeededNotice } from '#web/registrations/queries.ts';
import { Segment, SegmentedControl } from '#web/ui/segmented-control.tsx';
import classes from './notice-settings.module.css';

/** How late a place from a waiting list may come without being asked for (mission 2.1). */
export function NeededNotice() {
  const { t } = useTexts();
  const { noticeMinutes, choose } = useNeededNotice();
  const label = t('notices.neededNotice');
  return (
    <div className={classes.needed}>
      <p className={classes.neededLabel} aria-hidden="true">
        {label}
      </p>
      <SegmentedControl label={label} isWide>
        {neededNotices.map((one) => (
          <Segment key={one} isSelected={one === noticeMinutes} onClick={() => choose(one)}>
            {one === 0 ? t('notices.noNotice') : t('notices.noticeHours', { hours: one / 60 })}
          </Segment>
        ))}
      </SegmentedControl>
      <p className={classes.note}>{t('notices.neededNoticeText')}</p>
    </div>
  );
}
