import { createFileRoute } from '@tanstack/react-router';
import { EmailConfirmScreen } from '#web/account/email-confirm-screen.tsx';
import { Guarded } from '#web/app/guarded.tsx';
import { resetSearch } from '#web/app/search.ts';

export const Route = createFileRoute('/email/confirm')({
  ssr: false,
  staticData: { texts: ['profile'] },
  validateSearch: resetSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('profile.emailTitle')) }],
  }),
  component: ConfirmRoute,
});

function ConfirmRoute() {
  const { token } = Route.useSearch();
  return (
    <Guarded>
      <EmailConfirmScreen token={token} />
    </Guarded>
  );
}
