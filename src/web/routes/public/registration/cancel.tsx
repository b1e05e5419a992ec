import { createFileRoute } from '@tanstack/react-router';
import { resetSearch } from '#web/app/search.ts';
import { VisitorCancelScreen } from '#web/visitors/visitor-cancel-screen.tsx';

export const Route = createFileRoute('/public/registration/cancel')({
  staticData: { texts: ['registrations', 'visitors'] },
  validateSearch: resetSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('visitors.cancelTitle')) }],
  }),
  component: CancelRoute,
});

function CancelRoute() {
  return <VisitorCancelScreen token={Route.useSearch().token} />;
}
