import { createFileRoute } from '@tanstack/react-router';
import { resetSearch } from '#web/app/search.ts';
import { VisitorLinkScreen } from '#web/visitors/visitor-link-screen.tsx';

export const Route = createFileRoute('/public/registration/confirm')({
  staticData: { texts: ['registrations', 'visitors'] },
  validateSearch: resetSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('visitors.linkTitle')) }],
  }),
  component: ConfirmRoute,
});

function ConfirmRoute() {
  return <VisitorLinkScreen token={Route.useSearch().token} />;
}
