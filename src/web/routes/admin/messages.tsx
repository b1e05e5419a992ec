import { createFileRoute, retainSearchParams } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { broadcastsSearch } from '#web/app/search.ts';
import { BroadcastsScreen } from '#web/messages/broadcasts/broadcasts-screen.tsx';

export const Route = createFileRoute('/admin/messages')({
  ssr: false,
  staticData: { texts: ['broadcasts', 'editing'] },
  validateSearch: broadcastsSearch,
  search: { middlewares: [retainSearchParams(['rows'])] },
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('broadcasts.title')) }],
  }),
  component: MessagesRoute,
});

function MessagesRoute() {
  const search = Route.useSearch();
  return (
    <Guarded>
      <BroadcastsScreen search={search} />
    </Guarded>
  );
}
