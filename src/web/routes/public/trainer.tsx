import { createFileRoute } from '@tanstack/react-router';
import { idSearch } from '#web/app/search.ts';
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
    return { meta: [{ title: context.title(known?.name ?? context.texts.t('menu.trainer')) }] };
  },
  component: TrainerRoute,
});

function TrainerRoute() {
  return <TrainerScreen id={Route.useSearch().id} />;
}
