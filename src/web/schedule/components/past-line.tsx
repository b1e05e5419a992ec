import { useTexts } from '#web/kernel/texts.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import classes from './past-line.module.css';

interface PastLineProps {
  text: string;
  isShown: boolean;
  onToggle: () => void;
}

/** What is over, in one line until somebody wants it. */
export function PastLine({ text, isShown, onToggle }: PastLineProps) {
  const { t } = useTexts();
  return (
    <button type="button" className={classes.line} aria-expanded={isShown} onClick={onToggle}>
      <span>{text}</span>
      <span className={classes.action}>
        {t(isShown ? 'common.hide' : 'common.show')}
        <Icon name="chevronDown" size={18} className={joinClasses(classes.sign, isShown && classes.turned)} />
      </span>
    </button>
  );
}
