import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { replacementsSearch } from '#web/app/search.ts';
import { ReplacementsScreen } from '#web/replacements/replacements-screen.tsx';

export const Route = createFileRoute('/replacement-request')({
  ssr: false,
  staticData: { texts: ['attendance', 'editing', 'errors', 'officeErrors', 'replacements'] },
  validateSearch: replacementsSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('replacements.title')) }],
  }),
  component: ReplacementsRoute,
});

function ReplacementsRoute() {
  const search = Route.useSearch();
  return (
    <Guarded>
      <ReplacementsScreen search={search} />
    </Guarded>
  );
}
