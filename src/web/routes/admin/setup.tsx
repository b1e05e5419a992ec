import { createFileRoute } from '@tanstack/react-router';
import { SetupScreen } from '#web/admin/setup-screen.tsx';
import { Guarded } from '#web/app/guarded.tsx';
import { setupSearch } from '#web/app/search.ts';

export const Route = createFileRoute('/admin/setup')({
  ssr: false,
  staticData: {
    texts: [
      'backOffice',
      'clientOwned',
      'errors',
      'officeErrors',
      'owned',
      'privacy',
      'setup',
      'strikes',
      'uploads',
    ],
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
