import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { idSearch } from '#web/app/search.ts';
import { TrainingFeedback } from '#web/feedback/components/training-feedback.tsx';
import { TrainingDetailScreen } from '#web/schedule/training-detail-screen.tsx';

export const Route = createFileRoute('/training')({
  ssr: false,
  staticData: { texts: ['covers', 'errors', 'feedback', 'feeds', 'registrations', 'training', 'visitors'] },
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
      <TrainingDetailScreen
        area="member"
        id={search.id}
        afterwards={(trainingId) => <TrainingFeedback trainingId={trainingId} />}
      />
    </Guarded>
  );
}
