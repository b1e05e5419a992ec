import { sql } from 'kysely';
import { prepared, type Query, type RowOf, sqlBuilder } from '#server/kernel/db.ts';
import type { Movement, MovementKind } from '#shared/vouchers/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** The languages a name is wanted in: the reader's, else the centre's. */
export interface NameLanguages {
  readonly language: string;
  readonly defaultLanguage: string;
}

export const nextVoucherId = prepared((_: object) =>
  sqlBuilder.selectNoFrom(sql<number>`nextval(pg_get_serial_sequence('vouchers', 'id'))::integer`.as('id')),
);

export const nextMovementId = prepared((_: object) =>
  sqlBuilder.selectNoFrom(
    sql<number>`nextval(pg_get_serial_sequence('voucher_movements', 'id'))::integer`.as('id'),
  ),
);

export interface NewVoucher {
  readonly id: number;
  readonly productId: number;
  readonly clubId: number | null;
  readonly clientId: number | null;
  readonly holderName: string;
  readonly holderEmail: string;
  readonly uses: number;
  readonly validFrom: string;
  readonly validUntil: string;
  readonly isShareable: boolean;
  readonly salt: Buffer;
  readonly tokenHash: Buffer;
  readonly codeHash: Buffer;
  /** The line that paid for it. */
  readonly line: { readonly invoiceId: number; readonly position: number } | null;
  /** The link it was claimed by. */
  readonly linkId: number | null;
  readonly now: string;
}

export function insertVoucher(voucher: NewVoucher): Query {
  return sqlBuilder.insertInto('vouchers').values({
    id: voucher.id,
    product_id: voucher.productId,
    club_id: voucher.clubId,
    client_id: voucher.clientId,
    holder_name: voucher.holderName,
    holder_email: voucher.holderEmail,
    uses: voucher.uses,
    valid_from: voucher.validFrom,
    valid_until: voucher.validUntil,
    is_shareable: voucher.isShareable,
    salt: voucher.salt,
    token_hash: voucher.tokenHash,
    code_hash: voucher.codeHash,
    invoice_id: voucher.line?.invoiceId ?? null,
    position: voucher.line?.position ?? null,
    link_id: voucher.linkId,
    created_at: voucher.now,
  });
}

export interface NewMovement {
  /** From `nextMovementId` where it is named afterwards. */
  readonly id?: number;
  readonly voucherId: number;
  readonly kind: MovementKind;
  readonly uses: number;
  readonly ofId?: number | null;
  readonly heldUntil?: string | null;
  readonly registrationId?: number | null;
  readonly note?: string;
  /** By whom it was corrected, taken at the desk, or put back. */
  readonly accountId?: number | null;
  readonly now: string;
}

export function insertMovement(movement: NewMovement): Query {
  return sqlBuilder.insertInto('voucher_movements').values({
    ...(movement.id === undefined ? {} : { id: movement.id }),
    voucher_id: movement.voucherId,
    kind: movement.kind,
    uses: movement.uses,
    of_id: movement.ofId ?? null,
    held_until: movement.heldUntil ?? null,
    registration_id: movement.registrationId ?? null,
    note: movement.note ?? '',
    account_id: movement.accountId ?? null,
    created_at: movement.now,
  });
}

interface OfVoucher {
  readonly voucherId: number;
}

/** A voucher is in somebody's account from now on. */
export function setKeeper(voucherId: number, clientId: number): Query {
  return sqlBuilder
    .updateTable('vouchers')
    .set({ client_id: clientId })
    .where('tenant_id', '=', tenant)
    .where('id', '=', voucherId);
}

/** Since when the centre has withdrawn it; null: it has not. */
export function setRevoked(voucherId: number, revokedAt: string | null): Query {
  return sqlBuilder
    .updateTable('vouchers')
    .set({ revoked_at: revokedAt })
    .where('tenant_id', '=', tenant)
    .where('id', '=', voucherId);
}

/** Locks a voucher: first of every transaction about its uses. References to it do not wait for the lock. */
export const lockVoucher = prepared(({ voucherId }: OfVoucher) =>
  sqlBuilder
    .selectFrom('vouchers')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('id', '=', voucherId)
    .forNoKeyUpdate(),
);

/** The voucher a hold or any other movement belongs to, locked. */
export const lockVoucherOf = prepared(({ movementId }: { movementId: number }) =>
  sqlBuilder
    .selectFrom('vouchers')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('voucher_movements')
        .select('voucher_id')
        .where('tenant_id', '=', tenant)
        .where('id', '=', movementId),
    )
    .forNoKeyUpdate(),
);

function vouchers() {
  return sqlBuilder
    .selectFrom('vouchers as v')
    .select([
      'v.id',
      'v.product_id as productId',
      'v.club_id as clubId',
      'v.client_id as clientId',
      'v.holder_name as holderName',
      'v.holder_email as holderEmail',
      'v.uses',
      'v.valid_from as validFrom',
      'v.valid_until as validUntil',
      'v.is_shareable as isShareable',
      'v.salt',
      'v.revoked_at as revokedAt',
      'v.created_at as createdAt',
      sql<boolean>`exists (select from clients k where k.tenant_id = v.tenant_id and k.id = v.client_id and k.is_blocked)`.as(
        'isHolderBlocked',
      ),
    ])
    .where('v.tenant_id', '=', tenant);
}

export const findVoucher = prepared(({ voucherId }: OfVoucher) => vouchers().where('v.id', '=', voucherId));

/** By what is typed or stands in an address: neither hash tells anything of a wrong one. */
export const findVoucherByToken = prepared(({ hash }: { hash: Buffer }) =>
  vouchers().where('v.token_hash', '=', hash),
);
export const findVoucherByCode = prepared(({ hashes }: { hashes: Buffer[] }) =>
  vouchers().where('v.code_hash', '=', sql<Buffer>`any(${hashes})`),
);
export const findVoucherOfLine = prepared((line: { invoiceId: number; position: number }) =>
  vouchers().where('v.invoice_id', '=', line.invoiceId).where('v.position', '=', line.position),
);
/** What the lines of an invoice were turned into. */
export const listVouchersOfInvoice = prepared(({ invoiceId }: { invoiceId: number }) =>
  sqlBuilder
    .selectFrom('vouchers as v')
    .innerJoin('products as p', (join) =>
      join.onRef('p.tenant_id', '=', 'v.tenant_id').onRef('p.id', '=', 'v.product_id'),
    )
    .select(['v.id', 'v.salt', 'p.names'])
    .where('v.tenant_id', '=', tenant)
    .where('v.invoice_id', '=', invoiceId)
    .orderBy('v.position'),
);
export const findVoucherOfMovement = prepared(({ movementId }: { movementId: number }) =>
  vouchers()
    .innerJoin('voucher_movements as m', (join) =>
      join.onRef('m.tenant_id', '=', 'v.tenant_id').onRef('m.voucher_id', '=', 'v.id'),
    )
    .where('m.tenant_id', '=', tenant)
    .where('m.id', '=', movementId),
);
export const listVouchersOfClient = prepared(({ clientId }: { clientId: number }) =>
  vouchers().where('v.client_id', '=', clientId).orderBy('v.valid_until').orderBy('v.id'),
);

export type VoucherRow = RowOf<ReturnType<typeof findVoucher>>;

function movements() {
  return sqlBuilder
    .selectFrom('voucher_movements as m')
    .select([
      'm.id',
      'm.voucher_id as voucherId',
      sql<MovementKind>`m.kind`.as('kind'),
      'm.uses',
      'm.of_id as ofId',
      'm.held_until as heldUntil',
      'm.note',
      'm.created_at as createdAt',
    ])
    .where('m.tenant_id', '=', tenant);
}

/** The ledger of a voucher, in the order of writing; after the lock, where a use is about to move. */
export const listMovements = prepared(({ voucherId }: OfVoucher) =>
  movements().where('m.voucher_id', '=', voucherId).orderBy('m.id'),
);

/** The ledger of the voucher that a movement belongs to. */
export const listMovementsBeside = prepared(({ movementId }: { movementId: number }) =>
  movements()
    .where('m.voucher_id', '=', ({ selectFrom }) =>
      selectFrom('voucher_movements')
        .select('voucher_id')
        .where('tenant_id', '=', tenant)
        .where('id', '=', movementId),
    )
    .orderBy('m.id'),
);

/** The ledgers of all vouchers of a client. */
export const listMovementsOfClient = prepared(({ clientId }: { clientId: number }) =>
  movements()
    .innerJoin('vouchers as v', (join) =>
      join.onRef('v.tenant_id', '=', 'm.tenant_id').onRef('v.id', '=', 'm.voucher_id'),
    )
    .where('v.tenant_id', '=', tenant)
    .where('v.client_id', '=', clientId)
    .orderBy('m.id'),
);

export type MovementRow = Movement & { readonly voucherId: number };

/** What a product is called and where it is sold, in the reader's language. */
export const describeProducts = prepared(
  ({ productIds, language, defaultLanguage }: NameLanguages & { productIds: readonly number[] }) =>
    sqlBuilder
      .selectFrom('products as p')
      .select([
        'p.id',
        sql<string>`coalesce(p.names->>${language}, p.names->>${defaultLanguage}, '')`.as('name'),
      ])
      .where('p.tenant_id', '=', tenant)
      .where('p.id', '=', sql<number>`any(${productIds}::integer[])`),
);

/** What of a product decides over the vouchers it is sold as. */
export const findSoldProduct = prepared(
  ({ productId, language, defaultLanguage }: NameLanguages & { productId: number }) =>
    sqlBuilder
      .selectFrom('products as p')
      .select([
        'p.visits',
        'p.valid_count as validCount',
        sql<'day' | 'week' | 'month'>`p.valid_unit`.as('validUnit'),
        'p.is_shareable as isShareable',
        // Where it is dearest: a voucher that is given names no club.
        sql<number>`coalesce((select max(c.price_cents) from product_prices c
          where c.tenant_id = p.tenant_id and c.product_id = p.id), 0)`.as('priceCents'),
        sql<string>`coalesce(p.names->>${language}, p.names->>${defaultLanguage}, '')`.as('name'),
      ])
      .where('p.tenant_id', '=', tenant)
      .where('p.id', '=', productId)
      .where('p.kind', '=', sql.lit('voucher')),
);

/** Vouchers with a hold that ended between two instants and was not given back. */
export const listOverdue = prepared(({ since, now }: { since: string; now: string }) =>
  sqlBuilder
    .selectFrom('voucher_movements as h')
    .select('h.voucher_id as voucherId')
    .distinct()
    .where('h.tenant_id', '=', tenant)
    .where('h.kind', '=', sql.lit('hold'))
    .where('h.held_until', '>', since)
    .where('h.held_until', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('voucher_movements as e')
            .select('e.id')
            .where('e.tenant_id', '=', tenant)
            .whereRef('e.of_id', '=', 'h.id')
            .where('e.kind', 'in', [sql.lit('release'), sql.lit('use')]),
        ),
      ),
    )
    .orderBy('h.voucher_id')
    .limit(500),
);
