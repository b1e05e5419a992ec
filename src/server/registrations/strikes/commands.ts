import { lockClients } from '#server/clients/data.ts';
import type { Ctx, WriteTransaction } from '#server/kernel/ctx.ts';
import type { NoticeEvent } from '#server/kernel/events.ts';
import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { banOf, strikesSince } from '#shared/registrations/strikes/domain.ts';
import * as data from './data.ts';

/** Keeps true who may not book ahead, and tells whom it newly keeps from it. Doing it twice does nothing. */
export function updateBans(ctx: Ctx): Promise<{ changed: number }> {
  return ctx.write(async ({ load, save, keep }) => {
    const clientIds = (await listChanges(ctx, load)).map(({ clientId }) => clientId);
    if (clientIds.length === 0) return keep({ changed: 0 });
    // Looked at once more behind the locks: a strike of theirs may have been waived meanwhile.
    await load(lockClients({ clientIds }));
    const changes = (await listChanges(ctx, load)).filter(({ clientId }) => clientIds.includes(clientId));
    const told = changes.flatMap(({ clientId, bannedUntil, strikes }) =>
      bannedUntil === null ? [] : bannedNotice(ctx, clientId, strikes, bannedUntil),
    );
    return save({ changed: changes.length }, [data.setBans(changes)], told);
  });
}

/** Clients whose ban is no more what their strikes come to. */
async function listChanges({ tenant, now }: Ctx, load: WriteTransaction['load']) {
  const since = strikesSince(tenant.limits, now);
  const [strikes, banned] = await load(data.listStrikes({ since, now }), data.listBanned({}));
  const before = new Map(banned.map(({ clientId, bannedUntil }) => [clientId, bannedUntil]));
  const ofClient = Map.groupBy(strikes, ({ clientId }) => clientId);
  return [...new Set([...before.keys(), ...ofClient.keys()])]
    .map((clientId) => {
      const own = ofClient.get(clientId) ?? [];
      return { clientId, strikes: own, bannedUntil: banOf(own, tenant.limits, now) };
    })
    .filter(({ clientId, bannedUntil }) => !isSame(before.get(clientId) ?? null, bannedUntil));
}

/** What began to count longer ago is no news: a number of the centre was changed, or its past was brought along. */
const newsMinutes = 24 * 60;

/** Speaks of the training that was the last straw; nothing when that is long ago. */
function bannedNotice(
  { tenant, now }: Ctx,
  clientId: number,
  strikes: readonly Pick<data.StrikeRow, 'registrationId' | 'trainingId' | 'at'>[],
  bannedUntil: string,
): NoticeEvent[] {
  const latest = strikes.toSorted((one, other) => compareInstants(one.at, other.at)).at(-1);
  if (!latest) return [];
  const bannedFrom = addMinutes(bannedUntil, -tenant.limits.banDays * 24 * 60);
  if (compareInstants(addMinutes(bannedFrom, newsMinutes), now) < 0) return [];
  const dedupeKey = `banned:${clientId}:${bannedUntil}`;
  const { registrationId, trainingId } = latest;
  const of = { registrationId, clientId, trainingId };
  return [{ topic: 'notice', kind: 'banned', dedupeKey, ...of, holdUntil: bannedUntil }];
}

/**
 * Does not hold a place left unused against the client, or with null holds it again; booking ahead opens or closes in the
 * same transaction (mission 2.2). Throws `registrationNotFound` for what is no place left unused.
 */
export function waiveStrike(
  ctx: Ctx,
  registrationId: number,
  reason: string | null,
): Promise<{ bannedUntil: string | null }> {
  const { tenant, now } = ctx;
  return ctx.write(async (transaction) => {
    const [[client]] = await transaction.load(data.lockClientOf({ registrationId }));
    if (!client) throw new AppError('registrationNotFound');
    const since = strikesSince(tenant.limits, now);
    const [rows] = await transaction.load(data.listOfClient({ clientId: client.id, since, now }));
    const strike = rows.find((row) => row.registrationId === registrationId);
    if (!strike) throw new AppError('registrationNotFound');
    if (strike.waivedReason === reason) return transaction.keep({ bannedUntil: client.bannedUntil });
    const held = rows
      .filter((row) => (row === strike ? reason : row.waivedReason) === null)
      .map(({ at }) => ({ clientId: client.id, at }));
    const bannedUntil = banOf(held, tenant.limits, now);
    return transaction.save(
      { bannedUntil },
      [data.setWaived(registrationId, reason, now), data.setBans([{ clientId: client.id, bannedUntil }])],
      [],
      [
        {
          noun: 'registration',
          id: registrationId,
          before: { waivedReason: strike.waivedReason },
          after: { waivedReason: reason },
        },
      ],
    );
  });
}

function isSame(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  return Temporal.Instant.compare(one, other) === 0;
}
