import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { idSearch } from '#web/app/search.ts';
import { CommentDecisions } from '#web/feedback/components/comment-decisions.tsx';
import { AttendanceScreen } from '#web/registrations/attendance-screen.tsx';
import { LiveNumbers } from '#web/schedule/components/live-numbers.ts';

export const Route = createFileRoute('/attendance')({
  ssr: false,
  staticData: { texts: ['attendance', 'errors', 'officeErrors', 'feedback', 'scanner'] },
  validateSearch: idSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('attendance.title')) }],
  }),
  component: AttendanceRoute,
});

function AttendanceRoute() {
  const search = Route.useSearch();
  return (
    <Guarded>
      <LiveNumbers>
        <AttendanceScreen
          id={search.id}
          below={(trainingId) => <CommentDecisions trainingId={trainingId} />}
        />
      </LiveNumbers>
    </Guarded>
  );
}
