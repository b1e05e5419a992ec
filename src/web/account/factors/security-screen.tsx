import { useState } from 'react';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CodesApp } from './components/codes-app.tsx';
import classes from './components/factors.module.css';
import { NewRecoveryCodes, RecoveryCodes } from './components/recovery-codes.tsx';
import { useFactors } from './queries.ts';

/** What is asked beside the password, and what stands in for it. */
export function SecurityScreen() {
  const { t } = useTexts();
  const query = useFactors();
  const { data } = query;
  // Shown once: they stay until their reader says that they are kept.
  const [fresh, setFresh] = useState<readonly string[]>([]);
  return (
    <Page>
      <PageHeader
        title={t('factors.title')}
        subtitle={t('factors.lead')}
        back={<BackLink to="/profile">{t('account.profile')}</BackLink>}
      />
      {fresh.length > 0 ? <NewRecoveryCodes codes={fresh} onKept={() => setFresh([])} /> : null}
      {!data && query.error ? <NotLoaded title={t('factors.notLoaded')} query={query} /> : null}
      {!data && !query.error ? (
        <div className={classes.waiting} role="status" aria-label={t('common.loading')}>
          <Skeleton size="block" width="full" />
          <Skeleton size="block" width="full" />
        </div>
      ) : null}
      {data ? <CodesApp since={data.codes?.sinceDateTime ?? null} onRecoveryCodes={setFresh} /> : null}
      {data?.codes ? <RecoveryCodes left={data.recoveryCodesLeft} onRenewed={setFresh} /> : null}
    </Page>
  );
}
