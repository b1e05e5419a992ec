import type { Ctx } from '#server/kernel/ctx.ts';
import { banOf, strikesSince } from '#shared/registrations/strikes/domain.ts';
import * as data from './data.ts';

/** Keeps true who may not book ahead. Doing it twice does nothing. */
export function updateBans(ctx: Ctx): Promise<{ changed: number }> {
  const { tenant, now } = ctx;
  return ctx.write(async (transaction) => {
    const since = strikesSince(tenant.limits, now);
    const [strikes, banned] = await transaction.load(data.listStrikes({ since, now }), data.listBanned({}));
    const before = new Map(banned.map(({ clientId, bannedUntil }) => [clientId, bannedUntil]));
    const ofClient = Map.groupBy(strikes, ({ clientId }) => clientId);
    const clientIds = new Set([...before.keys(), ...ofClient.keys()]);
    const changes = [...clientIds]
      .map((clientId) => ({
        clientId,
        bannedUntil: banOf(ofClient.get(clientId) ?? [], tenant.limits, now),
      }))
      .filter(({ clientId, bannedUntil }) => !isSame(before.get(clientId) ?? null, bannedUntil))
      // In one order for everybody who locks clients.
      .toSorted((one, other) => one.clientId - other.clientId);
    if (changes.length === 0) return transaction.keep({ changed: 0 });
    return transaction.save({ changed: changes.length }, [data.setBans(changes)]);
  });
}

function isSame(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  return Temporal.Instant.compare(one, other) === 0;
}
