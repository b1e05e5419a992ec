import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import classes from './home.module.css';

/** The way to the entry code, wherever the centre's doors open to it. */
export function EntryShortcut({ isOpen }: { isOpen: (path: string) => boolean }) {
  const { t } = useTexts();
  if (!isOpen('/entry')) return null;
  return (
    <ButtonLink to="/entry" isWide className={classes.entry}>
      {t('home.showEntryCode')}
    </ButtonLink>
  );
}
