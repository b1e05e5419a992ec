import { Link } from '@tanstack/react-router';
import { useTexts } from '#web/kernel/texts.tsx';
import { Icon } from '#web/ui/icon.tsx';
import classes from './home.module.css';

/** The way to the entry code, wherever the centre's doors open to it. */
export function EntryCard({ isOpen }: { isOpen: (path: string) => boolean }) {
  const { t } = useTexts();
  if (!isOpen('/entry')) return null;
  return (
    <Link to="/entry" className={classes.entry}>
      <span className={classes.entrySign}>
        <Icon name="qr" size={40} />
      </span>
      <span className={classes.matterWords}>
        <span className={classes.entryTitle}>{t('home.myCode')}</span>
        <span className={classes.entryText}>{t('home.myCodeText')}</span>
      </span>
      <Icon name="chevronRight" size={20} />
    </Link>
  );
}
