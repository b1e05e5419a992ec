import { createFileRoute } from '@tanstack/react-router';
import { ProfileScreen } from '#web/account/profile-screen.tsx';
import { Guarded } from '#web/app/guarded.tsx';

export const Route = createFileRoute('/profile')({
  ssr: false,
  staticData: {
    texts: ['notices', 'privacy', 'profile'],
  },

  head: ({ match }) => ({ meta: [{ title: match.context.title(match.context.texts.t('account.profile')) }] }),
  component: ProfileRoute,
});

function ProfileRoute() {
  return (
    <Guarded>
      <ProfileScreen />
    </Guarded>
  );
}
