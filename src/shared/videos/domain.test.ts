import { expect, test } from 'vitest';
import { byType, embedOf, findVideos, isCaptionFile, isPicture, ofType, playerOf } from './domain.ts';

test.each([
  ['/media/videos/squat.webm', { kind: 'file', url: '/media/videos/squat.webm' }],
  ['/media/a.mp4', { kind: 'file', url: '/media/a.mp4' }],
  ['/media/../secret.mp4', undefined],
  ['/media/%2e%2e/secret.mp4', undefined],
  ['//elsewhere.test/a.mp4', undefined],
  ['/media/squat.webm?x=1', undefined],
  ['/media/squat.exe', undefined],
  ['https://elsewhere.test/a.mp4', undefined],
  ['https://www.youtube.com/watch?v=abcdEFGH_-1', { kind: 'youtube', id: 'abcdEFGH_-1' }],
  ['https://www.youtube.com/watch?t=3&v=abcdEFGH_-1&list=x', { kind: 'youtube', id: 'abcdEFGH_-1' }],
  ['https://youtu.be/abcdEFGH_-1?t=10', { kind: 'youtube', id: 'abcdEFGH_-1' }],
  ['https://www.youtube.com/shorts/abcdEFGH_-1', { kind: 'youtube', id: 'abcdEFGH_-1' }],
  ['https://www.youtube-nocookie.com/embed/abcdEFGH_-1', { kind: 'youtube', id: 'abcdEFGH_-1' }],
  ['https://www.youtube.com/watch?v=short', undefined],
  ['http://youtu.be/abcdEFGH_-1', undefined],
  ['https://youtube.com.elsewhere.test/watch?v=abcdEFGH_-1', undefined],
  ['https://vimeo.com/123456789', { kind: 'vimeo', id: '123456789' }],
  ['https://player.vimeo.com/video/123456789?h=x', { kind: 'vimeo', id: '123456789' }],
  ['https://vimeo.com/about', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('%s is played as it can be', (url, player) => {
  expect(playerOf(url)).toEqual(player);
});

test('a service gets nothing but an id of its own', () => {
  expect(embedOf('youtube', 'abcdEFGH_-1')?.url).toBe(
    'https://www.youtube-nocookie.com/embed/abcdEFGH_-1?autoplay=1&rel=0',
  );
  expect(embedOf('vimeo', '123456789')?.origin).toBe('https://player.vimeo.com');
  expect(embedOf('vimeo', 'abcdEFGH_-1')).toBeUndefined();
  expect(embedOf('youtube', '"><script>')).toBeUndefined();
  expect(embedOf('elsewhere', '123456789')).toBeUndefined();
  expect(embedOf('constructor', '123456789')).toBeUndefined();
});

test('pictures and captions are files of our own', () => {
  expect(isPicture('/media/videos/squat.webp')).toBe(true);
  expect(isPicture('https://elsewhere.test/a.png')).toBe(false);
  expect(isPicture('/media/trainers/woman-01.svg')).toBe(true);
  expect(isPicture('/media/videos/squat.webm')).toBe(false);
  expect(isCaptionFile('/media/videos/squat-et.vtt')).toBe(true);
  expect(isCaptionFile('/media/videos/squat.webm')).toBe(false);
});

const strength = { id: 1, name: 'Jõud' };
const warm = { id: 2, name: 'Soojendus' };
const videos = [
  { title: 'Kükk', description: 'Jalad', types: [strength, warm] },
  { title: 'Lõpp', description: '', types: [] },
  { title: 'Plank', description: 'Kere', types: [strength] },
];

test('videos stand under each of their types', () => {
  expect(byType(videos).map(({ name, videos: of }) => [name, of.map(({ title }) => title)])).toEqual([
    ['Jõud', ['Kükk', 'Plank']],
    ['Soojendus', ['Kükk']],
    ['', ['Lõpp']],
  ]);
  const typed = videos.filter(({ types }) => types.length > 0);
  expect(byType(typed).map(({ name }) => name)).toEqual(['Jõud', 'Soojendus']);
  expect(ofType(videos, 1)).toHaveLength(2);
  expect(ofType(videos, 9)).toHaveLength(0);
  expect(ofType(videos, undefined)).toHaveLength(3);
});

test.each([
  ['kukk', ['Kükk']],
  ['JOUD', ['Kükk', 'Plank']],
  ['joud kere', ['Plank']],
  ['  ', ['Kükk', 'Lõpp', 'Plank']],
  ['ujumine', []],
])('“%s” finds', (search, titles) => {
  expect(findVideos(videos, search).map(({ title }) => title)).toEqual(titles);
});
