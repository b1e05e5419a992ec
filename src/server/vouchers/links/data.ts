import { sql } from 'kysely';
import { prepared, type Query, type RowOf, sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

export interface NewLink {
  /** Of the movement by which the use left the voucher. */
  readonly id: number;
  readonly voucherId: number;
  readonly salt: Buffer;
  readonly tokenHash: Buffer;
  readonly codeHash: Buffer;
  readonly now: string;
}

export function insertLink(link: NewLink): Query {
  return sqlBuilder.insertInto('voucher_links').values({
    id: link.id,
    voucher_id: link.voucherId,
    salt: link.salt,
    token_hash: link.tokenHash,
    code_hash: link.codeHash,
    created_at: link.now,
  });
}

/** A claim ends a link; so does its owner, never both (`voucher_links_one_end`). */
export function endLink(linkId: number, how: 'claimed' | 'takenBack', now: string): Query {
  return sqlBuilder
    .updateTable('voucher_links')
    .set(how === 'claimed' ? { claimed_at: now } : { taken_back_at: now })
    .where('tenant_id', '=', tenant)
    .where('id', '=', linkId);
}

function links() {
  return sqlBuilder
    .selectFrom('voucher_links as l')
    .innerJoin('vouchers as v', (join) =>
      join.onRef('v.tenant_id', '=', 'l.tenant_id').onRef('v.id', '=', 'l.voucher_id'),
    )
    .leftJoin('vouchers as c', (join) =>
      join.onRef('c.tenant_id', '=', 'l.tenant_id').onRef('c.link_id', '=', 'l.id'),
    )
    .select([
      'l.id',
      'l.voucher_id as voucherId',
      'l.salt',
      'l.created_at as createdAt',
      'l.claimed_at as claimedAt',
      'l.taken_back_at as takenBackAt',
      'v.client_id as ownerId',
      'v.holder_name as ownerName',
      'v.holder_email as ownerEmail',
      'c.id as claimedId',
      'c.salt as claimedSalt',
      'c.holder_name as claimedName',
      'c.holder_email as claimedEmail',
    ])
    .where('l.tenant_id', '=', tenant)
    .where('v.tenant_id', '=', tenant);
}

export const findLink = prepared(({ linkId }: { linkId: number }) => links().where('l.id', '=', linkId));
export const findLinkByToken = prepared(({ hash }: { hash: Buffer }) =>
  links().where('l.token_hash', '=', hash),
);
export const findLinkByCode = prepared(({ hashes }: { hashes: Buffer[] }) =>
  links().where('l.code_hash', '=', sql<Buffer>`any(${hashes})`),
);
export const listLinks = prepared(({ voucherId }: { voucherId: number }) =>
  links().where('l.voucher_id', '=', voucherId).orderBy('l.id', 'desc'),
);

export type LinkRow = RowOf<ReturnType<typeof findLink>>;

/** How many links of each of a client's vouchers are open. */
export const countOpenLinks = prepared(({ clientId }: { clientId: number }) =>
  sqlBuilder
    .selectFrom('voucher_links as l')
    .innerJoin('vouchers as v', (join) =>
      join.onRef('v.tenant_id', '=', 'l.tenant_id').onRef('v.id', '=', 'l.voucher_id'),
    )
    .select(['l.voucher_id as voucherId', sql<number>`count(*)::integer`.as('count')])
    .where('v.tenant_id', '=', tenant)
    .where('v.client_id', '=', clientId)
    .where('l.claimed_at', 'is', null)
    .where('l.taken_back_at', 'is', null)
    .groupBy('l.voucher_id'),
);

/** The language an account with this address reads. */
export const findAccountLanguage = prepared(({ email }: { email: string }) =>
  sqlBuilder
    .selectFrom('accounts')
    .select('language')
    .where('tenant_id', '=', tenant)
    .where('email', '=', email),
);
