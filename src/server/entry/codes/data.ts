import type { Query } from '#server/kernel/db.ts';

/** A phone that shows entry codes, while its session lasts. */
export interface DeviceRow {
  readonly id: number;
  readonly clientId: number;
  readonly sessionId: string;
  readonly firstName: string;
  readonly publicKey: Buffer;
  readonly createdAt: string;
}

const devices = `select d.id, d.client_id as "clientId", d.session_id as "sessionId", c.first_name as "firstName",
    d.public_key as "publicKey", d.created_at as "createdAt"
  from entry_devices d
  join sessions s on s.tenant_id = d.tenant_id and s.id = d.session_id
  join clients c on c.tenant_id = d.tenant_id and c.id = d.client_id
  where d.tenant_id = app_tenant() and d.revoked_at is null and s.ended_at is null and s.expires_at > $1`;

/** Every phone that opens doors at an instant. */
export function listDevices({ now }: { readonly now: string }): Query<DeviceRow> {
  return { text: `${devices} order by d.id`, values: [now] };
}

export function findDevice({ id, now }: { readonly id: number; readonly now: string }): Query<DeviceRow> {
  return { text: `${devices} and d.id = $2`, values: [now, id] };
}

export function findDeviceOf({
  clientId,
  now,
}: {
  readonly clientId: number;
  readonly now: string;
}): Query<DeviceRow> {
  return { text: `${devices} and d.client_id = $2`, values: [now, clientId] };
}

/** Whoever it was: for what a door tells late. */
export function findAnyDevice(id: number): Query<{ clientId: number; publicKey: Buffer }> {
  return {
    text: `select client_id as "clientId", public_key as "publicKey" from entry_devices
      where tenant_id = app_tenant() and id = $1`,
    values: [id],
  };
}

export function findFirstName(clientId: number): Query<{ firstName: string }> {
  return {
    text: 'select first_name as "firstName" from clients where tenant_id = app_tenant() and id = $1',
    values: [clientId],
  };
}

/** The phones of a client open nothing any more. */
export function revokeDevices(clientId: number, now: string): Query {
  return {
    text: `update entry_devices set revoked_at = $2
      where tenant_id = app_tenant() and client_id = $1 and revoked_at is null`,
    values: [clientId, now],
  };
}

export function insertDevice(device: {
  readonly clientId: number;
  readonly sessionId: string;
  readonly publicKey: Buffer;
  readonly now: string;
}): Query<{ id: number }> {
  return {
    text: `insert into entry_devices (client_id, session_id, public_key, created_at) values ($1, $2, $3, $4) returning id`,
    values: [device.clientId, device.sessionId, device.publicKey, device.now],
  };
}
