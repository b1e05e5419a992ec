import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { visitorSearch } from '#web/app/search.ts';
import { publicTrainingQuery } from '#web/schedule/queries.ts';
import { VisitorBookingScreen } from '#web/visitors/visitor-booking-screen.tsx';

export const Route = createFileRoute('/public/registration/')({
  staticData: { texts: ['registrations', 'visitors'] },
  validateSearch: visitorSearch,
  loaderDeps: ({ search }) => ({ training: search.training }),
  loader: async ({ context: { prefetch }, deps: { training } }) => {
    if (training !== undefined) await prefetch(publicTrainingQuery(training), true);
  },
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('visitors.title')) }],
  }),
  component: VisitorRoute,
});

function VisitorRoute() {
  const { training } = Route.useSearch();
  return (
    <Guarded>
      <VisitorBookingScreen trainingId={training} />
    </Guarded>
  );
}
