import { createFileRoute } from '@tanstack/react-router';
import { resetSearch } from '#web/app/search.ts';
import { WithdrawalScreen } from '#web/contracts/withdrawal-screen.tsx';

export const Route = createFileRoute('/public/withdrawal')({
  ssr: false,
  staticData: { texts: ['contracts'] },
  validateSearch: resetSearch,
  head: ({ match }) => ({
    meta: [
      { title: match.context.title(match.context.texts.t('contracts.withdrawPage')) },
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: WithdrawalRoute,
});

function WithdrawalRoute() {
  return <WithdrawalScreen token={Route.useSearch().token} />;
}
