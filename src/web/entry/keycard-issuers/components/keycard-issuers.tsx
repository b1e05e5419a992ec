import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useKeycardIssuers } from '../queries.ts';
import { AppleIssuer } from './apple-issuer.tsx';
import { GoogleIssuer } from './google-issuer.tsx';

/** What the centre issues entry cards for phones' wallets with. */
export function KeycardIssuers() {
  const { t } = useTexts();
  const query = useKeycardIssuers();
  if (query.data) {
    return (
      <>
        <AppleIssuer issuer={query.data.apple} />
        <GoogleIssuer issuer={query.data.google} />
      </>
    );
  }
  return query.isError ? (
    <NotLoaded title={t('backOffice.list.failed')} query={query} />
  ) : (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton size="block" width="full" />
    </div>
  );
}
