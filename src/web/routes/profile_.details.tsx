import { createFileRoute } from '@tanstack/react-router';
import { DetailsScreen } from '#web/account/details-screen.tsx';
import { Guarded } from '#web/app/guarded.tsx';

export const Route = createFileRoute('/profile_/details')({
  ssr: false,
  staticData: { texts: ['profile'] },
  head: ({ match }) => ({ meta: [{ title: match.context.title(match.context.texts.t('account.details')) }] }),
  component: DetailsRoute,
});

function DetailsRoute() {
  return (
    <Guarded>
      <DetailsScreen />
    </Guarded>
  );
}
