import { useClaims } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { ProfileSection } from './profile-section.tsx';

export function ProfilePassword() {
  const { t } = useTexts();
  const claims = useClaims();
  return (
    <ProfileSection title={t('account.changePassword')}>
      <ChangePasswordForm username={claims?.email ?? ''} />
    </ProfileSection>
  );
}
