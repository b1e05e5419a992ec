import { createFileRoute } from '@tanstack/react-router';
import type { RouterContext } from '#web/app/router.tsx';
import { idSearch } from '#web/app/search.ts';
import { publicTrainingQuery } from '#web/schedule/queries.ts';
import { TrainingDetailScreen } from '#web/schedule/training-detail-screen.tsx';

export const Route = createFileRoute('/public/training')({
  staticData: { texts: ['covers', 'errors', 'feeds', 'registrations', 'training', 'visitors'] },
  validateSearch: idSearch,
  loaderDeps: ({ search }) => ({ id: search.id }),
  loader: async ({ context: { prefetch }, deps: { id } }) => {
    if (id !== undefined) await prefetch(publicTrainingQuery(id), true);
  },
  head: ({ match }) => ({ meta: [{ title: match.context.title(nameOf(match)) }] }),
  component: TrainingRoute,
});

function TrainingRoute() {
  return <TrainingDetailScreen area="public" id={Route.useSearch().id} />;
}

/** The training's name where it is known already, else that of the timetable. */
function nameOf({
  context,
  search,
}: {
  context: RouterContext;
  search: { id?: number | undefined };
}): string {
  const known =
    search.id === undefined
      ? undefined
      : context.queryClient.getQueryData(publicTrainingQuery(search.id).queryKey);
  return known ? known.name : context.texts.t('schedule.timetable');
}
