import { createFileRoute, retainSearchParams } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { workoutsSearch } from '#web/app/search.ts';
import { FeedbackDialog } from '#web/feedback/components/feedback-dialog.tsx';
import { RegistrationsScreen } from '#web/registrations/registrations-screen.tsx';
import { LiveNumbers } from '#web/schedule/components/live-numbers.ts';

export const Route = createFileRoute('/workouts')({
  ssr: false,
  staticData: { texts: ['covers', 'errors', 'feedback', 'feeds', 'registrations', 'strikes'] },
  validateSearch: workoutsSearch,
  search: { middlewares: [retainSearchParams(['rows'])] },
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('registrations.title')) }],
  }),
  component: WorkoutsRoute,
});

function WorkoutsRoute() {
  const search = Route.useSearch();
  return (
    <Guarded>
      <LiveNumbers>
        <FeedbackDialog isWanted={search.period === 'past'}>
          {(buttonOf) => <RegistrationsScreen {...search} pastAction={buttonOf} />}
        </FeedbackDialog>
      </LiveNumbers>
    </Guarded>
  );
}
