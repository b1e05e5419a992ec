import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { deskSearch } from '#web/app/search.ts';
import { DeskScreen } from '#web/entry/desk-screen.tsx';

export const Route = createFileRoute('/desk')({
  staticData: { texts: ['entry', 'errors', 'inside', 'officeErrors', 'scanner', 'tickets', 'vouchers'] },
  ssr: false,
  validateSearch: deskSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('entry.deskTitle')) }],
  }),
  component: DeskRoute,
});

function DeskRoute() {
  const { gym } = Route.useSearch();
  return (
    <Guarded>
      <DeskScreen gym={gym} />
    </Guarded>
  );
}
