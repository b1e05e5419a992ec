import type { IssuerRow } from '#server/entry/keycard-issuers/data.ts';
import type { Statement } from '#server/kernel/batch.ts';

/** One door into each club. It opens for what the centre's contracts are good for: its gym before its pool and its classes. */
export function insertDoors(tenantId: number, name: string): Statement {
  return {
    text: `insert into doors (tenant_id, club_id, name, direction, client_type, relay_url)
      select $1, c.id, $2, 'in', coalesce((select b ->> 'clientType' from packages p cross join jsonb_array_elements(p.benefits) b
          where p.tenant_id = $1 order by array_position(array['gym', 'pool', 'groupTraining'], b ->> 'clientType') limit 1), 'gym'),
        'https://lock.demo.test/' || c.id
      from clubs c where c.tenant_id = $1 order by c.id`,
    values: [tenantId, name],
  };
}

/** What a centre issues cards for a wallet with. */
export function insertIssuer(tenantId: number, { provider, isOn, details, sealed }: IssuerRow): Statement {
  return {
    text: `insert into keycard_issuers (tenant_id, provider, is_on, details, sealed) values ($1, $2, $3, $4, $5)`,
    values: [tenantId, provider, isOn, details, sealed],
  };
}
