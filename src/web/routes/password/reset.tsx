import { createFileRoute } from '@tanstack/react-router';
import { PasswordResetScreen } from '#web/account/password-reset-screen.tsx';
import { resetSearch } from '#web/app/search.ts';

export const Route = createFileRoute('/password/reset')({
  validateSearch: resetSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('account.resetTitle')) }],
  }),
  component: ResetRoute,
});

function ResetRoute() {
  return <PasswordResetScreen token={Route.useSearch().token} />;
}
