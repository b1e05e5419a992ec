import { createFileRoute } from '@tanstack/react-router';
import { Guarded } from '#web/app/guarded.tsx';
import { timesSearch } from '#web/app/search.ts';
import { TimesScreen } from '#web/personal-trainings/times/times-screen.tsx';
import { StatisticsScreen } from '#web/statistics/statistics-screen.tsx';

export const Route = createFileRoute('/personal-trainings')({
  ssr: false,
  staticData: {
    texts: ['covers', 'errors', 'personalTimes', 'personalTrainings', 'registrations', 'statistics'],
  },
  validateSearch: timesSearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('personalTimes.title')) }],
  }),
  component: PersonalTrainingsRoute,
});

function PersonalTrainingsRoute() {
  const { view, trainer, from, ...sums } = Route.useSearch();
  return (
    <Guarded>
      <TimesScreen
        search={{ view, trainer, from }}
        statistics={(end) => <StatisticsScreen isPersonal={true} search={sums} end={end} />}
      />
    </Guarded>
  );
}
