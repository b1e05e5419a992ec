import { useEffect, useId, useRef } from 'react';
import { showSnackbar } from '#web/kernel/snackbar.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { useRenewRecoveryCodes } from '../queries.ts';
import classes from './factors.module.css';

interface RecoveryCodesProps {
  left: number;
  onRenewed: (codes: readonly string[]) => void;
}

/** How many are left, and making new ones. */
export function RecoveryCodes({ left, onRenewed }: RecoveryCodesProps) {
  const { t } = useTexts();
  const headingId = useId();
  const renew = useRenewRecoveryCodes();
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading}>
        {t('factors.recovery')}
      </h2>
      <p className={classes.text}>{t('factors.recoveryText')}</p>
      <p className={classes.left}>{t('factors.recoveryLeft', { count: left })}</p>
      <Button
        variant="plain"
        size="small"
        isPending={renew.isPending}
        pendingText={t('factors.recoveryRenewing')}
        onClick={() =>
          renew.mutate(undefined, { onSuccess: ({ recoveryCodes }) => onRenewed(recoveryCodes) })
        }
      >
        {t('factors.recoveryRenew')}
      </Button>
    </section>
  );
}

/** The codes themselves, this once. */
export function NewRecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTexts();
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // They come at the top of the screen, whatever was pressed below.
  useEffect(() => heading.current?.focus(), []);
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => showSnackbar({ type: 'success', text: t('factors.recoveryCopied') }),
      () => showSnackbar({ type: 'error', text: t('factors.recoveryNotCopied') }),
    );
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <h2 id={headingId} ref={heading} className={classes.heading} tabIndex={-1}>
        {t('factors.recoveryNew')}
      </h2>
      <p className={classes.text}>{t('factors.recoveryNewText')}</p>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button size="small" onClick={() => void copy()}>
          {t('factors.recoveryCopy')}
        </Button>
        <Button variant="plain" size="small" onClick={onKept}>
          {t('factors.recoveryKept')}
        </Button>
      </div>
    </section>
  );
}
