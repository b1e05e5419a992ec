import { createFileRoute } from '@tanstack/react-router';
import { NoticesScreen } from '#web/account/notices-screen.tsx';
import { Guarded } from '#web/app/guarded.tsx';

export const Route = createFileRoute('/profile_/notices')({
  ssr: false,
  staticData: { texts: ['errors', 'feeds', 'notices', 'registrations', 'replacements'] },
  head: ({ match }) => ({ meta: [{ title: match.context.title(match.context.texts.t('notices.title')) }] }),
  component: NoticesRoute,
});

function NoticesRoute() {
  return (
    <Guarded>
      <NoticesScreen />
    </Guarded>
  );
}
