import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';

/** What a broken database rule means to the person: races end in the right message. */
const codeByConstraint: Readonly<Record<string, readonly [ErrorCode, number]>> = {
  registrations_one_live: ['alreadyRegistered', 409],
  registrations_one_a_place: ['busyTryAgain', 503],
  registrations_client_free: ['busyTryAgain', 503],
  trainings_places: ['noFreePlaces', 409],
  // Whoever edits the timetable is told by the command what stands there (decision 0029).
  room_uses_free: ['busyTryAgain', 503],
  trainings_trainer_free: ['busyTryAgain', 503],
  ticket_entries_remaining: ['ticketUsed', 409],
  vouchers_uses: ['voucherAlreadyUsed', 409],
  campaigns_places: ['codePlacesFull', 409],
  invoices_credited: ['creditTooLarge', 409],
  allocations_received: ['busyTryAgain', 503],
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

/** The refusal behind a database error, or undefined when it is a fault of ours. */
export function toRefusal(error: unknown): AppError | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  if (error instanceof Error && isOutOfReach(error)) return new AppError('busyTryAgain', 503);
  const known = typeof constraint === 'string' ? codeByConstraint[constraint] : undefined;
  if (known) return new AppError(known[0], known[1]);
  return typeof code === 'string' && busyStates.has(code) ? new AppError('busyTryAgain', 503) : undefined;
}

/** No connection came free in time, or the one in use broke: whoever asks again with the same key is safe. */
function isOutOfReach(error: Error & { readonly code?: unknown }): boolean {
  if (poolMessages.test(error.message)) return true;
  return typeof error.code === 'string' && brokenConnections.has(error.code);
}

/** Whether the same work may be tried once more at once: the database chose this one to give way. */
export function isWorthRepeating(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === '40P01' || code === '40001';
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
