import { createFileRoute } from '@tanstack/react-router';
import { SecurityScreen } from '#web/account/factors/security-screen.tsx';
import { Guarded } from '#web/app/guarded.tsx';

export const Route = createFileRoute('/profile_/security')({
  ssr: false,
  staticData: { texts: ['factors', 'identities', 'profile'] },
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('profile.security')) }],
  }),
  component: SecurityRoute,
});

function SecurityRoute() {
  return (
    <Guarded>
      <SecurityScreen />
    </Guarded>
  );
}
