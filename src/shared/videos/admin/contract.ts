import { z } from 'zod';
import { managed, Names } from '#shared/kernel/managed.ts';
import { Id } from '#shared/kernel/wire.ts';
import { isCaptionFile, isPicture, playerOf } from '#shared/videos/domain.ts';

const Text = z.string().trim().max(500);
const Address = z.string().trim().max(300);
const Captions = Address.refine((address) => address === '' || isCaptionFile(address));
const position = z.number().int().min(0).max(1000);

export const VideoTypeValues = z.strictObject({ names: Names, position });
export type VideoTypeValues = z.infer<typeof VideoTypeValues>;

export const VideoValues = z.strictObject({
  titles: Names,
  descriptions: z.strictObject({ et: Text, en: Text, lv: Text }),
  /** A webm or mp4 under /media/, or the address of a video at YouTube or Vimeo. */
  url: Address.refine((address) => playerOf(address) !== undefined),
  /** A picture under /media/; empty: a drawn stand-in. */
  thumbnail: Address.refine((address) => address === '' || isPicture(address)),
  /** WebVTT files under /media/; empty where there is none. */
  captions: z.strictObject({ et: Captions, en: Captions, lv: Captions }),
  typeIds: z.array(Id).max(50),
  /** Videos are shown in this order. */
  position,
  isActive: z.boolean(),
});
export type VideoValues = z.infer<typeof VideoValues>;

export const {
  list: listVideoTypes,
  create: createVideoType,
  update: updateVideoType,
  remove: removeVideoType,
} = managed('video-type', 'Types of training videos', VideoTypeValues);

export const {
  list: listAllVideos,
  create: createVideo,
  update: updateVideo,
  remove: removeVideo,
} = managed('video', 'Training videos', VideoValues);
