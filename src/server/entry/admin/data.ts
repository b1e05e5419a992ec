import type { Kind } from '#server/kernel/managed/data.ts';
import { reading } from '#server/kernel/managed/tables.ts';
import type { DoorValues } from '#shared/entry/doors/contract.ts';

export const doors: Kind<DoorValues> = {
  noun: 'doors',
  isPublic: false,
  references: ['clubs'],
  ...reading({
    table: 'doors',
    values: `jsonb_build_object('name', name, 'clubId', club_id, 'direction', direction, 'clientType', client_type,
      'relayUrl', relay_url, 'isActive', is_active)`,
    facts: `jsonb_build_object('tablet', case when token_hash is null then 'none' else 'paired' end)`,
    order: 'club_id, lower(name), id',
  }),
  save: (id, { name, clubId, direction, clientType, relayUrl, isActive }) => [
    {
      text: `insert into doors (id, name, club_id, direction, client_type, relay_url, is_active)
        values ($1, $2, $3, $4, $5, $6, $7)
        on conflict (tenant_id, id) do update set name = excluded.name, direction = excluded.direction,
          client_type = excluded.client_type, relay_url = excluded.relay_url, is_active = excluded.is_active`,
      values: [id, name, clubId, direction, clientType, relayUrl, isActive],
    },
  ],
};
