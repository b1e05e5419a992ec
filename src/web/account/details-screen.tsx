import { useTexts } from '#web/kernel/texts.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ProfileDetails } from './components/profile-details.tsx';
import { ProfileEmail } from './components/profile-email.tsx';

/** What the centre knows of the member and where it writes to. */
export function DetailsScreen() {
  const { t } = useTexts();
  return (
    <Page>
      <PageHeader
        title={t('account.details')}
        back={<BackLink to="/profile">{t('account.profile')}</BackLink>}
      />
      <ProfileDetails />
      <ProfileEmail />
    </Page>
  );
}
