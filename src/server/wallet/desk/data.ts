import type { Query } from '#server/kernel/db.ts';

/** Who wrote a line of a ledger. */
export interface Writer {
  readonly lineId: number;
  readonly by: string;
}

const ledgers = {
  ticket: { table: 'ticket_entries', of: 'ticket_id' },
  voucher: { table: 'voucher_movements', of: 'voucher_id' },
} as const;

/** Members of staff who wrote lines of a ledger. */
export function listWriters(ledger: keyof typeof ledgers, id: number): Query<Writer> {
  const { table, of } = ledgers[ledger];
  return {
    text: `select e.id as "lineId", c.first_name || ' ' || c.last_name as by
      from ${table} e
        join accounts a on a.tenant_id = e.tenant_id and a.id = e.account_id
        join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
      where e.tenant_id = app_tenant() and e.${of} = $1`,
    values: [id],
  };
}
