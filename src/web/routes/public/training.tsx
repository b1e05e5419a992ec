import { createFileRoute } from '@tanstack/react-router';
import { formatDate } from '#shared/kernel/dates.ts';
import { trainingThing } from '#shared/tenants/structured/domain.ts';
import type { RouterContext } from '#web/app/router.tsx';
import { idSearch } from '#web/app/search.ts';
import { sharing, structured } from '#web/app/sharing.ts';
import { publicTrainingQuery } from '#web/schedule/queries.ts';
import { TrainingDetailScreen } from '#web/schedule/training-detail-screen.tsx';

export const Route = createFileRoute('/public/training')({
  staticData: { texts: ['covers', 'errors', 'feeds', 'registrations', 'training', 'visitors'] },
  validateSearch: idSearch,
  loaderDeps: ({ search }) => ({ id: search.id }),
  loader: async ({ context: { prefetch }, deps: { id } }) => {
    if (id !== undefined) await prefetch(publicTrainingQuery(id), true);
  },
  head: ({ match }) => {
    const { start, title: whole } = match.context;
    const known = knownTraining(match);
    const title = whole(known?.name ?? match.context.texts.t('schedule.timetable'));
    if (!known) return { meta: [{ title }] };
    const { clubName, date, time, description, trainerName } = known;
    const when = [`${formatDate(date)} ${time}`, trainerName, clubName].filter(Boolean).join(' · ');
    return {
      meta: [
        { title },
        ...sharing(start, {
          title: known.name,
          text: description === '' ? when : `${when}. ${description}`,
          path: `/public/training?id=${known.id}`,
        }),
        ...(import.meta.env.SSR ? [structured(trainingThing(start.host, start.configuration, known))] : []),
      ],
    };
  },
  component: TrainingRoute,
});

function TrainingRoute() {
  return <TrainingDetailScreen area="public" id={Route.useSearch().id} />;
}

/** The training where it is known already. */
function knownTraining({ context, search }: { context: RouterContext; search: { id?: number | undefined } }) {
  return search.id === undefined
    ? undefined
    : context.queryClient.getQueryData(publicTrainingQuery(search.id).queryKey);
}
