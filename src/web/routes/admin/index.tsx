import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { BackOfficeScreen } from '#web/back-office/back-office-screen.tsx';

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
