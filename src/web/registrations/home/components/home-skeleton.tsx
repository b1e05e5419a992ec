import { useTexts } from '#web/kernel/texts.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import classes from './home.module.css';

/** The next training to be; nothing stands under it yet that could be moved. */
export function HomeSkeleton() {
  const { t } = useTexts();
  return (
    <div className={classes.card} role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      <Skeleton size="caption" width="half" />
      <Skeleton size="title" width="long" />
      <Skeleton width="half" />
      <Skeleton width="long" />
      <div className={classes.foot}>
        <Skeleton size="caption" width="half" />
      </div>
    </div>
  );
}
