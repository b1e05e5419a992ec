import type { ReactNode } from 'react';
import { useTexts } from '#web/kernel/texts.tsx';
import { Icon } from '#web/ui/icon.tsx';
import classes from './past-fold.module.css';

interface PastFoldProps {
  count: number;
  ownCount: number;
  children: ReactNode;
}

/** Trainings that are over, in one line until somebody wants them; works without scripts. */
export function PastFold({ count, ownCount, children }: PastFoldProps) {
  const { t } = useTexts();
  const own = ownCount > 0 ? `, ${t('schedule.pastOwn', { count: ownCount })}` : '';
  return (
    <details className={classes.fold}>
      <summary className={classes.line}>
        <span>{t('schedule.pastCount', { count }) + own}</span>
        <span className={classes.action}>
          <span className={classes.closed}>{t('common.show')}</span>
          <span className={classes.opened}>{t('common.hide')}</span>
          <Icon name="chevronDown" size={18} className={classes.sign} />
        </span>
      </summary>
      {children}
    </details>
  );
}
