import { createFileRoute } from '@tanstack/react-router';
import { resetSearch } from '#web/app/search.ts';
import { VisitorLinkScreen } from '#web/visitors/visitor-link-screen.tsx';

/** The address of mails that were sent before links booked. */
export const Route = createFileRoute('/public/registration/cancel')({
  staticData: { texts: ['registrations', 'visitors'] },
  validateSearch: resetSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('visitors.linkTitle')) }],
  }),
  component: CancelRoute,
});

function CancelRoute() {
  return <VisitorLinkScreen token={Route.useSearch().token} />;
}
