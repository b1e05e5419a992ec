import { type ComponentType, useEffect, useState } from 'react';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import type { IdentityLoginProps } from './identity-login.tsx';

/** Where the centre has keys of a service, the button for it comes once the page has come to rest; elsewhere nothing does. */
export function BroughtLogin(props: IdentityLoginProps) {
  const { bring } = useTexts();
  const isOffered = useStartContext().configuration.identityProviders.length > 0;
  const [Login, setLogin] = useState<ComponentType<IdentityLoginProps>>();
  useEffect(() => {
    if (!isOffered) return;
    // Without a network there is no such log-in either.
    Promise.all([import('./identity-login.tsx'), bring(['identities'])]).then(
      ([{ IdentityLogin }]) => setLogin(() => IdentityLogin),
      () => {},
    );
  }, [isOffered, bring]);
  return Login ? <Login {...props} /> : null;
}
