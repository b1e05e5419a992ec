import { useEffect, useRef } from 'react';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Notice } from '#web/ui/question.tsx';
import flow from '../join-screen.module.css';

interface MailedProps {
  to: string;
  /** Mails it once more. */
  onAgain: () => void;
  isPending: boolean;
  /** Why it could not be mailed once more. */
  problem: string | undefined;
  /** Back to the details, with what was typed. */
  onChange: () => void;
}

/** Nothing is paid, so the way on was mailed: what is to be done now, and what where nothing comes. */
export function Mailed({ to, onAgain, isPending, problem, onChange }: MailedProps) {
  const { t } = useTexts();
  const title = useRef<HTMLSpanElement>(null);
  // The pressed button is gone; what comes next is read out first.
  useEffect(() => {
    title.current?.focus();
    window.scrollTo(0, 0);
  }, []);
  return (
    <Page isCentred>
      <PageHeader
        size="flow"
        title={
          <span ref={title} tabIndex={-1} className={flow.title}>
            {t('joining.mailedTitle')}
          </span>
        }
      />
      <div className={flow.flow}>
        <p role="status" className={flow.mailed}>
          {t('joining.mailedText', { email: to })}
        </p>
        <Notice tone="warn" icon="clock" text={t('joining.mailedNot')} />
        <p className={flow.text}>{t('joining.mailedNothing')}</p>
        <div role="alert">
          {problem === undefined ? null : <Notice tone="bad" icon="warning" text={problem} />}
        </div>
        <div className={flow.actions}>
          <Button
            isWide
            variant="plain"
            isPending={isPending}
            pendingText={t('joining.mailing')}
            onClick={onAgain}
          >
            {t('joining.mailAgain')}
          </Button>
          <Button isWide variant="text" onClick={onChange}>
            {t('joining.mailedChange')}
          </Button>
        </div>
      </div>
    </Page>
  );
}
