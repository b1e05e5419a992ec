import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { idSearch } from '#web/app/search.ts';
import { TrainingDetailScreen } from '#web/schedule/training-detail-screen.tsx';

export const Route = createFileRoute('/training')({
  ssr: false,
  staticData: { texts: ['covers', 'errors', 'feeds', 'registrations', 'visitors'] },
  validateSearch: idSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('schedule.timetable')) }],
  }),
  component: TrainingRoute,
});

function TrainingRoute() {
  const search = Route.useSearch();
  return (
    <Guarded>
      <TrainingDetailScreen area="member" id={search.id} />
    </Guarded>
  );
}
