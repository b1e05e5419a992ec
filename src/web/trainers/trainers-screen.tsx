import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Face } from '#web/ui/face.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Rows } from '#web/ui/part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useTrainerPages } from './queries.ts';

/** Everybody who teaches here. */
export function TrainersScreen() {
  const { t } = useTexts();
  const query = useTrainerPages();
  const { data, error } = query;
  return (
    <Page>
      <PageHeader title={t('training.trainers')} />
      {!data && error ? <NotLoaded title={t('training.listNotLoaded')} query={query} /> : null}
      {!data && !error ? <Skeleton width="long" /> : null}
      <Rows>
        {data?.map(({ id, name, photo, strengths }) => (
          <li key={id}>
            <ListRowLink
              to="/public/trainer"
              search={{ id }}
              start={<Face name={name} photo={photo} />}
              title={name}
              {...(strengths !== '' && { text: strengths })}
            />
          </li>
        ))}
      </Rows>
    </Page>
  );
}
