import { useTexts } from '#web/kernel/texts.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { CalendarFeed } from './components/calendar-feed.tsx';
import { ProfileNotices } from './components/profile-notices.tsx';

/** What the member is told, how, and when; and the trainings in a calendar of their own. */
export function NoticesScreen() {
  const { t } = useTexts();
  return (
    <Page>
      <PageHeader
        title={t('notices.title')}
        back={<BackLink to="/profile">{t('account.profile')}</BackLink>}
      />
      <ProfileNotices />
      <CalendarFeed />
    </Page>
  );
}
