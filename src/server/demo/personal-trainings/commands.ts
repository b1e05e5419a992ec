import type { Transaction } from '#server/kernel/db.ts';
import { addMinutes, startOfDay } from '#shared/kernel/dates.ts';
import { type CentreIds, takeIds } from '../data.ts';
import type { DemoCentre } from '../domain.ts';
import { priceAt } from '../prices/domain.ts';
import type { WallClock } from '../timetable/domain.ts';
import { personalPackages } from './built-in.ts';
import * as data from './data.ts';
import { hoursOf, sessionsOf } from './domain.ts';

/** Packages of personal trainings, where a centre sells them in the app, and trainers with clients of their own. */
export async function loadPersonalTrainings(
  transaction: Transaction,
  tenantId: number,
  centre: DemoCentre,
  ids: CentreIds,
  { now, clock }: { readonly now: string; readonly clock: WallClock },
): Promise<void> {
  const { tenant } = centre;
  const { pages, payment } = tenant.pageRules;
  if (!pages.isBuyPersonalTrainingPage || !payment.isPaymentActive) return;
  const sold = personalPackages(tenant.kind).map((one) => ({ ...one, cents: priceAt(tenant, one.cents) }));
  await transaction.load(
    data.insertProducts(tenantId, sold),
    ...data.insertPackages(tenantId, now),
    ...data.insertHours(
      tenantId,
      hoursOf(centre),
      ids.trainers,
      ids.styles[tenant.styles.indexOf('personal')],
    ),
  );
  const pairs = sessionsOf(centre, now, clock);
  const count = pairs.flatMap(({ sessions }) => sessions).length;
  const [[taken]] = await transaction.load(
    takeIds({
      tickets: pairs.length,
      trainings: count,
      registrations: count,
      ticketEntries: pairs.length + 2 * count,
    }),
  );
  if (!taken) throw new Error(`${tenant.host}: the database gave no ids`);
  const trainings = taken.trainings.values();
  const registrations = taken.registrations.values();
  const entries = taken.ticketEntries.values();
  const next = (numbers: ArrayIterator<number>) => numbers.next().value ?? 0;
  const packages = pairs.map(({ clientIndex, boughtOn }, index) => ({
    ticketId: taken.tickets[index] ?? 0,
    grantId: next(entries),
    clientId: ids.clients[clientIndex] ?? 0,
    boughtOn,
    boughtAt: addMinutes(startOfDay(boughtOn, tenant.timeZone), noonMinutes),
  }));
  const instant = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString();
  const sessions = pairs.flatMap(({ sessions: held, trainerIndex, clientIndex }, index) =>
    held.map(({ startsAt, endsAt, localDate, isOver }) => ({
      trainingId: next(trainings),
      registrationId: next(registrations),
      ticketId: taken.tickets[index] ?? 0,
      reservedId: next(entries),
      usedId: next(entries),
      trainerId: ids.trainers[trainerIndex] ?? 0,
      clientId: ids.clients[clientIndex] ?? 0,
      startsAt: instant(startsAt),
      endsAt: instant(endsAt),
      localDate,
      freeUntil: instant(startsAt - tenant.limits.freeCancelMinutes * 60),
      bookedAt: packages[index]?.boughtAt ?? now,
      isOver,
    })),
  );
  await transaction.load(...data.insertSessions(tenantId, packages, sessions));
}

const noonMinutes = 12 * 60;
