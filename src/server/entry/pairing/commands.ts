import { randomBytes, randomInt } from 'node:crypto';
import { countFailure } from '#server/account/commands.ts';
import { type Ctx, requireProof } from '#server/kernel/ctx.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import * as access from '../access/data.ts';
import * as data from '../doors/data.ts';

/** How long the number for a tablet is good. */
const pairingMinutes = 15;

/** The door that a token proves. Throws `doorUnknown` for a tablet that is none, or is none any more. */
export async function findDoor(ctx: Ctx, token: string): Promise<access.DoorRow> {
  const [[door]] = await ctx.read(access.findDoorByToken(hashToken(token)));
  if (!door) throw new AppError('doorUnknown');
  return door;
}

/** A number of eight digits that makes a tablet this door, for longer than any log-in. Throws `itemNotFound`, `proofNeeded`. */
export async function offerPairing(
  ctx: Ctx,
  doorId: number,
): Promise<{ pairingCode: string; until: string }> {
  requireProof(ctx);
  const pairingCode = String(randomInt(0, 100_000_000)).padStart(8, '0');
  const until = addMinutes(ctx.now, pairingMinutes);
  return ctx.write(async (transaction) => {
    const [found] = await transaction.load(data.offerPairing(doorId, hashToken(pairingCode), until));
    if (found.length === 0) throw new AppError('itemNotFound');
    return transaction.save(
      { pairingCode, until },
      [],
      [],
      [{ noun: 'doors', id: doorId, before: {}, after: { pairing: 'offered' } }],
    );
  });
}

/** Throws `itemNotFound`. */
export function endPairing(ctx: Ctx, doorId: number): Promise<Record<never, never>> {
  return ctx.write(async (transaction) => {
    const [found] = await transaction.load(data.endPairing(doorId));
    if (found.length === 0) throw new AppError('itemNotFound');
    return transaction.save(
      {},
      [],
      [],
      [{ noun: 'doors', id: doorId, before: {}, after: { pairing: 'ended' } }],
    );
  });
}

/**
 * Makes a tablet a door. Throws `doorPairingWrong` for a number that is wrong, used or old, and `tooManyAttempts`: whoever comes
 * from many places has no more tries at a centre than one number is safe from.
 */
export async function pairDoor(
  ctx: Ctx,
  tokens: Tokens,
  pairingCode: string,
  address: string,
): Promise<{ token: string }> {
  const place = tokens.attemptSubject(`door pairing ${address}`);
  const centre = tokens.attemptSubject('door pairing');
  const token = randomBytes(32).toString('base64url');
  const digits = pairingCode.replaceAll(/\D/g, '');
  const pair = () =>
    ctx.write(async ({ load, save }) => {
      const [paired] = await load(data.pair(hashToken(digits), hashToken(token), ctx.now));
      if (paired.length === 0) throw new AppError('doorPairingWrong');
      return save({ token }, []);
    });
  // The place first: who is refused there uses up nothing of the centre's.
  return countFailure(ctx, 'doorPairing', place, () => countFailure(ctx, 'doorPairingCentre', centre, pair));
}
