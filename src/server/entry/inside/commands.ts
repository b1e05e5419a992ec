import { randomUUID } from 'node:crypto';
import { lockClients } from '#server/clients/data.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import { accessBeside, closingAfter, decideEntry } from '#shared/entry/doors/domain.ts';
import type { Inside } from '#shared/entry/inside/contract.ts';
import { canLetIn, letInMinutes } from '#shared/entry/inside/domain.ts';
import { addMinutes, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { clockOf, doorFacts, loadGrounds } from '../access/commands.ts';
import * as access from '../access/data.ts';
import { arrivalOf, type Locks, openLock } from '../doors/commands.ts';
import * as data from './data.ts';

/** Who is inside, and who stands before a door: with what stands in their way now, not then. */
export async function listInside(ctx: Ctx): Promise<Inside> {
  const { now } = ctx;
  const [doors, people, refused] = await ctx.read(
    access.listDoors(),
    data.listInside(now),
    data.listRefused(addMinutes(now, -letInMinutes)),
  );
  const clientIds = [...new Set(refused.map(({ clientId }) => clientId))];
  const since = addMinutes(now, -24 * 60);
  const [ground, [starts, carried]] = await Promise.all([
    loadGrounds(ctx, ctx.read, clientIds, { from: now, hours: 2 }),
    ctx.read(access.listStarts({ clientIds, since }), access.listCarried({ clientIds, since })),
  ]);
  const clock = clockOf(ctx);
  const statusOf = ({ doorId, clientId, clubId, reason }: data.RefusedRow) => {
    const door = doors.find(({ id }) => id === doorId);
    if (!door) return { error: reason, details: {} };
    const inside = people.find((one) => one.clientId === clientId && one.clubId === clubId);
    const last = inside && {
      ...{ at: inside.since, insideUntil: inside.insideUntil },
      direction: 'in' as const,
    };
    const facts = doorFacts(door);
    const byCode = access.ofDoor(carried, { ...door, clientId });
    const outcome = decideEntry(
      facts,
      accessBeside(facts, ground(clientId)(door), byCode, now, clock),
      { last: last ?? null, starts: access.ofDoor(starts, { ...door, clientId }), byCode },
      now,
      clock,
    );
    if (outcome.result === 'accepted') return null;
    return { error: outcome.refusal.error, details: { ...outcome.refusal.details } };
  };
  const clubs = new Map(doors.map((door) => [door.clubId, door]));
  return {
    clubs: [...clubs.values()].map(({ clubId, clubName, isExitRead }) => ({
      id: clubId,
      name: clubName,
      isExitRead,
      people: people
        .filter((one) => one.clubId === clubId)
        .map(({ clientId, name, since, letInBy, note }) => ({
          clientId,
          name,
          sinceDateTime: since,
          letIn: letInBy === null || note === null ? null : { by: letInBy, reason: note },
        })),
      refused: refused
        .filter((one) => one.clubId === clubId)
        .map((one) => ({
          id: one.id,
          clientId: one.clientId,
          name: one.name,
          doorName: doors.find(({ id }) => id === one.doorId)?.name ?? '',
          dateTime: one.at,
          refusal: statusOf(one),
        })),
    })),
  };
}

/**
 * Lets in whom a door refused, and opens its lock. Throws `entryNotRefused` where there is no such refusal and
 * `entryRefusedLongAgo`; whoever is inside meanwhile is written down once, and the lock opens again.
 */
export async function letIn(
  ctx: Ctx,
  locks: Locks,
  { id, reason }: { readonly id: number; readonly reason: string },
): Promise<'opened' | 'failed' | 'none'> {
  const { now, tenant } = ctx;
  const [[refusal]] = await ctx.read(data.findRefusal(id));
  if (!refusal) throw new AppError('entryNotRefused');
  if (!canLetIn(refusal.at, now)) throw new AppError('entryRefusedLongAgo');
  const { clientId, doorId } = refusal;
  const [[door]] = await ctx.read(access.findDoor(doorId));
  if (!door) throw new AppError('entryNotRefused');
  const scanId = randomUUID();
  await ctx.write(async (transaction) => {
    const [, [latest], bookings] = await transaction.load(
      lockClients({ clientIds: [clientId] }),
      data.findRefusal(id),
      access.listBookings({ clientIds: [clientId], from: now, until: addMinutes(now, 120) }),
    );
    // The lock opens all the same: who pressed stands in the trail.
    if (latest?.isInSince) return transaction.save(undefined, []);
    const entry = data.insertOverride({
      scanId,
      refusalId: id,
      accountId: member(ctx).accountId,
      note: reason,
      now,
      localDate: localDate(now, tenant.timeZone),
      insideUntil: closingAfter(doorFacts(door), now, tenant.timeZone),
    });
    const here = bookings.filter(({ clubId }) => clubId === door.clubId);
    return transaction.save(undefined, [entry], arrivalOf(scanId, here, now));
  });
  return openLock(ctx, locks, door, scanId, { result: 'accepted', firstName: '', refusal: null });
}
