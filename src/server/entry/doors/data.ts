import type { Query } from '#server/kernel/db.ts';
import type { Direction } from '#shared/entry/doors/domain.ts';

/** A scan as it is written down. */
export interface NewEntry {
  readonly scanId: string;
  readonly doorId: number;
  readonly clubId: number;
  readonly clientId: number | null;
  readonly deviceId: number | null;
  readonly keycardId: number | null;
  readonly step: number | null;
  readonly direction: Direction;
  /** By the door's clock where it decided by itself. */
  readonly at: string;
  /** The centre's date of it. */
  readonly localDate: string;
  readonly receivedAt: string;
  readonly isOffline: boolean;
  readonly result: 'accepted' | 'refused';
  /** Code of the refusal; what a door said where it decided by itself. */
  readonly reason: string | null;
  readonly by: 'staff' | 'booking' | 'contract' | 'ticket' | 'sameStay' | 'exit' | 'list' | null;
  readonly contractId: number | null;
  readonly benefit: number | null;
  readonly ticketId: number | null;
  readonly insideUntil: string | null;
}

/** Written once: the same scan again changes nothing. */
export function insertEntry(entry: NewEntry): Query {
  return {
    text: `insert into entries (scan_id, door_id, club_id, client_id, device_id, step, direction, at, received_at, is_offline,
        result, reason, by, contract_id, benefit, ticket_id, inside_until, local_date, keycard_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
      on conflict do nothing`,
    values: [
      entry.scanId,
      entry.doorId,
      entry.clubId,
      entry.clientId,
      entry.deviceId,
      entry.step,
      entry.direction,
      entry.at,
      entry.receivedAt,
      entry.isOffline,
      entry.result,
      entry.reason,
      entry.by,
      entry.contractId,
      entry.benefit,
      entry.ticketId,
      entry.insideUntil,
      entry.localDate,
      entry.keycardId,
    ],
  };
}

export interface KnownEntry {
  readonly doorId: number;
  readonly clientId: number | null;
  readonly at: string;
  readonly firstName: string;
  readonly result: 'accepted' | 'refused';
  readonly reason: string | null;
  /** Its door decided it without the server. */
  readonly isOffline: boolean;
}

/** What became of a scan that was sent before. */
export function findEntry(scanId: string): Query<KnownEntry> {
  return {
    text: `select e.door_id as "doorId", e.client_id as "clientId", e.at, coalesce(c.first_name, '') as "firstName", e.result,
        e.reason, e.is_offline as "isOffline"
      from entries e left join clients c on c.tenant_id = e.tenant_id and c.id = e.client_id
      where e.tenant_id = app_tenant() and e.scan_id = $1`,
    values: [scanId],
  };
}

/** Whether a code was taken before, at whichever door. */
export function findTaken({
  deviceId,
  keycardId,
  step,
}: Pick<NewEntry, 'deviceId' | 'keycardId' | 'step'>): Query<{ id: number }> {
  return {
    text: `select id from entries where tenant_id = app_tenant() and step = $3 and result = 'accepted'
      and (device_id = $1 or keycard_id = $2)`,
    values: [deviceId, keycardId, step],
  };
}

export function setSeen(doorId: number, now: string): Query {
  return {
    text: 'update doors set seen_at = $2 where tenant_id = app_tenant() and id = $1',
    values: [doorId, now],
  };
}

export function offerPairing(doorId: number, hash: Buffer, until: string): Query<{ id: number }> {
  return {
    text: `update doors set pairing_hash = $2, pairing_until = $3 where tenant_id = app_tenant() and id = $1 and is_active
      returning id`,
    values: [doorId, hash, until],
  };
}

/** Takes the place of the tablet before it; a number is good once, and for a while. */
export function pair(hash: Buffer, tokenHash: Buffer, now: string): Query<{ id: number }> {
  return {
    text: `update doors set token_hash = $2, pairings = pairings + 1, paired_at = $3, pairing_hash = null, pairing_until = null,
        seen_at = $3
      where tenant_id = app_tenant() and pairing_hash = $1 and pairing_until > $3 and is_active returning id`,
    values: [hash, tokenHash, now],
  };
}

export function endPairing(doorId: number): Query<{ id: number }> {
  return {
    text: `update doors set token_hash = null, pairing_hash = null, pairing_until = null
      where tenant_id = app_tenant() and id = $1 returning id`,
    values: [doorId],
  };
}
