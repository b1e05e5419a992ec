import { useTexts } from '#web/kernel/texts.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { CalendarFeed } from './components/calendar-feed.tsx';
import { ProfileDetails } from './components/profile-details.tsx';
import { ProfileDevices } from './components/profile-devices.tsx';
import { ProfileEmail } from './components/profile-email.tsx';
import { ProfileLook } from './components/profile-look.tsx';
import { ProfileNotices } from './components/profile-notices.tsx';
import { ProfilePassword } from './components/profile-password.tsx';

/** Who is signed in, how the app looks, what is told, the password, and where one is signed in; each its own section. */
export function ProfileScreen() {
  const { t } = useTexts();
  return (
    <Page>
      <PageHeader title={t('account.profile')} />
      <ProfileDetails />
      <ProfileEmail />
      <ProfileLook />
      <ProfileNotices />
      <CalendarFeed />
      <ProfilePassword />
      <ProfileDevices />
      <ListRowLink to="/profile/security" title={t('profile.security')} text={t('profile.securityText')} />
      <ListRowLink to="/profile/privacy" title={t('privacy.title')} text={t('privacy.link')} />
    </Page>
  );
}
