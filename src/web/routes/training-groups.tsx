import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { TrainingGroupsScreen } from '#web/training-groups/training-groups-screen.tsx';

export const Route = createFileRoute('/training-groups')({
  ssr: false,
  staticData: { texts: ['trainingGroups'] },
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('trainingGroups.title')) }],
  }),
  component: TrainingGroupsRoute,
});

function TrainingGroupsRoute() {
  return (
    <Guarded>
      <TrainingGroupsScreen />
    </Guarded>
  );
}
