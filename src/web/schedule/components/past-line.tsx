import { useTexts } from '#web/kernel/texts.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import classes from './past-line.module.css';

interface PastLineProps {
  count: number;
  /** How many of them the reader had booked. */
  ownCount: number;
  isShown: boolean;
  /** The heading beside it says enough: the count is only read out. */
  isShort?: boolean;
  onToggle: () => void;
}

/** What is over, in one line until somebody wants it. */
export function PastLine({ count, ownCount, isShown, isShort = false, onToggle }: PastLineProps) {
  const { t } = useTexts();
  const own = ownCount > 0 ? `, ${t('schedule.pastOwn', { count: ownCount })}` : '';
  return (
    <button type="button" className={classes.line} aria-expanded={isShown} onClick={onToggle}>
      <span className={isShort ? 'visually-hidden' : undefined}>
        {t('schedule.pastCount', { count }) + own}
      </span>
      <span className={classes.action}>
        {t(isShown ? 'common.hide' : 'common.show')}
        <Icon name="chevronDown" size={18} className={joinClasses(classes.sign, isShown && classes.turned)} />
      </span>
    </button>
  );
}
