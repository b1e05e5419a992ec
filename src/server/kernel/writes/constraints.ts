import { setTimeout as pause } from 'node:timers/promises';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';

/** What a broken database rule means to the person: races end in the right message. */
const codeByConstraint: Readonly<Record<string, readonly [ErrorCode, number]>> = {
  accounts_tenant_id_email_key: ['emailTaken', 409],
  accounts_tenant_id_username_key: ['emailTaken', 409],
  registrations_one_live: ['alreadyRegistered', 409],
  registrations_one_a_place: ['busyTryAgain', 503],
  vouchers_one_a_link: ['voucherAlreadyUsed', 409],
  registrations_client_free: ['busyTryAgain', 503],
  trainings_places: ['noFreePlaces', 409],
  // Whoever edits the timetable is told by the command what stands there (decision 0029).
  room_uses_free: ['busyTryAgain', 503],
  trainings_trainer_free: ['busyTryAgain', 503],
  ticket_entries_remaining: ['ticketUsed', 409],
  vouchers_uses: ['voucherAlreadyUsed', 409],
  campaigns_places: ['codePlacesFull', 409],
  campaigns_once: ['campaignAlreadyUsed', 409],
  invoices_credited: ['creditTooLarge', 409],
  allocations_received: ['busyTryAgain', 503],
  allocations_going_back: ['busyTryAgain', 503],
  refunds_received: ['busyTryAgain', 503],
  campaigns_used: ['stillInUse', 409],
  campaigns_tenant_id_code_key: ['codeTaken', 409],
  campaigns_tenant_id_code_hash_key: ['codeTaken', 409],
  contracts_one_a_day: ['hasActiveContract', 409],
  erasures_one_pending: ['erasureAsked', 409],
  contract_freezes_apart: ['freezeTaken', 409],
};

/** Deadlock, lock time-out, statement time-out, too many connections: nothing happened, try again. */
const busyStates = new Set(['40P01', '40001', '55P03', '57014', '53300', '57P01', '57P02', '57P03']);

const poolMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;
const brokenConnections = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE']);

/** A number, a date, a text or a name of something that no column can hold, which no check of ours had seen. */
const unfitStates = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05']);

/** The refusal behind a database error, or undefined when it is a fault of ours. */
export function toRefusal(error: unknown): AppError | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  if (error instanceof Error && isOutOfReach(error)) return new AppError('busyTryAgain');
  const known = typeof constraint === 'string' ? codeByConstraint[constraint] : undefined;
  if (known) return new AppError(known[0], undefined, known[1]);
  // Tried anew, it still met somebody who was taking away what it named.
  if (isForeignKeyViolation(error)) return new AppError('changedMeanwhile');
  if (typeof code !== 'string') return undefined;
  if (unfitStates.has(code)) return new AppError('dataValidationFailed');
  return busyStates.has(code) ? new AppError('busyTryAgain') : undefined;
}

/** No connection came free in time, or the one in use broke: whoever asks again with the same key is safe. */
function isOutOfReach(error: Error & { readonly code?: unknown }): boolean {
  if (poolMessages.test(error.message)) return true;
  return typeof error.code === 'string' && brokenConnections.has(error.code);
}

/**
 * How often the same work is tried that others got in the way of; 1 where it comes to the same each time. Who met others,
 * because the database chose it to give way or somebody was quicker with a place or a room, meets them again in a crowd:
 * with every try there are fewer. What it named and was taken away after it had been read stays away, and a key that was
 * answered meanwhile stays answered.
 */
function triesOf(error: unknown): number {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  if (code === '40P01' || code === '40001') return 8;
  if (typeof constraint === 'string' && codeByConstraint[constraint]?.[0] === 'busyTryAgain') return 8;
  return code === '23503' || isUniqueViolation(error, 'idempotency_keys_pkey') ? 3 : 1;
}

/** Does work anew that lost a race: it reads what is there by now, and refuses that with words of its own. */
export async function repeatRaced<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries >= triesOf(error)) throw error;
      // Two that met once do not meet again in step; all pauses together are less than a second.
      await pause(Math.random() * Math.min(10 * 2 ** (tries - 1), 200));
    }
  }
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const { code, constraint: broken } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === '23505' && broken === constraint;
}

/** Something named that is not there, or taken away while something hangs on it. */
export function isForeignKeyViolation(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '23503';
}

/** Two things at one time where only one may be: an exclusion constraint of these names. */
export function isOverlapViolation(error: unknown, constraints: readonly string[]): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === '23P01' && typeof constraint === 'string' && constraints.includes(constraint);
}
