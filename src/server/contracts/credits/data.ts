import type { Query } from '#server/kernel/db.ts';
import type { LineBack } from '#shared/contracts/terminations/domain.ts';

export interface FeeLine extends LineBack {
  readonly freezeId: number;
}

/** Lines that billed fees of a contract's freezes, with what of them is not credited. */
export function listFeeLines(contractId: number): Query<FeeLine> {
  return {
    text: `select f.id as "freezeId", f.invoice_id as "invoiceId", f.position, (l.gross_cents + coalesce((
          select sum(k.gross_cents) from invoices n
            join invoice_lines k on k.tenant_id = n.tenant_id and k.invoice_id = n.id
          where n.tenant_id = f.tenant_id and n.credits_id = f.invoice_id and n.state = 'issued'
            and k.credits_position = f.position), 0))::integer as "amountCents"
      from contract_freezes f
        join invoice_lines l on l.tenant_id = f.tenant_id and l.invoice_id = f.invoice_id and l.position = f.position
      where f.tenant_id = app_tenant() and f.contract_id = $1 order by f.from_on`,
    values: [contractId],
  };
}
