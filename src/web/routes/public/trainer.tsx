import { createFileRoute } from '@tanstack/react-router';
import { trainerThing } from '#shared/tenants/structured/domain.ts';
import { idSearch } from '#web/app/search.ts';
import { sharing, structured } from '#web/app/sharing.ts';
import { TrainerTrainings } from '#web/schedule/components/trainer-trainings.tsx';
import { trainerFreeTimeQuery, trainerPageQuery } from '#web/trainers/queries.ts';
import { TrainerScreen } from '#web/trainers/trainer-screen.tsx';

export const Route = createFileRoute('/public/trainer')({
  staticData: { texts: ['training'] },
  validateSearch: idSearch,
  loaderDeps: ({ search }) => ({ id: search.id }),
  loader: async ({ context: { prefetch, start }, deps: { id } }) => {
    if (id === undefined) return;
    const { pages, payment } = start.pageRules;
    const hasTimes = pages.isBuyPersonalTrainingPage && payment.isPaymentActive;
    await prefetch(trainerPageQuery(id), true);
    if (hasTimes) await prefetch(trainerFreeTimeQuery(id));
  },
  head: ({ match: { context, search } }) => {
    const known =
      search.id === undefined
        ? undefined
        : context.queryClient.getQueryData(trainerPageQuery(search.id).queryKey);
    const title = context.title(known?.name ?? context.texts.t('menu.trainer'));
    if (!known) return { meta: [{ title }] };
    const { host, configuration } = context.start;
    return {
      meta: [
        { title },
        ...sharing(context.start, {
          title,
          text: known.words || known.strengths || configuration.slogan,
          path: `/public/trainer?id=${known.id}`,
        }),
        ...(import.meta.env.SSR ? [structured(trainerThing(host, configuration, known))] : []),
      ],
    };
  },
  component: TrainerRoute,
});

function TrainerRoute() {
  return (
    <TrainerScreen
      id={Route.useSearch().id}
      toTrainings={(trainer) => <TrainerTrainings trainer={trainer} />}
    />
  );
}
