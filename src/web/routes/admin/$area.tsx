import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { areaSearch } from '#web/app/search.ts';
import { AreaScreen } from '#web/back-office/area-screen.tsx';

export const Route = createFileRoute('/admin/$area')({
  ssr: false,
  staticData: { texts: ['backOffice', 'errors', 'importing', 'privacy', 'strikes'] },
  validateSearch: areaSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('backOffice.title')) }],
  }),
  component: AreaRoute,
});

function AreaRoute() {
  const { area } = Route.useParams();
  const search = Route.useSearch();
  return (
    <Guarded>
      <AreaScreen path={area} {...search} />
    </Guarded>
  );
}
