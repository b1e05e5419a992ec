import { setTimeout } from 'node:timers/promises';
import { emulatorUuid, mobileEmulatorUuid } from '#server/account/emulator/built-in.ts';
import { hashPassword, installation } from '#server/account/passwords.ts';
import type { Db, Transaction } from '#server/kernel/db.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { builtInTenants } from '#server/tenants/built-in.ts';
import type { IdentitySettings } from '#shared/account/identity-keys/domain.ts';
import { loadCampaigns } from './campaigns/commands.ts';
import { loadContracts } from './contracts/commands.ts';
import * as data from './data.ts';
import { centreAt, type DemoCentre, seedCentre, seedEarlierWeek, seedHistory, seedMonths } from './domain.ts';
import { loadDoors } from './doors/commands.ts';
import { paidPricesOf, singlesOf } from './entitlements/built-in.ts';
import { insertPaidTrainings, insertStaffContract } from './entitlements/data.ts';
import { thoughtsOf } from './feedback/built-in.ts';
import { insertFeedback } from './feedback/data.ts';
import { loadInvoices } from './invoices/commands.ts';
import { loadPayments } from './payments/commands.ts';
import { accountHolders } from './people/domain.ts';
import { loadPersonalTrainings } from './personal-trainings/commands.ts';
import { insertRegistrations, insertWaitlistMoves } from './registrations/data.ts';
import type { FilledTraining } from './registrations/domain.ts';
import { loadRentals } from './rentals/commands.ts';
import { loadReplacements } from './replacements/commands.ts';
import { loadTickets } from './tickets/commands.ts';
import { insertSeries, insertTrainings, insertUses } from './timetable/data.ts';
import { seriesOf, type WallClock, wallClock } from './timetable/domain.ts';
import { usesOf } from './timetable/uses/domain.ts';
import { loadTrainingGroups } from './training-groups/commands.ts';
import { insertVideos } from './videos/data.ts';
import { loadVouchers } from './vouchers/commands.ts';

const password = 'Demo1234';

/** The accounts every demo centre has. Where the centre logs in by user name, `username` opens the account. */
export const demoAccounts = [
  { role: 'member', email: 'member@demo.test', username: 'member', password },
  { role: 'trainer', email: 'trainer@demo.test', username: 'trainer', password },
  { role: 'admin', email: 'admin@demo.test', username: 'admin', password },
] as const;

export interface DemoOptions {
  /** The instant the timetable is laid around: a month back, two ahead, and a thinner year before. */
  readonly now: string;
  /** Of the installation: what opens a demo voucher or invoice follows from its secret. */
  readonly tokens: Tokens;
  /**
   * For measuring: so many centres (copies beyond the built-in list), and at least so many registrations, each
   * centre's history going further back until its share is reached.
   */
  readonly scale?: { readonly tenants: number; readonly registrations: number };
  readonly log?: (line: string) => void;
}

export interface DemoCounts {
  tenants: number;
  clients: number;
  trainings: number;
  registrations: number;
}

/** Whether no centre has been loaded or made yet. `systemDb` is of the role that sees all. */
export async function isEmpty(systemDb: Db): Promise<boolean> {
  const [[row]] = await systemDb.run(data.hasTenants());
  return row?.isThere === false;
}

/**
 * Fills an empty database with the demo centres, all of them or nothing, over two connections. Of several
 * processes that start at once one loads, the others wait and find it done; then all counts are 0.
 */
export async function loadDemo(systemDb: Db, options: DemoOptions): Promise<DemoCounts> {
  const hashes = await Promise.all(
    demoAccounts.map((account) => hashPassword(installation, account.password)),
  );
  for (;;) {
    const counts = { tenants: 0, clients: 0, trainings: 0, registrations: 0 };
    const load: Load = { ...options, hashes, counts, clocks: new Map() };
    if (await systemDb.write(0, (transaction) => tryLoad(systemDb, transaction, load))) return counts;
    await setTimeout(lockPauseMs);
  }
}

interface Load extends DemoOptions {
  /** One password hash for each of the demo accounts. */
  readonly hashes: readonly string[];
  readonly counts: DemoCounts;
  /** By time zone. */
  readonly clocks: Map<string, WallClock>;
}

const lockPauseMs = 250;

/** False while another process loads. */
async function tryLoad(systemDb: Db, transaction: Transaction, load: Load): Promise<boolean> {
  const [[lock]] = await transaction.load(data.tryLoadLock());
  if (!lock?.isMine) return false;
  const [[row]] = await transaction.load(data.hasTenants(), data.beginLoad());
  if (row?.isThere) return true;
  const { tenants, registrations } = load.scale ?? { tenants: builtInTenants.length, registrations: 0 };
  const [[taken]] = await transaction.load(data.takeTenantIds(tenants));
  const queue = (taken?.ids ?? []).entries();
  const work = async (lane: Transaction) => {
    for (const [index, tenantId] of queue) {
      const share = (registrations - load.counts.registrations) / (tenants - index);
      await loadCentre(lane, tenantId, seedCentre(centreAt(builtInTenants, index)), share, load);
    }
  };
  // Two connections halve the wait of a first start. Neither commits before both are done.
  await systemDb.write(0, async (second) => {
    await second.load(data.beginLoad());
    const ends = await Promise.allSettled([work(transaction), work(second)]);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    await second.save();
  });
  await transaction.save();
  return true;
}

/** Some centres have keys of the stand-ins, which are those of the services' own demos too. */
const askedFromOutside = ['pohjala-sport.ee', 'rannamanni-sport.ee', 'dzintara-spa.lv'];

function identitiesOf({ host }: { readonly host: string }): IdentitySettings {
  const name = askedFromOutside.includes(host) ? 'DEMO' : '';
  return {
    ...{ smartIdUuid: name && emulatorUuid, smartIdName: name },
    ...{ mobileIdUuid: name && mobileEmulatorUuid, mobileIdName: name },
    hasIdCard: name !== '',
  };
}

/** Earlier weeks are made until `share` registrations stand, one at a time: memory holds the usual months at most. */
async function loadCentre(
  transaction: Transaction,
  tenantId: number,
  centre: DemoCentre,
  share: number,
  { now, tokens, hashes, counts, clocks, log }: Load,
): Promise<void> {
  const { tenant, clients } = centre;
  const { roomGroups, rooms, trainers } = centre;
  const of = { roomGroups: roomGroups.length, rooms: rooms.length, trainers: trainers.length };
  const [, [ids]] = await transaction.load(
    data.insertTenant(tenantId, tenant, identitiesOf(tenant)),
    data.takeIds({
      ...of,
      clubs: tenant.clubs.length,
      styles: tenant.styles.length,
      clients: clients.length,
    }),
  );
  if (!ids) throw new Error(`${tenant.host}: the database gave no ids`);
  await transaction.load(
    ...data.insertCentre(tenantId, centre, ids),
    data.insertAccounts(tenantId, tenant.defaultLanguage, accountRows(centre, ids, hashes)),
  );
  await loadInvoices(transaction, tenantId, centre, ids.clients, { now, tokens });
  await loadTickets(transaction, tenantId, centre, ids, now);
  await loadPayments(transaction, tenantId, centre, ids.clients, { now, tokens });
  const clock = clocks.get(tenant.timeZone) ?? wallClock(tenant.timeZone);
  clocks.set(tenant.timeZone, clock);
  let filled = [...seedHistory(centre, now, clock), ...seedMonths(centre, now, clock)];
  let registrations = await saveTrainings(transaction, tenantId, centre, ids, filled, clock);
  let trainings = filled.length;
  const isSold = tenant.pageRules.payment.isPaymentActive;
  const singles = isSold ? singlesOf(tenant) : [];
  await transaction.load(
    ...insertPaidTrainings(
      tenantId,
      now,
      paidPricesOf(tenant),
      singles.map(({ styleIndex, cents }) => ({ styleId: ids.styles[styleIndex], cents })),
    ),
  );
  for (let weeksBack = 1; registrations < share; weeksBack += 1) {
    filled = seedEarlierWeek(centre, now, clock, weeksBack);
    registrations += await saveTrainings(transaction, tenantId, centre, ids, filled, clock);
    trainings += filled.length;
  }
  await transaction.load(...insertUses(tenantId, usesOf(tenant, now), now));
  const products = await loadVouchers(transaction, tenantId, centre, ids, { now, tokens });
  await loadCampaigns(transaction, tenantId, centre, ids, products, { now, tokens });
  await loadPersonalTrainings(transaction, tenantId, centre, ids, { now, clock });
  await loadRentals(transaction, tenantId, centre, ids);
  await loadContracts(transaction, tenantId, centre, ids, { now, tokens });
  await loadDoors(transaction, tenantId, centre, { now, tokens });
  await loadTrainingGroups(transaction, tenantId, centre, ids);
  await loadReplacements(transaction, tenantId, centre, ids, now);
  await transaction.load(
    ...insertVideos(tenantId, tenant.kind, now),
    insertFeedback(tenantId, thoughtsOf(tenant), now),
    ...insertStaffContract(tenantId, now),
  );
  counts.tenants += 1;
  counts.clients += clients.length;
  counts.trainings += trainings;
  counts.registrations += registrations;
  log?.(`${tenant.host}: ${trainings} trainings, ${registrations} registrations`);
}

/** The demo's trainer may scan cards and fill the roll where members come in by code. */
function accountRows(
  { demoTrainerIndex, tenant }: DemoCentre,
  ids: data.CentreIds,
  hashes: readonly string[],
): data.DemoAccountRow[] {
  return demoAccounts.map(({ role, email, username }, index) => ({
    email,
    username,
    passwordHash: hashes[index] ?? '',
    clientId: ids.clients[accountHolders[role]] ?? 0,
    trainerId: role === 'trainer' ? (ids.trainers[demoTrainerIndex] ?? null) : null,
    isAdmin: role === 'admin',
    canSeeRegistrations: role !== 'member',
    canManageRegistrations:
      role === 'admin' || (role === 'trainer' && tenant.pageRules.pageFunctions.hasQrScanningForEntry),
  }));
}

/** Far below the time one statement may take. */
const rowsAtOnce = 4000;

async function saveTrainings(
  transaction: Transaction,
  tenantId: number,
  centre: DemoCentre,
  ids: data.CentreIds,
  filled: readonly FilledTraining[],
  clock: WallClock,
): Promise<number> {
  const [[taken]] = await transaction.load(data.takeIds({ trainings: filled.length }));
  const trainingIds = taken?.trainings ?? [];
  const rows = filled.flatMap(({ registrations }, index) =>
    registrations.map(({ clientIndex, ...registration }) => ({
      ...registration,
      trainingId: trainingIds[index] ?? 0,
      clientId: ids.clients[clientIndex] ?? 0,
    })),
  );
  const { rules, indexes } = seriesOf(
    filled.map(({ training }) => training),
    clock,
  );
  const [[made]] = await transaction.load(data.takeIds({ series: rules.length }));
  const seriesIds = made?.series ?? [];
  await transaction.load(
    insertSeries(tenantId, rules, seriesIds),
    insertTrainings(
      tenantId,
      centre,
      ids,
      filled,
      trainingIds,
      indexes.map((index) => seriesIds[index] ?? null),
    ),
  );
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await transaction.load(insertRegistrations(tenantId, rows.slice(from, from + rowsAtOnce)));
  }
  await transaction.load(insertWaitlistMoves(tenantId, trainingIds));
  return rows.length;
}
