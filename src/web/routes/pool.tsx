import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { poolSearch } from '#web/app/search.ts';
import { RentalsScreen } from '#web/rooms/rentals/rentals-screen.tsx';

export const Route = createFileRoute('/pool')({
  ssr: false,
  staticData: { texts: ['rentals'] },
  validateSearch: poolSearch,
  head: ({ match: { context } }) => {
    const { rentals } = context.start.configuration;
    return { meta: [{ title: context.title(rentals ?? context.texts.t('rentals.title')) }] };
  },
  component: PoolRoute,
});

function PoolRoute() {
  const { date } = Route.useSearch();
  return (
    <Guarded>
      <RentalsScreen date={date} />
    </Guarded>
  );
}
