import { Link } from '@tanstack/react-router';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useTexts } from '#web/kernel/texts.tsx';
import { Icon } from '#web/ui/icon.tsx';
import classes from './home.module.css';

interface LiveCodeProps {
  label: string;
  children: ReactNode;
}

/** Comes after home itself; where it cannot be had, its sign stays. */
const LiveCode = lazy<ComponentType<LiveCodeProps>>(() =>
  import('./live-code.tsx').then(
    (brought) => ({ default: brought.LiveCode }),
    () => ({ default: ({ children }) => children }),
  ),
);

/** The way to the entry code, wherever the centre's doors open to it. */
export function EntryCard({ isOpen }: { isOpen: (path: string) => boolean }) {
  const { t } = useTexts();
  if (!isOpen('/entry')) return null;
  const sign = <Icon name="qr" size={40} />;
  return (
    <Link to="/entry" className={classes.entry}>
      <span className={classes.entrySign} aria-hidden="true">
        <Suspense fallback={sign}>
          <LiveCode label={t('home.myCode')}>{sign}</LiveCode>
        </Suspense>
      </span>
      <span className={classes.matterWords}>
        <span className={classes.entryTitle}>{t('home.myCode')}</span>
        <span className={classes.entryText}>{t('home.myCodeText')}</span>
      </span>
      <Icon name="chevronRight" size={20} />
    </Link>
  );
}
