import { type KeyboardEvent, useState } from 'react';
import type { Language } from '#shared/kernel/language.ts';
import type { Video } from '#shared/videos/contract.ts';
import { frameFolder, type Player, playerOf } from '#shared/videos/domain.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import classes from './video-player.module.css';

const services = { youtube: 'YouTube', vimeo: 'Vimeo' } as const;
/** In their own language, as players list them. */
const languageNames: Readonly<Record<Language, string>> = { et: 'eesti', en: 'English', lv: 'latviešu' };
const stepSeconds = 5;
const stepVolume = 0.1;

/** Plays a video at once: a file of ours, or the player of a service in a frame, loaded only now. */
export function VideoPlayer({ video }: { video: Video }) {
  const player = playerOf(video.url);
  return (
    <div className={classes.player}>
      {player?.kind === 'file' ? (
        <FilePlayer video={video} />
      ) : player ? (
        <ServicePlayer player={player} video={video} />
      ) : (
        <Broken />
      )}
      {video.description === '' ? null : <p className={classes.description}>{video.description}</p>}
    </div>
  );
}

function FilePlayer({ video }: { video: Video }) {
  const { language } = useTexts();
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <Broken />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: where the centre gave captions, their tracks are below
    <video
      className={classes.screen}
      src={video.url}
      poster={video.thumbnailUrl}
      controls
      autoPlay
      playsInline
      data-autofocus
      tabIndex={0}
      aria-label={video.title}
      onKeyDown={pressKey}
      onError={() => setIsBroken(true)}
    >
      {video.captions.map((captions) => (
        <track
          key={captions.language}
          kind="captions"
          src={captions.url}
          srcLang={captions.language}
          label={languageNames[captions.language]}
          default={captions.language === language}
        />
      ))}
    </video>
  );
}

/**
 * Arrows left and right go five seconds, up and down change the volume, alike in every browser. Space is left to the
 * browsers' own controls, which all play and pause with it: some when it comes up, whatever was done before.
 */
function pressKey(event: KeyboardEvent<HTMLVideoElement>): void {
  const video = event.currentTarget;
  const within = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowRight': {
      const step = event.key === 'ArrowLeft' ? -stepSeconds : stepSeconds;
      video.currentTime = within(video.currentTime + step, video.duration || 0);
      break;
    }
    case 'ArrowUp':
    case 'ArrowDown':
      video.volume = within(video.volume + (event.key === 'ArrowUp' ? stepVolume : -stepVolume), 1);
      break;
    default:
      return;
  }
  event.preventDefault();
}

function ServicePlayer({ player, video }: { player: Exclude<Player, { kind: 'file' }>; video: Video }) {
  const { t } = useTexts();
  return (
    <>
      <iframe
        className={classes.screen}
        src={`${frameFolder}${player.kind}/${player.id}`}
        title={video.title}
        data-autofocus
        sandbox="allow-scripts allow-same-origin allow-presentation"
        allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
        allowFullScreen
      />
      <a className={classes.elsewhere} href={video.url} target="_blank" rel="noopener noreferrer">
        {t('videos.openAt', { service: services[player.kind] })}
      </a>
    </>
  );
}

function Broken() {
  const { t } = useTexts();
  return (
    <div role="alert" className={classes.broken}>
      <EmptyState icon="warning" title={t('videos.broken')} text={t('videos.brokenText')} />
    </div>
  );
}
