import { z } from 'zod';
import type { NoticeEvent } from '#server/kernel/events.ts';
import { type JobCentres, ofCentre } from '#server/kernel/queue/centres.ts';
import type { Task } from '#server/kernel/queue/worker.ts';
import { noticeChannels, noticeKinds } from '#shared/messages/notices/domain.ts';
import { type NoticePorts, planNotice, sendGroup } from './commands.ts';

const NoticeJob = z.object({
  tenantId: z.number().int(),
  topic: z.literal('notice'),
  kind: z.enum(noticeKinds),
  dedupeKey: z.string().min(1).max(200),
  clientId: z.number().int(),
  trainingId: z.number().int(),
  registrationId: z.number().int().optional(),
  holdUntil: z.string().optional(),
  previousStartsAt: z.string().optional(),
  previousTrainerId: z.number().int().optional(),
  previousRoomId: z.number().int().optional(),
  isGivenAgain: z.boolean().optional(),
  changeId: z.number().int().optional(),
  reason: z.string().optional(),
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

const NoticeSendJob = z.object({
  tenantId: z.number().int(),
  channel: z.enum(noticeChannels),
  subscriptionId: z.number().int().nullable(),
  groupKey: z.string(),
});

/**
 * `notice` writes down what goes to whom by what, `noticeSend` sends a mail of it. `noticeSms` and `noticePush` are
 * apart, so that each carrier can be waited for by itself.
 */
export function noticeTasks(
  centres: JobCentres,
  ports: NoticePorts,
): Record<'notice' | 'noticeSend' | 'noticeSms' | 'noticePush', Task> {
  const send = ofCentre(centres, NoticeSendJob, (tenant, { tenantId: _, ...group }) =>
    sendGroup(ports, tenant, group),
  );
  return {
    notice: ofCentre(centres, NoticeJob, (tenant, { tenantId: _, ...event }) =>
      planNotice(ports, tenant, event as NoticeEvent),
    ),
    // Also the others' of a version before.
    noticeSend: send,
    noticeSms: send,
    noticePush: send,
  };
}
