import { createFileRoute } from '@tanstack/react-router';
import { FactorResetScreen } from '#web/account/resets/factor-reset-screen.tsx';
import { resetSearch } from '#web/app/search.ts';

export const Route = createFileRoute('/factor/reset')({
  staticData: { texts: ['factors'] },
  validateSearch: resetSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('factors.resetTitle')) }],
  }),
  component: FactorResetRoute,
});

function FactorResetRoute() {
  return <FactorResetScreen token={Route.useSearch().token} />;
}
