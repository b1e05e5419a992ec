import { useTexts } from '#web/kernel/texts.tsx';
import { NoticeSettings } from './notice-settings.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SubstituteSms } from './substitute-sms.tsx';

/** What is told, and how. */
export function ProfileNotices() {
  const { t } = useTexts();
  return (
    <ProfileSection title={t('notices.title')} isTitleHidden>
      <NoticeSettings />
      <SubstituteSms />
    </ProfileSection>
  );
}
