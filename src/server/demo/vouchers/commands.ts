import type { Transaction } from '#server/kernel/db.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { makeKeys } from '#server/vouchers/codes/commands.ts';
import { addDays, instantAt, localDate } from '#shared/kernel/dates.ts';
import { type CentreIds, takeIds } from '../data.ts';
import type { DemoCentre } from '../domain.ts';
import { accountHolders } from '../people/domain.ts';
import * as data from './data.ts';
import { type PlannedMovement, type PlannedVoucher, planVouchers, vouchersOf } from './domain.ts';

export interface VoucherLoad {
  readonly now: string;
  readonly tokens: Tokens;
}

/** What a centre sells as vouchers, and vouchers in every state. Answers the ids of the products. */
export async function loadVouchers(
  transaction: Transaction,
  tenantId: number,
  { tenant, clients }: DemoCentre,
  ids: CentreIds,
  { now, tokens }: VoucherLoad,
): Promise<readonly number[]> {
  const { timeZone, defaultLanguage } = tenant;
  const today = localDate(now, timeZone);
  const sold = vouchersOf(tenant);
  const planned = planVouchers(today, defaultLanguage, sold, accountHolders);
  const movements = planned.flatMap((voucher) => voucher.movements);
  const claims = movements.filter((movement) => movement.kind === 'link' && movement.becomes === 'claimed');
  const backs = movements.filter((movement) => movement.kind === 'link' && movement.becomes === 'takenBack');
  const [[taken]] = await transaction.load(
    takeIds({
      products: sold.length,
      vouchers: planned.length + claims.length,
      voucherMovements: movements.length + backs.length,
    }),
  );
  if (!taken) throw new Error(`${tenant.host}: the database gave no ids`);
  const voucherIds = taken.vouchers.values();
  const movementIds = taken.voucherMovements.values();
  // Noon is a time of every day.
  const ago = (days: number) => instantAt(addDays(today, -days), '12:00', timeZone);
  const rows: Rows = { vouchers: [], claimed: [], movements: [], links: [] };

  const clubOf = (index: number) => ids.clubs[index % ids.clubs.length] ?? null;
  for (const [index, voucher] of planned.entries()) {
    const { clientIndex } = voucher;
    const revoking = voucher.movements.find(({ kind }) => kind === 'revoke');
    const holder = clients[clientIndex];
    const id = voucherIds.next().value ?? 0;
    const row: data.VoucherRow = {
      ...storedKeys(tokens, tenantId, 'voucher', id),
      id,
      productId: taken.products[voucher.product] ?? 0,
      // A voucher for every club, and some for one.
      clubId: index % 3 === 1 ? clubOf(0) : null,
      clientId: ids.clients[clientIndex] ?? null,
      holderName: `${holder?.firstName ?? ''} ${holder?.lastName ?? ''}`.trim(),
      holderEmail: holder?.email.toLowerCase() ?? '',
      uses: voucher.uses,
      validFrom: voucher.validFrom,
      validUntil: voucher.validUntil,
      isShareable: voucher.isShareable,
      revokedAt: revoking ? ago(revoking.daysAgo) : null,
      invoiceId: null,
      linkId: null,
      createdAt: ago(voucher.boughtDaysAgo),
    };
    rows.vouchers.push(row);
    for (const movement of voucher.movements) write(row, voucher, movement);
  }
  await transaction.load(
    ...data.insertProducts(tenantId, sold, taken.products, ids.clubs),
    data.insertVouchers(tenantId, rows.vouchers),
    data.insertMovements(tenantId, rows.movements),
    data.insertLinks(tenantId, rows.links),
    data.insertVouchers(tenantId, rows.claimed),
  );
  return taken.products;

  function write(row: data.VoucherRow, voucher: PlannedVoucher, movement: PlannedMovement): void {
    const id = movementIds.next().value ?? 0;
    const createdAt = ago(movement.daysAgo);
    const { kind } = movement;
    const note = kind === 'link' ? '' : movement.note;
    rows.movements.push({
      id,
      voucherId: row.id,
      kind,
      uses: kind === 'revoke' ? 0 : 1,
      ofId: null,
      note,
      createdAt,
    });
    if (kind !== 'link') return;
    const endedAt = movement.becomes === 'open' ? null : ago(movement.endedDaysAgo);
    rows.links.push({
      ...storedKeys(tokens, tenantId, 'link', id),
      id,
      voucherId: row.id,
      createdAt,
      claimedAt: movement.becomes === 'claimed' ? endedAt : null,
      takenBackAt: movement.becomes === 'takenBack' ? endedAt : null,
    });
    if (movement.becomes === 'takenBack') {
      const back = movementIds.next().value ?? 0;
      const given = { id: back, voucherId: row.id, kind: 'takeBack', uses: -1, ofId: id, note: '' } as const;
      rows.movements.push({ ...given, createdAt: endedAt ?? createdAt });
    }
    if (movement.becomes === 'claimed') {
      const claimedId = voucherIds.next().value ?? 0;
      rows.claimed.push({
        ...row,
        ...storedKeys(tokens, tenantId, 'voucher', claimedId),
        id: claimedId,
        clientId: null,
        holderName: movement.by,
        holderEmail: `${plainName(movement.by)}@demo.test`,
        uses: 1,
        validUntil: voucher.validUntil,
        isShareable: false,
        linkId: id,
        createdAt: endedAt ?? createdAt,
      });
    }
  }
}

interface Rows {
  readonly vouchers: data.VoucherRow[];
  /** After the links they came by. */
  readonly claimed: data.VoucherRow[];
  readonly movements: data.MovementRow[];
  readonly links: data.LinkRow[];
}

export function storedKeys(tokens: Tokens, tenantId: number, what: 'voucher' | 'link', id: number) {
  const { salt, tokenHash, codeHash } = makeKeys(tokens, tenantId, what, id);
  return { salt, tokenHash, codeHash };
}

function plainName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '.');
}
