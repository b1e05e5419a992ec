import type { Query } from '#server/kernel/db.ts';
import type { UserValues } from '#shared/account/users/contract.ts';

export function insertClient(id: number, values: UserValues): Query {
  return {
    text: `insert into clients (id, code, first_name, last_name, email, phone) values ($1, $2, $3, $4, $5, $6)`,
    values: [id, `S${id}`, values.firstName, values.lastName, values.email.toLowerCase(), values.phone],
  };
}

export function insertAccount(of: {
  readonly id: number;
  readonly clientId: number;
  readonly values: UserValues;
  readonly passwordHash: string;
  readonly language: string;
  /** Null for who always was, and for who is none. */
  readonly adminSince: string | null;
}): Query {
  const { id, clientId, values, passwordHash, language, adminSince } = of;
  const email = values.email.toLowerCase();
  return {
    text: `insert into accounts (id, email, username, password_hash, client_id, trainer_id, is_admin,
        can_see_registrations, can_manage_registrations, is_blocked, language, admin_since)
      values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      id,
      email,
      passwordHash,
      clientId,
      values.trainerId,
      values.isAdmin,
      values.canSeeRegistrations,
      values.canManageRegistrations,
      values.isBlocked,
      language,
      adminSince,
    ],
  };
}
