import { useState } from 'react';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { useIdentityLogin } from '../queries.ts';
import { IdentityAsked } from './identity-asked.tsx';

export interface IdentityLoginProps {
  readKeep: () => boolean;
  onLoggedIn: () => void;
  disabled: boolean;
}

/** Logging in by Smart-ID, without name and password. */
export function IdentityLogin({ readKeep, onLoggedIn, disabled }: IdentityLoginProps) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const asking = useIdentityLogin(readKeep, onLoggedIn);
  return (
    <>
      <Button variant="plain" isWide disabled={disabled} onClick={() => setIsOpen(true)}>
        {t('identities.login')}
      </Button>
      <IdentityAsked
        isOpen={isOpen}
        title={t('identities.login')}
        asking={asking}
        leaveText={t('identities.leave')}
        onLeave={() => {
          asking.leave();
          setIsOpen(false);
        }}
      />
    </>
  );
}
