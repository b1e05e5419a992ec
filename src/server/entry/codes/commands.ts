import { lockClients } from '#server/clients/data.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import { isSame, type Tokens } from '#server/kernel/tokens.ts';
import { isFresh, readDoorCode } from '#shared/entry/codes/domain.ts';
import { accessBeside, decideEntry, isRefusal, openUntil, type Refusal } from '#shared/entry/doors/domain.ts';
import { addMinutes, epochMilliseconds } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { clockOf, doorFacts, loadGrounds } from '../access/commands.ts';
import * as access from '../access/data.ts';
import { type Entered, enter, unshown } from '../doors/commands.ts';
import * as data from './data.ts';
import { doorMac, doorSecret, isPublicKey } from './keys.ts';

/** What opens for somebody now. */
export interface Status {
  readonly firstName: string;
  readonly device: { readonly id: number; readonly isThisOne: boolean; readonly since: string } | null;
  readonly doors: readonly {
    readonly id: number;
    readonly name: string;
    readonly clubName: string;
    readonly refusal: Refusal | null;
    readonly openUntil: string | null;
    readonly visitsLeft: number | null;
  }[];
}

/** Which phone of a member opens doors, and which of them it opens now: by the rule that the door itself asks. */
export async function statusOf(ctx: Ctx): Promise<Status> {
  const { clientId, sessionId } = member(ctx);
  const { now } = ctx;
  const since = addMinutes(now, -24 * 60);
  const [[device], [person], doors, carried] = await ctx.read(
    data.findDeviceOf({ clientId, now }),
    data.findFirstName(clientId),
    access.listDoorsIn(),
    access.listCarried({ clientIds: [clientId], since }),
  );
  const ground = (await loadGrounds(ctx, ctx.read, [clientId], { from: now, hours: 2 }))(clientId);
  const clock = clockOf(ctx);
  return {
    firstName: person?.firstName ?? '',
    device: device
      ? { id: device.id, isThisOne: device.sessionId === sessionId, since: device.createdAt }
      : null,
    doors: doors.map((door) => {
      const { id, name, clubName } = door;
      const facts = doorFacts(door);
      const byCode = access.ofDoor(carried, { ...door, clientId });
      const right = accessBeside(facts, ground(door), byCode, now, clock);
      // As if they stood before it for the first time today.
      const outcome = decideEntry(facts, right, { last: null, starts: [], byCode }, now, clock);
      const refusal = outcome.result === 'refused' ? outcome.refusal : null;
      const visitsLeft = !isRefusal(right) && right.by === 'contract' ? right.coverage.left : null;
      const closes = openUntil(facts, now, ctx.tenant.timeZone);
      return { id, name, clubName, refusal, openUntil: closes, visitsLeft };
    }),
  };
}

/**
 * Makes this phone the one that opens doors; the one before it opens nothing any more. Throws `qrGenerationFailed` for a key
 * that is none.
 */
export function registerDevice(ctx: Ctx, publicKeyText: string): Promise<{ deviceId: number }> {
  const { clientId, sessionId } = member(ctx);
  const publicKey = Buffer.from(publicKeyText, 'base64url');
  if (publicKey.length !== 64 || !isPublicKey(publicKey)) throw new AppError('qrGenerationFailed');
  return ctx.write(async (transaction) => {
    const [, , [device]] = await transaction.load(
      lockClients({ clientIds: [clientId] }),
      data.revokeDevices(clientId, ctx.now),
      data.insertDevice({ clientId, sessionId, publicKey, now: ctx.now }),
    );
    return transaction.save({ deviceId: device?.id ?? 0 }, []);
  });
}

/** No phone of a member opens doors any more. */
export function removeDevice(ctx: Ctx): Promise<Record<never, never>> {
  const { clientId } = member(ctx);
  return ctx.write((transaction) => transaction.save({}, [data.revokeDevices(clientId, ctx.now)]));
}

/**
 * Comes in through the door whose code a member's phone read. Throws `qrNotValid` for what is no door's code here,
 * `qrExpired` for one that was shown a while ago, and why the door does not open.
 */
export async function scanDoor(
  ctx: Ctx,
  tokens: Tokens,
  scan: { readonly code: string; readonly scanId: string },
): Promise<{ door: access.DoorRow; entered: Entered }> {
  const { clientId } = member(ctx);
  const { tenant, now } = ctx;
  const code = readDoorCode(scan.code);
  if (!code || code.tenantId !== tenant.id) throw new AppError('qrNotValid');
  const [[door]] = await ctx.read(access.findDoor(code.doorId));
  if (!door) throw new AppError('qrNotValid');
  if (!isSame(doorMac(doorSecret(tokens, tenant.id, door), code), code.mac)) throw new AppError('qrNotValid');
  if (!isFresh(code.step, epochMilliseconds(now))) throw new AppError('qrExpired');
  const entered = await enter(ctx, door, { ...unshown, scanId: scan.scanId, clientId });
  if (entered.refusal) throw new AppError(entered.refusal.error, { ...entered.refusal.details }, 409);
  return { door, entered };
}
