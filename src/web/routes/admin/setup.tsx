import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { setupSearch } from '#web/app/search.ts';
import { SetupScreen } from '#web/back-office/setup-screen.tsx';

export const Route = createFileRoute('/admin/setup')({
  ssr: false,
  staticData: {
    texts: ['backOffice', 'clientOwned', 'errors', 'owned', 'privacy', 'setup', 'strikes', 'uploads'],
  },
  validateSearch: setupSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('setup.title')) }],
  }),
  component: SetupRoute,
});

function SetupRoute() {
  const { step } = Route.useSearch();
  return (
    <Guarded>
      <SetupScreen step={step} />
    </Guarded>
  );
}
