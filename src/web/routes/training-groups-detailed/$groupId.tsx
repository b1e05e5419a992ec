import { createFileRoute } from '@tanstack/react-router';
import { toInteger } from '#shared/kernel/wire.ts';
import { Guarded } from '#web/app/guarded.tsx';
import { TrainingGroupScreen } from '#web/training-groups/training-group-screen.tsx';

export const Route = createFileRoute('/training-groups-detailed/$groupId')({
  ssr: false,
  staticData: { texts: ['trainingGroups'] },
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('trainingGroups.title')) }],
  }),
  component: TrainingGroupRoute,
});

function TrainingGroupRoute() {
  const { groupId } = Route.useParams();
  return (
    <Guarded>
      <TrainingGroupScreen groupId={toInteger(groupId) ?? 0} />
    </Guarded>
  );
}
