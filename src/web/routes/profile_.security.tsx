import { createFileRoute } from '@tanstack/react-router';
import { SecurityScreen } from '#web/account/factors/security-screen.tsx';
import { Guarded } from '#web/app/guarded.tsx';

export const Route = createFileRoute('/profile_/security')({
  ssr: false,
  staticData: { texts: ['factors', 'identities'] },
  head: ({ match }) => ({ meta: [{ title: match.context.title(match.context.texts.t('factors.title')) }] }),
  component: SecurityRoute,
});

function SecurityRoute() {
  return (
    <Guarded>
      <SecurityScreen />
    </Guarded>
  );
}
