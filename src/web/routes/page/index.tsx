import { createFileRoute } from '@tanstack/react-router';
import { CentreScreen } from '#web/tenants/centre-screen.tsx';

export const Route = createFileRoute('/page/')({
  loader: ({ context: { validFor } }) => validFor(60),
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('pages.contact')) }],
  }),
  component: CentreScreen,
});
