import { createFileRoute, retainSearchParams } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { mailsSearch } from '#web/app/search.ts';
import { MailsScreen } from '#web/messages/mails-screen.tsx';
import { SmsScreen } from '#web/messages/sms-screen.tsx';

export const Route = createFileRoute('/messages')({
  ssr: false,
  staticData: { texts: ['notices'] },
  validateSearch: mailsSearch,
  search: { middlewares: [retainSearchParams(['rows'])] },
  head: ({ match }) => {
    const { title, texts } = match.context;
    return {
      meta: [{ title: title(texts.t(match.search.kind === 'sms' ? 'notices.smsList' : 'pages.mails')) }],
    };
  },
  component: MessagesRoute,
});

function MessagesRoute() {
  const search = Route.useSearch();
  return (
    <Guarded>
      {search.kind === 'sms' ? (
        <SmsScreen offset={search.offset} />
      ) : (
        <MailsScreen id={search.id} offset={search.offset} />
      )}
    </Guarded>
  );
}
