import type { Query } from '#server/kernel/db.ts';
import type { KeycardProvider } from '#shared/entry/keycards/domain.ts';

/** What a centre issues the cards of one wallet with. */
export interface IssuerRow {
  readonly provider: KeycardProvider;
  readonly isOn: boolean;
  readonly details: Readonly<Record<string, unknown>>;
  readonly sealed: Buffer;
}

const issuers = `select provider, is_on as "isOn", details, sealed from keycard_issuers where tenant_id = app_tenant()`;

export function listIssuers(): Query<IssuerRow> {
  return { text: `${issuers} order by provider`, values: [] };
}

export function findIssuer(provider: KeycardProvider): Query<IssuerRow> {
  return { text: `${issuers} and provider = $1`, values: [provider] };
}

export function lockIssuer(provider: KeycardProvider): Query<IssuerRow> {
  return { text: `${issuers} and provider = $1 for update`, values: [provider] };
}

export function saveIssuer({ provider, isOn, details, sealed }: IssuerRow): Query {
  return {
    text: `insert into keycard_issuers (provider, is_on, details, sealed) values ($1, $2, $3, $4)
      on conflict (tenant_id, provider) do update set is_on = $2, details = $3, sealed = $4`,
    values: [provider, isOn, details, sealed],
  };
}

interface SealedRow {
  readonly tenantId: number;
  readonly provider: KeycardProvider;
  readonly sealed: Buffer;
}

/** Of all centres that act by a service account. */
export function listOfService(email: string): Query<SealedRow> {
  return {
    text: `select tenant_id as "tenantId", provider, sealed from keycard_issuers
      where provider = 'google' and details ->> 'email' = $1`,
    values: [email],
  };
}

/** Of all centres. */
export function listSealed(): Query<SealedRow> {
  return { text: 'select tenant_id as "tenantId", provider, sealed from keycard_issuers', values: [] };
}

/** Leaves one that was replaced meanwhile. */
export function replaceSealed({ tenantId, provider, sealed }: SealedRow, by: Buffer): Query {
  return {
    text: 'update keycard_issuers set sealed = $4 where tenant_id = $1 and provider = $2 and sealed = $3',
    values: [tenantId, provider, sealed, by],
  };
}
