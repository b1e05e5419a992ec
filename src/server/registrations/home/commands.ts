import { findBookingRights } from '#server/clients/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { nameIn } from '#server/products/data.ts';
import { listTaught } from '#server/registrations/attendance/data.ts';
import {
  countUpcomingRegistrations,
  listClientRegistrations,
  listLiveRegistrations,
  toClientFacts,
} from '#server/registrations/data.ts';
import { passesFrom, passQueries } from '#server/registrations/entitlements/commands.ts';
import { rulesOf } from '#server/registrations/waitlist/commands.ts';
import type { MemberActor } from '#shared/kernel/actor.ts';
import { addMinutes, localDate } from '#shared/kernel/dates.ts';
import { membershipOn } from '#shared/registrations/home/domain.ts';
import { heldOf } from '#shared/registrations/passes/domain.ts';
import { suggestedDays, suggestionsFor, visitedDays } from '#shared/registrations/suggestions/domain.ts';
import * as data from './data.ts';

/** Further ones are under "My trainings". */
const mostUpcoming = 10;
/** Further ones are under what one owns. */
const mostHeld = 4;
/** Beside what is booked, and where nothing is. */
const mostSuggested = 2;
const mostWhereNothing = 3;
const dayMinutes = 24 * 60;
const noInvoices: data.OpenInvoices = {
  unpaidCount: 0,
  toPayCents: 0,
  overdueCount: 0,
  firstId: null,
  firstDueOn: null,
  firstArticle: null,
};

/** All that stands at home, in one round trip; the day of a trainer or of the centre goes to staff alone. */
export async function readHome(ctx: Ctx, { clientId, trainerId, isAdmin }: MemberActor) {
  const { now, language, tenant } = ctx;
  const { defaultLanguage } = tenant;
  const today = localDate(now, tenant.timeZone);
  const page = { now, offset: 0, limit: mostUpcoming, language, defaultLanguage };
  const taught = { trainerId: trainerId ?? 0, from: today, until: today };
  const habits = { clientId, since: addMinutes(now, -visitedDays * dayMinutes), now };
  const until = addMinutes(now, suggestedDays * dayMinutes);
  const clientIds = [clientId];
  const [
    upcoming,
    counts,
    invoices,
    contracts,
    packages,
    trainings,
    days,
    visits,
    rows,
    clients,
    live,
    ...answers
  ] = await ctx.read(
    listClientRegistrations(clientId, 'upcoming', page),
    countUpcomingRegistrations(clientId, now),
    data.sumOpenInvoices({ clientId, today }),
    data.listContracts({ clientId, today }),
    data.findPackageForSale({}),
    listTaught(taught, { language, defaultLanguage }),
    data.sumDay({ today }),
    data.listVisits(habits),
    data.listCandidates({ ...habits, until, timeZone: tenant.timeZone }),
    findBookingRights({ clientIds }),
    listLiveRegistrations({ clientIds, now }),
    ...passQueries(ctx, clientId),
  );
  const membership = membershipOn(
    contracts.filter(({ state }) => state === 'live'),
    contracts.some(({ state }) => state === 'pending'),
    today,
  );
  const passes = passesFrom(ctx, clientId, answers);
  const held = heldOf(passes, { today, now });
  const contractOf = new Map(contracts.map((row) => [row.id, row]));
  const isFilled = upcoming.length === 0;
  const [client] = clients;
  const suggestions = client
    ? suggestionsFor(rows.map(toCandidate), visits, toClientFacts(client, live), rulesOf(ctx), {
        passes,
        most: isFilled ? mostWhereNothing : mostSuggested,
        isFilled,
      })
    : [];
  return {
    held: held.slice(0, mostHeld).map(({ pass, kind, id, left, endsOn, freeze }) => {
      const contract = kind === 'contract' ? contractOf.get(id) : undefined;
      return {
        ...{ kind, id, left, freeze, name: nameIn(pass.names, language, defaultLanguage) },
        validUntil: contract ? contract.endsOn : endsOn,
        isRenewing: contract?.isRenewing ?? false,
      };
    }),
    heldCount: held.length,
    suggestions: suggestions.map(({ candidate, reason }) => ({ row: candidate.row, reason })),
    upcoming,
    upcomingCount: counts[0]?.total ?? 0,
    invoices: invoices[0] ?? noInvoices,
    membership:
      membership.state === 'ending'
        ? {
            state: membership.state,
            contractId: membership.contract.id,
            productId: membership.contract.productId,
            clubId: membership.contract.clubId,
            packageName: nameIn(membership.contract.names, language, defaultLanguage),
            validUntil: membership.contract.endsOn ?? today,
            daysLeft: membership.daysLeft,
          }
        : membership,
    isSold: packages.length > 0,
    led: trainerId === undefined ? null : trainings,
    centre: isAdmin ? (days[0] ?? null) : null,
  };
}

/** Which numbers are held says nothing here: there is a place, and nobody waits for it. */
function toCandidate(row: data.CandidateRow) {
  const places = { held: row.booked, gaps: [], next: row.booked + 1 };
  const training = { ...row, places, earliestHold: null };
  return { row, training, name: row.name, trainerId: row.trainerId };
}
