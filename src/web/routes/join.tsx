import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { resetSearch } from '#web/app/search.ts';
import { OwnJoinScreen } from '#web/joining/own-join-screen.tsx';

export const Route = createFileRoute('/join')({
  staticData: { texts: ['joining'] },
  ssr: false,
  validateSearch: resetSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('joining.ownTitle')) }],
  }),
  component: OwnJoinRoute,
});

function OwnJoinRoute() {
  const { token } = Route.useSearch();
  return (
    <Guarded>
      <OwnJoinScreen token={token ?? ''} />
    </Guarded>
  );
}
