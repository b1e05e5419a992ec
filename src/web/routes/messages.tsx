import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { mailsSearch } from '#web/app/search.ts';
import { MailsScreen } from '#web/messages/mails-screen.tsx';

export const Route = createFileRoute('/messages')({
  ssr: false,
  validateSearch: mailsSearch,
  head: ({ match }) => ({ meta: [{ title: match.context.title(match.context.texts.t('pages.mails')) }] }),
  component: MessagesRoute,
});

function MessagesRoute() {
  const search = Route.useSearch();
  return (
    <Guarded>
      <MailsScreen id={search.id} offset={search.offset} />
    </Guarded>
  );
}
