import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { languages } from '#shared/kernel/language.ts';
import { Id } from '#shared/kernel/wire.ts';

/** A training video (specification point 3), with its words in the reader's language. */
export const Video = z.object({
  id: Id,
  /** A file of our own, or the address of a video at YouTube or Vimeo. */
  url: z.string(),
  title: z.string(),
  description: z.string(),
  thumbnailUrl: z.string().optional(),
  types: z.array(z.object({ id: Id, name: z.string() })),
  /** WebVTT files. */
  captions: z.array(z.object({ language: z.enum(languages), url: z.string() })),
});
export type Video = z.infer<typeof Video>;

export const listVideos = endpoint({
  noun: 'videos',
  method: 'GET',
  path: '/user/video',
  role: 'client',
  summary: 'Training videos of the centre',
  response: z.array(Video),
});
