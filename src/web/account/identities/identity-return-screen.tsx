import { useRouter } from '@tanstack/react-router';
import { useTexts } from '#web/kernel/texts.tsx';
import { ReturnPage } from './components/return-page.tsx';
import { type Return, takeLoginTarget, useReturn } from './queries.ts';

/** Where the app sends the browser back to; `back` is undefined where the address is not whole. */
export function IdentityReturnScreen({ back, isLinking }: { back: Return | undefined; isLinking: boolean }) {
  const { t } = useTexts();
  const router = useRouter();
  const to = isLinking ? '/profile/security' : '/';
  const { mutate, error } = useReturn(() => {
    if (isLinking) void router.navigate({ to, replace: true });
    else router.history.replace(takeLoginTarget());
  });
  const toText = t(isLinking ? 'identities.toSecurity' : 'identities.toLogin');
  return <ReturnPage back={back} onBack={mutate} error={error} to={to} toText={toText} />;
}
