import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import { useTrainingGroups } from './queries.ts';
import classes from './training-groups-screen.module.css';

/** The groups somebody leads (specification point 2, training groups page). */
export function TrainingGroupsScreen() {
  const { t } = useTexts();
  const query = useTrainingGroups();
  return (
    <Page>
      <PageHeader title={t('trainingGroups.title')} />
      {body()}
    </Page>
  );

  function body() {
    const { data, error } = query;
    if (!data && error) {
      return <NotLoaded title={t('trainingGroups.notLoaded')} query={query} />;
    }
    if (!data) return <TimedRowSkeletons label={t('common.loading')} />;
    if (data.length === 0) {
      return <EmptyState icon="user" title={t('trainingGroups.none')} text={t('trainingGroups.noneText')} />;
    }
    return (
      <ul className={classes.list}>
        {data.map(({ id, name, activeMembers: active, maxMembers: most, club, contactPerson, capacity }) => (
          <li key={id}>
            <ListRowLink
              to="/training-groups-detailed/$groupId"
              params={{ groupId: String(id) }}
              title={name}
              text={[
                t('trainingGroups.members', { active, most }),
                capacity === 0
                  ? t('trainingGroups.isFull')
                  : t('trainingGroups.roomFor', { count: capacity }),
                club,
                contactPerson === '' ? '' : t('trainingGroups.lead', { name: contactPerson }),
              ]
                .filter(Boolean)
                .join(' · ')}
            />
          </li>
        ))}
      </ul>
    );
  }
}
