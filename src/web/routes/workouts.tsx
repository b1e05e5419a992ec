import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { workoutsSearch } from '#web/app/search.ts';
import { RegistrationsScreen } from '#web/registrations/registrations-screen.tsx';

export const Route = createFileRoute('/workouts')({
  ssr: false,
  validateSearch: workoutsSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('registrations.title')) }],
  }),
  component: WorkoutsRoute,
});

function WorkoutsRoute() {
  const search = Route.useSearch();
  return (
    <Guarded>
      <RegistrationsScreen {...search} />
    </Guarded>
  );
}
