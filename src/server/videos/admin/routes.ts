import type { App } from '#server/kernel/app.ts';
import { mountManaged } from '#server/kernel/managed/mount.ts';
import * as videos from '#shared/videos/admin/contract.ts';
import * as videoFields from '#shared/videos/admin/domain.ts';
import * as videoData from './data.ts';

export function mountVideoAdmin(app: App): void {
  mountManaged(
    app,
    [videos.listVideoTypes, videos.createVideoType, videos.updateVideoType, videos.removeVideoType],
    { kind: videoData.videoTypes, schema: videos.VideoTypeValues, fields: videoFields.videoTypeFields },
  );
  mountManaged(app, [videos.listAllVideos, videos.createVideo, videos.updateVideo, videos.removeVideo], {
    kind: videoData.videos,
    schema: videos.VideoValues,
    fields: videoFields.videoFields,
  });
}
