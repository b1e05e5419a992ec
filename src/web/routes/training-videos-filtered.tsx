import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { videosSearch } from '#web/app/search.ts';
import { FilteredVideosScreen } from '#web/videos/filtered-videos-screen.tsx';

export const Route = createFileRoute('/training-videos-filtered')({
  ssr: false,
  staticData: { texts: ['videos'] },
  validateSearch: videosSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('menu.trainingVideos')) }],
  }),
  component: FilteredVideosRoute,
});

function FilteredVideosRoute() {
  const { typeId } = Route.useSearch();
  return (
    <Guarded>
      <FilteredVideosScreen typeId={typeId} />
    </Guarded>
  );
}
