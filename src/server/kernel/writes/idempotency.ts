import { AppError } from '#shared/kernel/errors.ts';
import type { Query } from '../db.ts';
import type { Tokens } from '../tokens.ts';

/** The key a caller sent with a write that costs money or a place, and the hash of what it asked for. */
export interface IdempotencyKey {
  readonly key: string;
  readonly requestHash: Buffer;
  /** Answers may hold what opens something: they are kept sealed. */
  readonly vault: Vault;
}

export type Vault = Pick<Tokens, 'seal' | 'unseal'>;

/** Whose keys those of visitors are: no account has this number, and each key is random. */
export const visitorsAccountId = 0;

/** A key with the account it belongs to. */
export interface AccountKey extends IdempotencyKey {
  readonly accountId: number;
}

export interface StoredAnswer {
  readonly accountId: number;
  readonly key: string;
  readonly requestHash: Buffer;
  /** Sealed; as it was where a version before kept it. */
  readonly answer: { readonly sealed?: string };
}

/**
 * What a transaction of some keys begins with, before anything of its work: their locks, in one order, and the answers that
 * whoever held them has kept by then. Two statements, for the second to see what was written while the first waited.
 */
export function openKeys(keys: readonly AccountKey[]): readonly [Query, Query<StoredAnswer>] {
  return [lockKeys(keys), findKeys(keys)];
}

function lockKeys(keys: readonly AccountKey[]): Query {
  return {
    text: `select pg_advisory_xact_lock(id) from (
        select distinct hashtextextended(concat_ws(' ', 'key', app_tenant(), account_id, key), 0) as id
        from unnest($1::integer[], $2::text[]) as asked (account_id, key) order by id) as asked`,
    values: [keys.map(({ accountId }) => accountId), keys.map(({ key }) => key)],
  };
}

function findKeys(keys: readonly AccountKey[]): Query<StoredAnswer> {
  return {
    // Looked up one by one: joined, the planner would read all keys of the tenant.
    text: `select asked.account_id as "accountId", asked.key, kept.request_hash as "requestHash", kept.answer
      from unnest($1::integer[], $2::text[]) as asked (account_id, key), lateral (
        select request_hash, answer from idempotency_keys
        where tenant_id = app_tenant() and account_id = asked.account_id and key = asked.key limit 1) kept`,
    values: [keys.map(({ accountId }) => accountId), keys.map(({ key }) => key)],
  };
}

/** Keeps answers in the transaction of what they tell. */
export function insertKeys(
  kept: readonly { readonly key: AccountKey; readonly answer: unknown; readonly now: string }[],
): Query {
  return {
    text: `insert into idempotency_keys (account_id, key, request_hash, status, answer, created_at)
      select account_id, key, request_hash, 200, answer, created_at
      from unnest($1::integer[], $2::text[], $3::bytea[], $4::jsonb[], $5::timestamptz[])
        as kept (account_id, key, request_hash, answer, created_at)`,
    values: [
      kept.map(({ key }) => key.accountId),
      kept.map(({ key }) => key.key),
      kept.map(({ key }) => `\\x${key.requestHash.toString('hex')}`),
      kept.map(({ key, answer }) => JSON.stringify({ sealed: sealedFor(key, answer ?? {}) })),
      kept.map(({ now }) => now),
    ],
  };
}

/** What a call was answered, for whoever asks again under its key. Throws `idempotencyKeyReused` as `checkSameRequest` does. */
export function answerOf(first: StoredAnswer, key: AccountKey): unknown {
  checkSameRequest(first, key);
  const { sealed } = first.answer;
  if (sealed === undefined) return first.answer;
  return JSON.parse(key.vault.unseal(Buffer.from(sealed, 'base64'), ownerOf(key)).toString());
}

function sealedFor(key: AccountKey, answer: unknown): string {
  return key.vault.seal(Buffer.from(JSON.stringify(answer)), ownerOf(key)).toString('base64');
}

/** The key is the caller's own and random: what is kept under one opens under no other. */
const ownerOf = ({ accountId, key }: AccountKey) => `answer ${accountId} ${key}`;

/** Throws `idempotencyKeyReused` when the first call under a key asked for something else. */
function checkSameRequest(first: StoredAnswer, { requestHash }: IdempotencyKey): void {
  if (!first.requestHash.equals(requestHash)) throw new AppError('idempotencyKeyReused');
}
