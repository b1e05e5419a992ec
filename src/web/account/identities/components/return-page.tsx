import { useEffect, useRef } from 'react';
import type { ApiError } from '#web/kernel/call.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Notice } from '#web/ui/question.tsx';
import classes from '../../components/flow.module.css';
import type { Return } from '../queries.ts';

interface ReturnPageProps {
  /** Undefined where the address is not whole. */
  back: Return | undefined;
  /** What was shown is taken, once. */
  onBack: (back: Return) => void;
  error: ApiError | null;
  /** Where it was begun. */
  to: '/' | '/profile/security' | '/public/join';
  toText: string;
}

/** Where the app sends the browser back to, until what was begun is done. */
export function ReturnPage({ back, onBack, error, to, toText }: ReturnPageProps) {
  const { t } = useTexts();
  const isBegun = useRef(false);
  useEffect(() => {
    // What was shown is good once.
    if (!back || isBegun.current) return;
    isBegun.current = true;
    onBack(back);
  }, [back, onBack]);
  const isOver = !back || error !== null;
  return (
    <Page isCentred>
      <PageHeader title={t('identities.returnTitle')} size="flow" />
      <div className={classes.flow}>
        {isOver ? null : (
          <p className={classes.text} role="status">
            {t('identities.returning')}
          </p>
        )}
        <div className={classes.problem} role="alert">
          {back ? null : <Notice tone="warn" icon="warning" text={t('identities.returnLost')} />}
          {error ? <Notice tone="bad" icon="warning" text={errorText(error, t)} /> : null}
        </div>
        {isOver ? (
          <ButtonLink to={to} isWide>
            {toText}
          </ButtonLink>
        ) : null}
      </div>
    </Page>
  );
}
