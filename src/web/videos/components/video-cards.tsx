import { useState } from 'react';
import type { Video } from '#shared/videos/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import classes from './video-cards.module.css';
import { VideoPlayer } from './video-player.tsx';

/** Videos as cards; pressing one plays it in a dialog (specification point 2, training videos filtered). */
export function VideoCards({ videos, level = 2 }: { videos: readonly Video[]; level?: 2 | 3 }) {
  const { t } = useTexts();
  const [playing, setPlaying] = useState<Video>();
  const [isOpen, setIsOpen] = useState(false);
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <>
      <ul className={classes.cards}>
        {videos.map((video) => (
          <li key={video.id} className={classes.card}>
            <span className={classes.picture}>
              {video.thumbnailUrl === undefined ? null : (
                <img src={video.thumbnailUrl} alt="" loading="lazy" width={640} height={360} />
              )}
              <span className={classes.sign} />
            </span>
            <Title className={classes.title}>
              <button
                type="button"
                className={classes.open}
                aria-haspopup="dialog"
                aria-label={t('videos.play', { title: video.title })}
                onClick={() => {
                  setPlaying(video);
                  setIsOpen(true);
                }}
              >
                {video.title}
              </button>
            </Title>
            {video.description === '' ? null : <p className={classes.description}>{video.description}</p>}
          </li>
        ))}
      </ul>
      <Sheet isOpen={isOpen} onClose={() => setIsOpen(false)} title={playing?.title ?? ''} variant="film">
        {playing && isOpen ? <VideoPlayer key={playing.id} video={playing} /> : null}
      </Sheet>
    </>
  );
}
