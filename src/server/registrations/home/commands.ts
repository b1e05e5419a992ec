import type { Ctx } from '#server/kernel/ctx.ts';
import { nameIn } from '#server/products/data.ts';
import { listLed } from '#server/registrations/attendance/data.ts';
import { countUpcomingRegistrations, listClientRegistrations } from '#server/registrations/data.ts';
import type { MemberActor } from '#shared/kernel/actor.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { membershipOn } from '#shared/registrations/home/domain.ts';
import * as data from './data.ts';

/** Further ones are under "My trainings". */
const mostUpcoming = 10;
const noInvoices: data.OpenInvoices = {
  unpaidCount: 0,
  toPayCents: 0,
  overdueCount: 0,
  firstId: null,
  firstDueOn: null,
};

/** All that stands at home, in one round trip; the day of a trainer or of the centre goes to staff alone. */
export async function readHome(ctx: Ctx, { clientId, trainerId, isAdmin }: MemberActor) {
  const { now, language, tenant } = ctx;
  const { defaultLanguage } = tenant;
  const today = localDate(now, tenant.timeZone);
  const page = { now, offset: 0, limit: mostUpcoming, language, defaultLanguage };
  const led = { trainerId: trainerId ?? 0, from: today, until: today };
  const [upcoming, counts, invoices, contracts, packages, trainings, days] = await ctx.read(
    listClientRegistrations(clientId, 'upcoming', page),
    countUpcomingRegistrations(clientId, now),
    data.sumOpenInvoices({ clientId, today }),
    data.listContracts({ clientId, today }),
    data.findPackageForSale({}),
    listLed(led, { language, defaultLanguage }),
    data.sumDay({ today }),
  );
  const membership = membershipOn(
    contracts.filter(({ state }) => state === 'live'),
    contracts.some(({ state }) => state === 'pending'),
    today,
  );
  return {
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
