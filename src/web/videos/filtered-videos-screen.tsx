import { ofType } from '#shared/videos/domain.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import { VideoCards } from './components/video-cards.tsx';
import classes from './filtered-videos-screen.module.css';
import { useVideos } from './queries.ts';

/** Videos of one type under its name in upper case (specification point 2, training videos filtered). */
export function FilteredVideosScreen({ typeId }: { typeId: number | undefined }) {
  const { t } = useTexts();
  const query = useVideos();
  const videos = query.data && ofType(query.data, typeId);
  const name = videos?.flatMap(({ types }) => types).find(({ id }) => id === typeId)?.name;
  return (
    <Page width="table">
      <PageHeader
        title={<span className={classes.upper}>{name ?? t('videos.heading')}</span>}
        back={<BackLink to="/training-videos">{t('videos.title')}</BackLink>}
      />
      {body()}
    </Page>
  );

  function body() {
    if (!videos && query.error) return <NotLoaded title={t('videos.notLoaded')} query={query} />;
    if (!videos) return <TimedRowSkeletons label={t('common.loading')} />;
    if (videos.length === 0) {
      return (
        <EmptyState icon="eye" title={t('videos.noType')} text={t('videos.noTypeText')}>
          <ButtonLink to="/training-videos" isWide>
            {t('videos.toVideos')}
          </ButtonLink>
        </EmptyState>
      );
    }
    return <VideoCards videos={videos} />;
  }
}
