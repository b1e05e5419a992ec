import type { Query } from '#server/kernel/db.ts';

/** So many phones one card is heard of on: whoever has more hears of it when they open it. */
const mostDevices = 20;

/** Has a phone hear of a card; one row where it is new. */
export function insertDevice(of: {
  readonly keycardId: number;
  readonly device: string;
  readonly pushToken: string;
  readonly now: string;
}): Query<{ isNew: boolean }> {
  return {
    text: `insert into keycard_devices as d (keycard_id, device, push_token, created_at)
      select $1, $2, $3, $4 where $2 in (select device from keycard_devices where tenant_id = app_tenant() and keycard_id = $1)
        or (select count(*) from keycard_devices where tenant_id = app_tenant() and keycard_id = $1) < ${mostDevices}
      on conflict (tenant_id, keycard_id, device) do update set push_token = $3
      returning (d.xmax = 0) as "isNew"`,
    values: [of.keycardId, of.device, of.pushToken, of.now],
  };
}

export function deleteDevice(keycardId: number, device: string): Query {
  return {
    text: 'delete from keycard_devices where tenant_id = app_tenant() and keycard_id = $1 and device = $2',
    values: [keycardId, device],
  };
}

export function listDevices(keycardId: number): Query<{ device: string; pushToken: string }> {
  return {
    text: `select device, push_token as "pushToken" from keycard_devices
      where tenant_id = app_tenant() and keycard_id = $1 order by device`,
    values: [keycardId],
  };
}

/** The cards that a phone hears of, and when each became what it is; null: of all times. */
export function listChanged(device: string, since: string | null): Query<{ id: number; changedAt: string }> {
  return {
    text: `select k.id, coalesce(k.ended_at, k.created_at) as "changedAt"
      from keycard_devices d join keycards k on k.tenant_id = d.tenant_id and k.id = d.keycard_id
      where d.tenant_id = app_tenant() and d.device = $1
        and ($2::timestamptz is null or coalesce(k.ended_at, k.created_at) > $2) order by k.id`,
    values: [device, since],
  };
}
