import { endSessions, listOpenSessions } from '#server/account/sessions/data.ts';
import { endKeycardsOf, endMailed } from '#server/account/waiting/data.ts';
import { listPointers } from '#server/clients/merging/data.ts';
import { withdrawAll } from '#server/consents/data.ts';
import { countClientInvoices, findClientCredit } from '#server/invoices/views/data.ts';
import { type Ctx, member, requireProof } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { DomainEvent } from '#server/kernel/events.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { cancelRegistration } from '#server/registrations/waitlist/commands.ts';
import { addDays, compareInstants, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import {
  type ErasureFacts,
  erasureDue,
  erasureObstacles,
  type Obstacle,
  retainedUntil,
  retentionYears,
  unpaidDays,
} from '#shared/privacy/domain.ts';
import { writeErasureMail } from '../mails.ts';
import { retainedTables } from '../retention/commands.ts';
import { eraseRetained } from '../retention/data.ts';
import * as data from './data.ts';

export interface ErasurePorts {
  originOf(tenant: Tenant): string;
}

/** What erasing somebody means and how far it has come. */
export interface ErasureView {
  readonly erasure: data.ErasureRow | undefined;
  readonly obstacles: readonly Obstacle[];
  readonly givenBack: number;
  readonly visitsLost: number;
  /** Money of theirs that pays nothing yet. */
  readonly creditCents: number;
  readonly kept: {
    readonly invoices: number;
    readonly contracts: number;
    readonly years: number;
    readonly untilDate: string | null;
  };
}

const countryOf = ({ country }: Tenant) => (country === 'LV' ? 'LV' : 'EE');

/** What erasing a client would mean now. Throws `itemNotFound`. */
export async function viewErasure(ctx: Ctx, clientId: number): Promise<ErasureView> {
  const today = localDate(ctx.now, ctx.tenant.timeZone);
  const [[person], [erasure], [kept], [credit], ...facts] = await ctx.read(
    data.findPerson(clientId),
    data.findErasure(clientId),
    data.countRetained(clientId, today),
    findClientCredit({ clientId }),
    ...factsQueries(ctx, clientId),
  );
  if (!person || !kept) throw new AppError('itemNotFound');
  const country = countryOf(ctx.tenant);
  const dates = [kept.lastInvoiceOn, kept.lastContractOn].flatMap((date) => date ?? []);
  return {
    erasure,
    obstacles: erasureObstacles(factsOf(person, facts)),
    givenBack: facts[0].filter(isGivenBack).length,
    visitsLost: kept.visitsLost,
    creditCents: Math.max(0, credit?.creditCents ?? 0),
    kept: {
      invoices: kept.invoices,
      contracts: kept.contracts,
      years: retentionYears(country),
      untilDate:
        dates
          .map((date) => retainedUntil(date, country))
          .toSorted()
          .at(-1) ?? null,
    },
  };
}

function factsQueries({ now, tenant }: Ctx, clientId: number) {
  return [
    data.listUpcoming(clientId, now),
    countClientInvoices({ clientId }),
    data.listActiveContracts(clientId, localDate(now, tenant.timeZone)),
    data.listUpcomingRentals(clientId, now),
  ] as const;
}

type FactRows = readonly [
  readonly data.LiveBooking[],
  readonly { readonly toPayCents: number }[],
  ErasureFacts['contracts'],
  ErasureFacts['rentals'],
];

function factsOf(
  { isStaff }: data.PersonRow,
  [bookings, [sums], contracts, rentals]: FactRows,
): ErasureFacts {
  return {
    isStaff,
    owedCents: sums?.toPayCents ?? 0,
    contracts,
    paidBookings: bookings.filter(({ isPaid }) => isPaid).map(({ name, startsAt }) => ({ name, startsAt })),
    rentals,
  };
}

/**
 * Asks for a client to be forgotten: from here on there are days to think again. Every session ends at once and upcoming
 * places are given back by the same command as ever, so that queues move. Throws `itemNotFound`, `erasureAsked`,
 * `erasureRefused` while something stands in the way, and `proofNeeded` for somebody else.
 */
export async function askErasure(
  ctx: Ctx,
  { originOf }: ErasurePorts,
  clientId: number,
  also: readonly Query[] = [],
): Promise<ErasureView> {
  const { now } = ctx;
  if (member(ctx).clientId !== clientId) requireProof(ctx);
  const dueAt = erasureDue(now);
  await ctx.write(async ({ load, save }) => {
    const [[person]] = await load(data.lockPerson(clientId));
    if (!person) throw new AppError('itemNotFound');
    const [[pending], ...facts] = await load(data.findErasure(clientId), ...factsQueries(ctx, clientId));
    if (pending) throw new AppError('erasureAsked');
    const [obstacle] = erasureObstacles(factsOf(person, facts));
    if (obstacle) throw new AppError('erasureRefused', { kind: obstacle.kind });
    const sessions = (await load(...person.accountIds.map(listOpenSessions))).flat();
    return save(
      undefined,
      [
        data.insertErasure({ clientId, askedBy: member(ctx).accountId, now, dueAt }),
        ...person.accountIds.flatMap((id) => [endSessions(id, undefined, now), ...endMailed(id, now)]),
        data.raiseSessionVersions(person.accountIds, now),
        data.removeFeeds(person.accountIds),
        data.removePushes(clientId),
        endKeycardsOf(clientId, now),
        ...also,
      ],
      [
        ...sessions.map(({ id }) => ({ topic: 'sessionEnded', sessionId: id }) as const),
        ...versionsRaised(person),
        ...mailTo(ctx, originOf, person, 'Asked', dueAt, clientId),
      ],
      [{ noun: 'clients', id: clientId, after: { erasureDue: dueAt } }],
    );
  });
  await giveBack(ctx, clientId, now);
  return viewErasure(ctx, clientId);
}

/** Somebody thought again. Throws `itemNotFound`, and `erasureNotAsked`, also where it was carried out already. */
export async function undoErasure(
  ctx: Ctx,
  clientId: number,
  also: readonly Query[] = [],
): Promise<ErasureView> {
  await ctx.write(async ({ load, save }) => {
    const [[person], [pending]] = await load(data.findPerson(clientId), data.findErasure(clientId));
    if (!person) throw new AppError('itemNotFound');
    const [[erasure]] = await load(data.lockErasure(pending?.id ?? 0));
    if (!erasure || erasure.undoneAt !== null || erasure.closedAt !== null)
      throw new AppError('erasureNotAsked');
    return save(
      undefined,
      [data.undoErasure(erasure.id, ctx.now), ...also],
      [],
      [{ noun: 'clients', id: clientId, before: { erasureDue: erasure.dueAt } }],
    );
  });
  return viewErasure(ctx, clientId);
}

const isGivenBack = ({ isPaid, hasCome }: data.LiveBooking) => !isPaid && !hasCome;

/**
 * Gives back the places somebody has ahead, each by the booking's own command. `bookedBefore`: those alone that were booked
 * by then, so that whoever thinks again and books keeps it. What cannot be given back stays.
 */
export async function giveBack(ctx: Ctx, clientId: number, bookedBefore: string): Promise<void> {
  const [bookings] = await ctx.read(data.listUpcoming(clientId, ctx.now));
  for (const { registrationId, createdAt } of bookings.filter(isGivenBack)) {
    if (compareInstants(createdAt, bookedBefore) > 0) continue;
    try {
      await cancelRegistration(ctx, clientId, registrationId);
    } catch (error) {
      // It began or was given back meanwhile, or its owner has come.
      if (!(error instanceof AppError)) throw error;
    }
  }
}

/**
 * The account is nobody's any more and the client has no name, in one transaction behind the client's lock: whoever books
 * at the same time has booked before it, and then it waits, or finds nobody after it. False while something stands in the way.
 */
export function closeErasure(ctx: Ctx, { originOf }: ErasurePorts, id: number): Promise<boolean> {
  const { now } = ctx;
  return ctx.write(async ({ load, save, keep }) => {
    const [[asked]] = await load(data.findErasureById(id));
    if (!asked) return keep(false);
    const { clientId } = asked;
    const [[person]] = await load(data.lockPerson(clientId));
    const [[erasure], [paying], ...facts] = await load(
      data.lockErasure(id),
      data.findOpenPayment(clientId),
      ...factsQueries(ctx, clientId),
    );
    if (!person || !erasure || erasure.undoneAt !== null || erasure.closedAt !== null) return keep(false);
    const obstacle =
      erasureObstacles(factsOf(person, facts))[0]?.kind ??
      (facts[0].length > 0 ? 'booking' : paying ? 'payment' : null);
    if (obstacle !== null) return save(false, [data.holdErasure(id, obstacle)]);
    const owner = { clientId, accountIds: person.accountIds, language: ctx.language };
    return save(
      true,
      [
        withdrawAll(clientId, now),
        data.raiseSessionVersions(person.accountIds, now),
        ...data.removeEmulatorMessages(await addressesOf(load, clientId)),
        ...retainedTables
          .filter(({ isClosing = false }) => isClosing)
          // The client's own row goes last: the others are found by it.
          .toReversed()
          .flatMap((table) => eraseRetained(table, owner) ?? []),
        data.closeErasure(id, now),
      ],
      [...versionsRaised(person), ...mailTo(ctx, originOf, person, 'Done', now, clientId)],
    );
  });
}

/** Takes the person out of everything else that no law keeps. Done again, it changes nothing. */
export async function scrubErased(ctx: Ctx, { clientId }: data.ErasureRow): Promise<readonly number[]> {
  return ctx.write(async ({ load, save }) => {
    const [[person]] = await load(data.lockPerson(clientId));
    const accountIds = person?.accountIds ?? [];
    const owner = { clientId, accountIds, language: ctx.language };
    return save(
      accountIds,
      retainedTables
        .filter(({ isClosing = false }) => !isClosing)
        .flatMap((table) => eraseRetained(table, owner) ?? []),
    );
  });
}

/**
 * Takes the names out of drafts that nobody paid, members' and visitors' alike, and out of what was made ready with them: the
 * holder of each line, the contract, the code's place, and the client that joining made. Money that comes for one later is
 * its payer's credit.
 */
export function forgetUnpaid(ctx: Ctx): Promise<void> {
  const droppedBefore = addDays(localDate(ctx.now, 'UTC'), -unpaidDays);
  return ctx.write(async ({ load, save }) => {
    const [pointers] = await load(listPointers());
    return save(undefined, [data.forgetUnpaid(droppedBefore, pointers)]);
  });
}

export function endErasure(ctx: Ctx, id: number): Promise<void> {
  return ctx.write(({ save }) => save(undefined, [data.endErasure(id, ctx.now)]));
}

async function addressesOf(
  load: Parameters<Parameters<Ctx['write']>[0]>[0]['load'],
  clientId: number,
): Promise<{ readonly emails: readonly string[]; readonly phones: readonly string[] }> {
  const [rows] = await load(data.listAddresses(clientId));
  return {
    emails: rows.flatMap(({ email }) => (email === '' ? [] : [email.toLowerCase()])),
    phones: rows.flatMap(({ phone }) => (phone === '' ? [] : [phone.replaceAll(/[^+\d]/g, '')])),
  };
}

function versionsRaised({ accounts }: data.PersonRow): DomainEvent[] {
  return accounts.map(({ id, version }) => ({
    topic: 'accountChanged',
    accountId: id,
    sessionVersion: version + 1,
  }));
}

function mailTo(
  ctx: Ctx,
  originOf: ErasurePorts['originOf'],
  person: data.PersonRow,
  kind: 'Asked' | 'Done',
  at: string,
  clientId: number,
): DomainEvent[] {
  const to = person.accountEmail ?? person.email;
  if (to === '') return [];
  const { tenant } = ctx;
  return [
    writeErasureMail({
      ...{
        tenant,
        origin: originOf(tenant),
        to,
        kind,
        language: person.language,
        firstName: person.firstName,
      },
      ...{ date: localDate(at, tenant.timeZone), dedupeKey: `erasure${kind}:${clientId}:${at}` },
    }),
  ];
}
