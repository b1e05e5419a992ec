import { createFileRoute } from '@tanstack/react-router';
import { BackOfficeScreen } from '#web/admin/back-office-screen.tsx';
import { Guarded } from '#web/app/guarded.tsx';

export const Route = createFileRoute('/admin/')({
  ssr: false,
  staticData: { texts: ['backOffice', 'setup'] },
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('backOffice.title')) }],
  }),
  component: BackOfficeRoute,
});

function BackOfficeRoute() {
  return (
    <Guarded>
      <BackOfficeScreen />
    </Guarded>
  );
}
