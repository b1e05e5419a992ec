import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { compareInstants } from '#shared/kernel/dates.ts';
import { alertDue } from '#shared/replacements/domain.ts';
import { type EndReason, end, lockTrainings } from '../data.ts';
import { loadFit, settingsOf } from '../facts/commands.ts';
import { type Notifying, tell } from '../notifying/commands.ts';
import * as contacts from '../notifying/data.ts';
import * as data from './data.ts';

type Read = Ctx['read'];

/**
 * Ends requests for trainings that were called off or given to somebody else, and those that were filled where whoever
 * asked holds the training again, in the transaction of that: whoever asked, applied and was accepted is told. Their
 * trainings are locked by the caller.
 */
export async function endOfChanged(
  ctx: Ctx,
  load: Read,
  trainingIds: readonly number[],
): Promise<readonly DomainEvent[]> {
  if (trainingIds.length === 0) return [];
  const [open, back] = await load(data.listOpen(trainingIds), data.listHandedBack(trainingIds));
  const ended = await endings(ctx, load, open);
  const handed = await handingBack(ctx, load, back);
  const queries = [...ended.queries, ...handed.queries];
  if (queries.length > 0) await load(...queries);
  return [...ended.events, ...handed.events];
}

async function handingBack(ctx: Ctx, read: Read, back: readonly data.HandedBackRow[]) {
  if (back.length === 0) return { queries: [], events: [] };
  const ofTraining = [...Map.groupBy(back, ({ trainingId }) => trainingId).values()];
  const tellings = await Promise.all(
    ofTraining.map(async (requests): Promise<Notifying[]> => {
      const [request, last] = [requests[0], requests.at(-1)];
      if (!request || !last) return [];
      const involved = new Set(requests.flatMap(({ trainerId, helperId }) => [trainerId, helperId]));
      const [to] = await read(contacts.listTrainers([...involved]));
      return [{ news: 'handedBack', request, to, who: last.helperName, bySms: true }];
    }),
  );
  const told = await tell(ctx, read, tellings.flat());
  return { queries: [...data.handBack(back.map(idOf), ctx.now), ...told.queries], events: told.events };
}

async function endings(ctx: Ctx, read: Read, open: readonly data.OpenRow[]) {
  const off = open.filter(({ isCancelled }) => isCancelled);
  const other = open.filter(({ isCancelled, heldBy, trainerId }) => !isCancelled && heldBy !== trainerId);
  const over = [...off, ...other];
  if (over.length === 0) return { queries: [], events: [] };
  const [involved] = await read(data.listInvolved(over.map(idOf)));
  const involvedIn = Map.groupBy(involved, ({ replacementId }) => replacementId);
  const tellings = await Promise.all(
    over.map(async (request): Promise<Notifying> => {
      const applied = (involvedIn.get(request.id) ?? []).filter(({ state }) => state === 'applied');
      const [to] = await read(
        contacts.listTrainers([request.trainerId, ...applied.map(({ trainerId }) => trainerId)]),
      );
      return { news: 'ended', request, to };
    }),
  );
  const told = await tell(ctx, read, tellings);
  const ending = (rows: readonly data.OpenRow[], reason: EndReason) =>
    rows.length === 0 ? [] : end(rows.map(idOf), 'cancelled', reason, ctx.now);
  return {
    queries: [...ending(off, 'trainingCancelled'), ...ending(other, 'trainerChanged'), ...told.queries],
    events: told.events,
  };
}

const idOf = ({ id }: { readonly id: number }) => id;

/**
 * Moves every open request on with the clock: those for the preferred open to everybody fit, administrators hear of
 * trainings that begin soon with nobody accepted, and what has begun is over (mission 2.8).
 */
export async function advanceRequests(ctx: Ctx, originOf: (tenant: Tenant) => string): Promise<void> {
  const [seen] = await ctx.read(data.listOpen(null));
  const { now } = ctx;
  const settings = settingsOf(ctx);
  const isDue = (request: data.OpenRow) =>
    compareInstants(request.startsAt, now) <= 0 ||
    request.isCancelled ||
    request.heldBy !== request.trainerId ||
    (request.state === 'openPreferred' && compareInstants(request.opensToAllAt, now) <= 0) ||
    alertDue(request.startsAt, request.alertedHours, now, settings) !== undefined;
  for (const { trainingId } of seen.filter(isDue)) {
    await ctx.write(async ({ load, save, keep }) => {
      const [, [request]] = await load(lockTrainings([trainingId]), data.listOpen([trainingId]));
      if (!request || !isDue(request)) return keep(undefined);
      const origin = originOf(ctx.tenant);
      if (compareInstants(request.startsAt, now) <= 0) {
        return save(undefined, end([request.id], 'expired', '', now));
      }
      const changed = await endings(ctx, load, [request]);
      if (changed.queries.length > 0) return save(undefined, changed.queries, changed.events);
      const queries: Query[] = [];
      const tellings: Notifying[] = [];
      if (request.state === 'openPreferred' && compareInstants(request.opensToAllAt, now) <= 0) {
        queries.push(data.setOpenToAll([request.id]));
        const fit = await loadFit(ctx, load, [request]);
        tellings.push(await askAll(load, request, origin, fit));
      }
      const hours = alertDue(request.startsAt, request.alertedHours, now, settings);
      if (hours !== undefined) {
        const [to] = await load(contacts.listAdministrators());
        queries.push(data.setAlerted(request.id, hours));
        tellings.push({ news: 'alert', request, to, origin, who: String(hours), bySms: true });
      }
      const told = await tell(ctx, load, tellings);
      return save(undefined, [...queries, ...told.queries], told.events);
    });
  }
}

type Opened = Omit<data.OpenRow, 'state' | 'opensToAllAt' | 'alertedHours' | 'isCancelled' | 'heldBy'>;

/** Everybody fit who was not asked yet. */
export async function askAll(
  read: Read,
  request: Opened,
  origin: string,
  fit: ReadonlyMap<number, readonly number[]>,
): Promise<Notifying> {
  const [involved] = await read(data.listInvolved([request.id]));
  const known = new Set([request.trainerId, ...involved.map(({ trainerId }) => trainerId)]);
  const asked = (fit.get(request.trainingId) ?? []).filter((id) => !known.has(id));
  const [to] = await read(contacts.listTrainers(asked));
  return { news: 'asked', request, to, origin, bySms: true };
}
