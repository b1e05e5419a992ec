import { createFileRoute } from '@tanstack/react-router';
import { resetSearch } from '#web/app/search.ts';
import { JoinConfirmationScreen } from '#web/joining/join-confirmation-screen.tsx';

export const Route = createFileRoute('/public/join-confirmation')({
  staticData: { texts: ['joining'] },
  validateSearch: resetSearch,
  head: ({ match }) => ({
    meta: [
      { title: match.context.title(match.context.texts.t('joining.provingTitle')) },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: JoinConfirmationRoute,
});

function JoinConfirmationRoute() {
  return <JoinConfirmationScreen token={Route.useSearch().token} />;
}
