import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { byType, findVideos } from '#shared/videos/domain.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import { VideoCards } from './components/video-cards.tsx';
import { useVideos } from './queries.ts';
import classes from './videos-screen.module.css';

/** Training videos by their types, and a search through all of them (specification point 2). */
export function VideosScreen() {
  const { t } = useTexts();
  const query = useVideos();
  const [search, setSearch] = useState('');
  return (
    <Page width="table">
      <PageHeader title={t('videos.title')} />
      {body()}
    </Page>
  );

  function body() {
    const { data, error } = query;
    if (!data && error) return <NotLoaded title={t('videos.notLoaded')} query={query} />;
    if (!data) return <TimedRowSkeletons label={t('common.loading')} />;
    if (data.length === 0) {
      return <EmptyState icon="eye" title={t('videos.none')} text={t('videos.noneText')} />;
    }
    const found = findVideos(data, search);
    return (
      <>
        <div className={classes.search}>
          <TextField
            type="search"
            label={t('videos.search')}
            hint={t('videos.searchHint')}
            value={search}
            maxLength={100}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        {found.length === 0 ? (
          <EmptyState icon="eye" title={t('videos.notFound')} text={t('videos.notFoundText')} />
        ) : (
          byType(found).map(({ id, name, videos }) => (
            <section key={id ?? 'others'} className={classes.type}>
              <h2 className={classes.name}>
                {id === undefined ? (
                  t('videos.others')
                ) : (
                  <Link
                    to="/training-videos-filtered"
                    search={{ typeId: id }}
                    className={classes.link}
                    aria-label={t('videos.showAll', { name })}
                  >
                    {name}
                    <Icon name="chevronRight" size={20} />
                  </Link>
                )}
              </h2>
              <VideoCards videos={videos} level={3} />
            </section>
          ))
        )}
      </>
    );
  }
}
