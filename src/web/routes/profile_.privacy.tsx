import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { PrivacyScreen } from '#web/privacy/privacy-screen.tsx';

export const Route = createFileRoute('/profile_/privacy')({
  ssr: false,
  staticData: { texts: ['privacy'] },
  head: ({ match }) => ({ meta: [{ title: match.context.title(match.context.texts.t('privacy.title')) }] }),
  component: PrivacyRoute,
});

function PrivacyRoute() {
  return (
    <Guarded>
      <PrivacyScreen />
    </Guarded>
  );
}
