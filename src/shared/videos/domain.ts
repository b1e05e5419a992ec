/** How an address is played: a file of our own, or the player of one of two services in a frame. */
export type Player =
  | { readonly kind: 'file'; readonly url: string }
  | { readonly kind: 'youtube' | 'vimeo'; readonly id: string };

const ownFolder = '/media/';
const ownFile = /^\/media\/(?:[a-z0-9][a-z0-9_-]*\/)*[a-z0-9][a-z0-9_-]*\.([a-z0-9]+)$/i;
const youtube =
  /^https:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/)|www\.youtube-nocookie\.com\/embed\/|youtu\.be\/)([\w-]{11})(?:[?&#/].*)?$/;
const vimeo = /^https:\/\/(?:www\.)?(?:vimeo\.com\/|player\.vimeo\.com\/video\/)(\d{6,12})(?:[?#/].*)?$/;

function isOwnFile(address: string, endings: readonly string[]): boolean {
  const ending = address.startsWith(ownFolder) ? ownFile.exec(address)?.[1]?.toLowerCase() : undefined;
  return ending !== undefined && endings.includes(ending);
}

/** How a video's address is played; undefined where it is none that can be. */
export function playerOf(url: string): Player | undefined {
  if (isOwnFile(url, ['webm', 'mp4'])) return { kind: 'file', url };
  const [, tube] = youtube.exec(url) ?? [];
  if (tube !== undefined) return { kind: 'youtube', id: tube };
  const [, other] = vimeo.exec(url) ?? [];
  return other === undefined ? undefined : { kind: 'vimeo', id: other };
}

/** Pictures come from our own host: nothing is asked of elsewhere before a video is pressed. */
export function isPicture(address: string): boolean {
  return isOwnFile(address, ['webp', 'png', 'jpg', 'jpeg', 'avif', 'svg']);
}

export function isCaptionFile(address: string): boolean {
  return isOwnFile(address, ['vtt']);
}

const services = {
  youtube: {
    origin: 'https://www.youtube-nocookie.com',
    id: /^[\w-]{11}$/,
    path: '/embed/',
    query: '?autoplay=1&rel=0',
  },
  vimeo: {
    origin: 'https://player.vimeo.com',
    id: /^\d{6,12}$/,
    path: '/video/',
    query: '?autoplay=1&dnt=1',
  },
} as const;

/** Where the service shows a video, without cookies where it can; undefined for no service or no id of it. */
export function embedOf(
  kind: string,
  id: string,
): { readonly origin: string; readonly url: string } | undefined {
  if (kind !== 'youtube' && kind !== 'vimeo') return undefined;
  const { origin, id: pattern, path, query } = services[kind];
  return pattern.test(id) ? { origin, url: `${origin}${path}${id}${query}` } : undefined;
}

/** Under it a page of our own holds the service's player. */
export const frameFolder = '/video-frame/';

interface Typed {
  readonly title: string;
  readonly description: string;
  readonly types: readonly { readonly id: number; readonly name: string }[];
}

export interface TypeOfVideos<Video> {
  /** Undefined: those without a type. */
  readonly id: number | undefined;
  readonly name: string;
  readonly videos: readonly Video[];
}

/** Videos under each of their types, in the order the types come; those without one last. */
export function byType<Video extends Typed>(videos: readonly Video[]): TypeOfVideos<Video>[] {
  const types = new Map<number, { id: number; name: string; videos: Video[] }>();
  for (const video of videos) {
    for (const { id, name } of video.types) {
      const type = types.get(id) ?? { id, name, videos: [] };
      types.set(id, type);
      type.videos.push(video);
    }
  }
  const rest = videos.filter((video) => video.types.length === 0);
  return [...types.values(), ...(rest.length > 0 ? [{ id: undefined, name: '', videos: rest }] : [])];
}

/** Those of a type; all of them without one (specification point 2, training videos filtered). */
export function ofType<Video extends Typed>(
  videos: readonly Video[],
  typeId: number | undefined,
): readonly Video[] {
  return typeId === undefined ? videos : videos.filter(({ types }) => types.some(({ id }) => id === typeId));
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** Those in whose title, description or type every word of the search is, whatever its case and accents. */
export function findVideos<Video extends Typed>(videos: readonly Video[], search: string): readonly Video[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return videos.filter(({ title, description, types }) => {
    const text = plain([title, description, ...types.map(({ name }) => name)].join(' '));
    return words.every((word) => text.includes(word));
  });
}
