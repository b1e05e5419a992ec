import { useTexts } from '#web/kernel/texts.tsx';
import { SegmentedControl, SegmentLink } from '#web/ui/segmented-control.tsx';
import classes from './message-kinds.module.css';

/** The two lists of what the stand-ins took. */
export function MessageKinds({ current }: { current: 'mail' | 'sms' }) {
  const { t } = useTexts();
  return (
    <SegmentedControl label={t('notices.kinds')} className={classes.kinds}>
      <SegmentLink to="/messages" search={{}} isSelected={current === 'mail'}>
        {t('notices.mailHeading')}
      </SegmentLink>
      <SegmentLink to="/messages" search={{ kind: 'sms' }} isSelected={current === 'sms'}>
        {t('notices.smsHeading')}
      </SegmentLink>
    </SegmentedControl>
  );
}
