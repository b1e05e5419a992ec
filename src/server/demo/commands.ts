import { setTimeout } from 'node:timers/promises';
import { hashPassword } from '#server/account/passwords.ts';
import type { Db, Transaction } from '#server/kernel/db.ts';
import { builtInTenants } from '#server/tenants/built-in.ts';
import * as data from './data.ts';
import { centreAt, type DemoCentre, inventCentre, inventEarlierWeek, inventMonths } from './domain.ts';
import { accountHolders } from './people/domain.ts';
import { insertRegistrations } from './registrations/data.ts';
import type { FilledTraining } from './registrations/domain.ts';
import { insertTrainings, takeTrainingIds } from './timetable/data.ts';
import { type WallClock, wallClock } from './timetable/domain.ts';

const password = 'Demo1234';

/** The accounts every demo centre has. Where the centre logs in by user name, `username` opens the account. */
export const demoAccounts = [
  { role: 'member', email: 'member@demo.test', username: 'member', password },
  { role: 'trainer', email: 'trainer@demo.test', username: 'trainer', password },
  { role: 'admin', email: 'admin@demo.test', username: 'admin', password },
] as const;

export interface DemoOptions {
  /** The instant the timetable is laid around: a month back, two ahead. */
  readonly now: string;
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
 * Fills an empty database with the demo centres, all of them or nothing. Of several processes that start at once
 * one loads, the others wait and find it done; then all counts are 0.
 */
export async function loadDemo(systemDb: Db, options: DemoOptions): Promise<DemoCounts> {
  const hashes = await Promise.all(demoAccounts.map((account) => hashPassword(account.password)));
  for (;;) {
    const counts = await systemDb.write(0, (transaction) => tryLoad(transaction, hashes, options));
    if (counts) return counts;
    await setTimeout(lockPauseMs);
  }
}

const lockPauseMs = 250;

/** Undefined while another process loads. */
async function tryLoad(
  transaction: Transaction,
  hashes: readonly string[],
  options: DemoOptions,
): Promise<DemoCounts | undefined> {
  const counts: DemoCounts = { tenants: 0, clients: 0, trainings: 0, registrations: 0 };
  const [[lock]] = await transaction.load(data.tryLoadLock());
  if (!lock?.isMine) return undefined;
  const [[row]] = await transaction.load(data.hasTenants(), data.letCountersCome());
  if (row?.isThere) return counts;
  const tenants = options.scale?.tenants ?? builtInTenants.length;
  for (let index = 0; index < tenants; index += 1) {
    const share = ((options.scale?.registrations ?? 0) - counts.registrations) / (tenants - index);
    await loadCentre(
      transaction,
      inventCentre(centreAt(builtInTenants, index)),
      hashes,
      share,
      options,
      counts,
    );
  }
  await transaction.save();
  return counts;
}

const clocks = new Map<string, WallClock>();

/** Earlier weeks are made until `share` registrations stand, one at a time: memory holds the usual months at most. */
async function loadCentre(
  transaction: Transaction,
  centre: DemoCentre,
  hashes: readonly string[],
  share: number,
  { now, log }: DemoOptions,
  counts: DemoCounts,
): Promise<void> {
  const { tenant, clients } = centre;
  const [[tenantRow], [ids]] = await transaction.load(data.insertTenant(tenant), data.takeIds(centre));
  if (!tenantRow || !ids) throw new Error(`${tenant.host}: the database gave no ids`);
  await transaction.load(
    ...data.insertCentre(tenantRow.id, centre, ids),
    data.insertAccounts(tenantRow.id, tenant.defaultLanguage, accountRows(centre, ids, hashes)),
  );
  const clock = clocks.get(tenant.timeZone) ?? wallClock(tenant.timeZone);
  clocks.set(tenant.timeZone, clock);
  let filled = inventMonths(centre, now, clock);
  let registrations = await saveTrainings(transaction, tenantRow.id, centre, ids, filled);
  let trainings = filled.length;
  for (let weeksBack = 1; registrations < share; weeksBack += 1) {
    filled = inventEarlierWeek(centre, now, clock, weeksBack);
    registrations += await saveTrainings(transaction, tenantRow.id, centre, ids, filled);
    trainings += filled.length;
  }
  counts.tenants += 1;
  counts.clients += clients.length;
  counts.trainings += trainings;
  counts.registrations += registrations;
  log?.(`${tenant.host}: ${trainings} trainings, ${registrations} registrations`);
}

function accountRows(
  { demoTrainerIndex }: DemoCentre,
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
    canManageRegistrations: role === 'admin',
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
): Promise<number> {
  const [[taken]] = await transaction.load(takeTrainingIds(filled.length));
  const trainingIds = taken?.ids ?? [];
  const rows = filled.flatMap(({ registrations }, index) =>
    registrations.map(({ clientIndex, ...registration }) => ({
      ...registration,
      trainingId: trainingIds[index] ?? 0,
      clientId: ids.clients[clientIndex] ?? 0,
    })),
  );
  await transaction.load(insertTrainings(tenantId, centre, ids, filled, trainingIds));
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await transaction.load(insertRegistrations(tenantId, rows.slice(from, from + rowsAtOnce)));
  }
  return rows.length;
}
