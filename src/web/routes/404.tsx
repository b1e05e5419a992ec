import { createFileRoute } from '@tanstack/react-router';
import { NotFoundScreen } from '#web/tenants/not-found-screen.tsx';

export const Route = createFileRoute('/404')({
  head: ({ match }) => ({ meta: [{ title: match.context.title(match.context.texts.t('pages.notFound')) }] }),
  component: NotFoundScreen,
});
