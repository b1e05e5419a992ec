import type { Query } from '#server/kernel/db.ts';

export function setProved(id: string, now: string): Query {
  return {
    text: 'update sessions set proved_at = $2 where tenant_id = app_tenant() and id = $1',
    values: [id, now],
  };
}
