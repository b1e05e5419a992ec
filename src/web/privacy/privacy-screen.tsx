import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Consents } from './components/consents.tsx';
import { Download } from './components/download.tsx';
import { ErasureSection } from './components/erasure.tsx';
import classes from './privacy-screen.module.css';
import { usePrivacy } from './queries.ts';

/** What is kept about the member: taking it out, what was agreed to, and having it erased. */
export function PrivacyScreen() {
  const { t } = useTexts();
  const { consents, erasure } = usePrivacy();
  const failed = [consents, erasure].find(({ data, isError }) => isError && !data);
  return (
    <Page>
      <PageHeader
        title={t('privacy.title')}
        subtitle={t('privacy.lead')}
        back={<BackLink to="/profile">{t('account.profile')}</BackLink>}
      />
      <Download />
      {failed ? <NotLoaded title={t('privacy.failed')} query={failed} /> : null}
      {!failed && !(consents.data && erasure.data) ? (
        <div className={classes.section} role="status" aria-label={t('common.loading')}>
          <Skeleton size="block" width="full" />
          <Skeleton size="block" width="full" />
        </div>
      ) : null}
      {consents.data ? <Consents {...consents.data} /> : null}
      {erasure.data ? <ErasureSection erasure={erasure.data} /> : null}
    </Page>
  );
}
