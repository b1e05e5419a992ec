import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { adminCalendarSearch } from '#web/app/search.ts';
import { AdminCalendarScreen } from '#web/schedule/editing/admin-calendar-screen.tsx';

export const Route = createFileRoute('/admin-calendar')({
  staticData: { texts: ['editing', 'errors', 'officeErrors'] },
  ssr: false,
  validateSearch: adminCalendarSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('menu.adminTimetable')) }],
  }),
  component: AdminCalendarRoute,
});

function AdminCalendarRoute() {
  const search = Route.useSearch();
  return (
    <Guarded>
      <AdminCalendarScreen search={search} />
    </Guarded>
  );
}
