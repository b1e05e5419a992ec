import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { DeskScreen } from '#web/entry/desk-screen.tsx';

export const Route = createFileRoute('/desk')({
  staticData: { texts: ['entry', 'errors', 'inside', 'scanner', 'tickets', 'vouchers'] },
  ssr: false,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('entry.deskTitle')) }],
  }),
  component: DeskRoute,
});

function DeskRoute() {
  return (
    <Guarded>
      <DeskScreen />
    </Guarded>
  );
}
