import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { idSearch } from '#web/app/search.ts';
import { ContractsScreen } from '#web/contracts/contracts-screen.tsx';

export const Route = createFileRoute('/contracts')({
  ssr: false,
  staticData: { texts: ['contracts'] },
  validateSearch: idSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('contracts.title')) }],
  }),
  component: ContractsRoute,
});

function ContractsRoute() {
  const { id } = Route.useSearch();
  return (
    <Guarded>
      <ContractsScreen id={id} />
    </Guarded>
  );
}
