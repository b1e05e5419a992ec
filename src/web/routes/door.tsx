import { createFileRoute } from '@tanstack/react-router';
import { DoorScreen } from '#web/entry/door-screen.tsx';

export const Route = createFileRoute('/door')({
  staticData: { texts: ['door', 'errors', 'scanner'] },
  ssr: false,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('door.title')) }],
  }),
  component: DoorScreen,
});
