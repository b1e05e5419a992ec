import { type Ctx, requireProof } from '#server/kernel/ctx.ts';
import { removeSubscriptionsOfBrowser } from '#server/messages/push/data.ts';
import { DeviceParameters } from '#shared/account/contract.ts';
import { type DeviceName, deviceName } from '#shared/account/devices/domain.ts';
import type { MemberActor } from '#shared/kernel/actor.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { endKeycardsOfSession, endOutlets } from '../waiting/data.ts';
import * as data from './data.ts';

export interface ListedDevice extends DeviceName {
  readonly sessionId: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly isThis: boolean;
}

/** The devices somebody is signed in on: this one first, then by their last use. */
export async function listDevices(ctx: Ctx, { accountId, sessionId }: MemberActor): Promise<ListedDevice[]> {
  const [rows] = await ctx.read(data.listOpen({ accountId, now: ctx.now }));
  return rows
    .map((row) => {
      const device = DeviceParameters.safeParse(row.device).data ?? { userAgent: '', touchPoints: 0 };
      return {
        ...deviceName(device),
        sessionId: row.id,
        createdAt: row.createdAt,
        lastUsedAt: row.rotatedAt,
        isThis: row.id === sessionId,
      };
    })
    .toSorted((one, other) => Number(other.isThis) - Number(one.isThis));
}

/** Ends one of the caller's sessions. Throws `proofNeeded`, and `sessionNotFound` for anybody else's or one that is over. */
export function signOutDevice(
  ctx: Ctx,
  { accountId }: MemberActor,
  sessionId: string,
): Promise<Record<string, never>> {
  requireProof(ctx);
  return ctx.write(async ({ load, save }) => {
    const [open] = await load(data.lockOpen({ accountId, now: ctx.now }));
    if (!open.some(({ id }) => id === sessionId)) throw new AppError('sessionNotFound');
    return save(
      {},
      [
        data.signOut([sessionId], ctx.now),
        removeSubscriptionsOfBrowser(sessionId, ctx.now),
        endKeycardsOfSession(sessionId, ctx.now),
      ],
      [{ topic: 'sessionEnded', sessionId }],
    );
  });
}

/** Ends every session of the caller but this one, and what tells others of their bookings without one. Throws `proofNeeded`. */
export function signOutOthers(ctx: Ctx, { accountId, sessionId }: MemberActor): Promise<{ count: number }> {
  requireProof(ctx);
  return ctx.write(async ({ load, save }) => {
    const [open] = await load(data.lockOpen({ accountId, now: ctx.now }));
    const others = open.map(({ id }) => id).filter((id) => id !== sessionId);
    return save(
      { count: others.length },
      [data.signOut(others, ctx.now), ...endOutlets(accountId, sessionId, ctx.now)],
      others.map((id) => ({ topic: 'sessionEnded', sessionId: id })),
    );
  });
}
