import type { Query, Transaction } from '#server/kernel/db.ts';
import type { DomainEvent } from '#server/kernel/events.ts';

/** A paid line. Rows made by handing it over carry invoice and position, once. */
export interface SoldLine {
  readonly invoiceId: number;
  readonly position: number;
  readonly load: Transaction['load'];
}

/** What is saved and told when something paid is handed over. */
export interface Fulfilled {
  readonly queries: readonly Query[];
  readonly events: readonly DomainEvent[];
}
