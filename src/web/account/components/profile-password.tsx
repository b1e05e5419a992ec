import { useState } from 'react';
import { useClaims } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import classes from './profile.module.css';
import { ProfileSection } from './profile-section.tsx';

/** The password is not shown; another is set where the reader asks for it. */
export function ProfilePassword() {
  const { t } = useTexts();
  const claims = useClaims();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <ProfileSection title={t('account.password')}>
      {isOpen ? (
        <ChangePasswordForm username={claims?.email ?? ''} onDone={close} onLeave={close} />
      ) : (
        <div className={classes.actions}>
          <Button variant="plain" size="small" onClick={() => setIsOpen(true)}>
            {t('account.changePassword')}
          </Button>
        </div>
      )}
    </ProfileSection>
  );
}
