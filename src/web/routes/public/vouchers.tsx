import { createFileRoute } from '@tanstack/react-router';
import { resetSearch } from '#web/app/search.ts';
import { ClaimScreen } from '#web/vouchers/claim-screen.tsx';

export const Route = createFileRoute('/public/vouchers')({
  staticData: { texts: ['errors', 'vouchers'] },
  validateSearch: resetSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('vouchers.whatTitle')) }],
  }),
  component: ClaimRoute,
});

function ClaimRoute() {
  return <ClaimScreen token={Route.useSearch().token} />;
}
