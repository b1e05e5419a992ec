import type { NoticeEvent } from '#server/kernel/events.ts';

/** Somebody who must hear of a change of one training. */
export interface Told {
  readonly kind: 'cancelled' | 'trainingChanged';
  readonly registrationId: number;
  readonly clientId: number;
  readonly trainingId: number;
  readonly previousStartsAt?: string | undefined;
  /** They have another booking at that time now, and are told whatever else is not. */
  readonly isChoosing?: boolean;
}

/**
 * What a change of the timetable says to whom: one message to each, however many trainings it is about. Moves of one
 * client are gathered as they are (decision 0013); what is called off goes together by the change's id.
 */
export function noticesOf(told: readonly Told[], changeId: number): NoticeEvent[] {
  const ofClient = Map.groupBy(told, ({ clientId }) => clientId);
  return told.map(({ kind, registrationId, clientId, trainingId, previousStartsAt }) => {
    const all = ofClient.get(clientId) ?? [];
    const isOneOfMany = all.length > 1 && all.some((one) => one.kind === 'cancelled');
    return {
      topic: 'notice',
      kind,
      dedupeKey: `${kind}:change${changeId}:${registrationId}`,
      registrationId,
      clientId,
      trainingId,
      ...(previousStartsAt === undefined ? {} : { previousStartsAt }),
      ...(isOneOfMany ? { changeId } : {}),
    };
  });
}
