import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { VideosScreen } from '#web/videos/videos-screen.tsx';

export const Route = createFileRoute('/training-videos')({
  ssr: false,
  staticData: { texts: ['videos'] },
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('menu.trainingVideos')) }],
  }),
  component: VideosRoute,
});

function VideosRoute() {
  return (
    <Guarded>
      <VideosScreen />
    </Guarded>
  );
}
