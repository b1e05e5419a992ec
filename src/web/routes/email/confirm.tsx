import { createFileRoute } from '@tanstack/react-router';
import { EmailConfirmScreen } from '#web/account/email-confirm-screen.tsx';
import { resetSearch } from '#web/app/search.ts';

export const Route = createFileRoute('/email/confirm')({
  staticData: { texts: ['profile'] },
  validateSearch: resetSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('profile.emailTitle')) }],
  }),
  component: ConfirmRoute,
});

function ConfirmRoute() {
  return <EmailConfirmScreen token={Route.useSearch().token} />;
}
