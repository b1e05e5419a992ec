import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { saleSearch } from '#web/app/search.ts';
import { PackageScreen } from '#web/personal-trainings/package-screen.tsx';
import { PackagesScreen } from '#web/personal-trainings/packages-screen.tsx';

export const Route = createFileRoute('/purchase/personal-trainings')({
  staticData: { texts: ['personalTrainings', 'tickets'] },
  ssr: false,
  validateSearch: saleSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('personalTrainings.title')) }],
  }),
  component: PersonalTrainingsRoute,
});

function PersonalTrainingsRoute() {
  const { id, unit } = Route.useSearch();
  return (
    <Guarded>
      {id === undefined ? <PackagesScreen unit={unit} /> : <PackageScreen key={id} id={id} />}
    </Guarded>
  );
}
