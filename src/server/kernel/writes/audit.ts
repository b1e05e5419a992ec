import { clip } from '#shared/kernel/clip.ts';
import type { AnyEndpoint } from '#shared/kernel/endpoint.ts';
import type { Query } from '../db.ts';

/** The call of a member of staff that is about to change something. */
export interface AuditedCall {
  /** Method and path of the endpoint. */
  readonly action: string;
  readonly accountId: number;
  readonly requestId: string;
  readonly now: string;
  readonly input: unknown;
}

/** What a command changed: how it looked before and looks now; a whole new one has no before, a deleted one no after. */
export interface Change {
  readonly noun: string;
  readonly id: number | null;
  readonly before?: unknown;
  readonly after?: unknown;
}

const secret = /password|idcode|cardcode|secret|token|^file$/i;
/** Characters of one value; a bank's statement is kept elsewhere. */
const longest = 2000;

/** Whether the calls of an endpoint stand in the audit trail: everything staff may change. */
export function isAudited({ role, method }: AnyEndpoint): boolean {
  return method !== 'GET' && (role === 'admin' || role === 'trainer');
}

/** What was asked, as the trail keeps it: without passwords, id codes, tokens, codes of cards and files, long texts cut short. */
export function redact(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longest ? `${clip(value, longest)}…` : value;
  if (Array.isArray(value)) return value.map(redact);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      secret.test(key) && part !== null ? '•••' : redact(part),
    ]),
  );
}

/** Puts calls into the trail; one row for each change they tell of, or one that says only what was asked. */
export function insertAudit(
  entries: readonly { readonly call: AuditedCall; readonly changes: readonly Change[] }[],
): Query {
  const rows = entries.flatMap(({ call, changes }): Record<string, unknown>[] => {
    const { action, accountId, requestId, now, input } = call;
    const asked = {
      at: now,
      account_id: accountId,
      request_id: requestId,
      action,
      input: redact(input) ?? {},
    };
    if (changes.length === 0) return [asked];
    return changes.map(({ noun, id, before = null, after = null }) => ({
      ...asked,
      noun,
      noun_id: id,
      before: redact(before),
      after: redact(after),
    }));
  });
  return {
    text: `insert into audit_trail (at, account_id, request_id, action, input, noun, noun_id, before, after)
      select at, account_id, request_id, action, input, noun, noun_id, nullif(before, 'null'), nullif(after, 'null')
      from jsonb_to_recordset($1::jsonb) as kept (at timestamptz, account_id integer, request_id text, action text,
        input jsonb, noun text, noun_id integer, before jsonb, after jsonb)`,
    values: [JSON.stringify(rows)],
  };
}
