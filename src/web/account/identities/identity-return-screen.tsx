import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Notice } from '#web/ui/question.tsx';
import classes from '../components/flow.module.css';
import { type Return, useReturn } from './queries.ts';

/** Where the app sends the browser back to; `back` is undefined where the address is not whole. */
export function IdentityReturnScreen({ back, isLinking }: { back: Return | undefined; isLinking: boolean }) {
  const { t } = useTexts();
  const router = useRouter();
  const { mutate, error } = useReturn(() => {
    void router.navigate({ to: isLinking ? '/profile/security' : '/', replace: true });
  });
  const isBegun = useRef(false);
  useEffect(() => {
    // What was shown is good once.
    if (!back || isBegun.current) return;
    isBegun.current = true;
    mutate(back);
  }, [back, mutate]);
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
          <ButtonLink to={isLinking ? '/profile/security' : '/'} isWide>
            {t(isLinking ? 'identities.toSecurity' : 'identities.toLogin')}
          </ButtonLink>
        ) : null}
      </div>
    </Page>
  );
}
