import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { usePhoneKey } from '#web/entry/codes/queries.ts';
import { EntryScreen } from '#web/entry/entry-screen.tsx';
import { useSession } from '#web/kernel/session.tsx';

export const Route = createFileRoute('/entry')({
  staticData: { texts: ['entry', 'errors', 'scanner'] },
  ssr: false,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('entry.title')) }],
  }),
  component: EntryRoute,
});

function EntryRoute() {
  const phone = usePhoneKey();
  const { state, isRestoring } = useSession();
  // Without a network nobody can be signed in again; logging out takes the key away, so whoever has it may show it.
  if (state === 'visitor' && !isRestoring && phone) return <EntryScreen />;
  return (
    <Guarded>
      <EntryScreen />
    </Guarded>
  );
}
