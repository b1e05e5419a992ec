import { useTexts } from '#web/kernel/texts.tsx';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import classes from './booking-bar.module.css';

/** The bar while it is not known what can be done: of the same size. */
export function BarSkeleton() {
  const { t } = useTexts();
  return (
    <ActionBar
      label={t('registrations.bar')}
      title={<Skeleton width="half" className={classes.line} />}
      text={<Skeleton size="caption" />}
      isPanelWhenWide
    >
      <div className={classes.button} />
    </ActionBar>
  );
}
