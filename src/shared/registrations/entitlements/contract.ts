import { z } from 'zod';
import { contractProblems } from '#shared/contracts/benefits/domain.ts';
import { Euros } from '#shared/kernel/money.ts';
import { Id, LocalDateText } from '#shared/kernel/wire.ts';

const kinds = ['contract', 'ticket', 'voucher'] as const;

/** Which contract, ticket or voucher is to be used. */
export const EntitlementChoice = z.strictObject({ kind: z.enum(kinds), id: Id });

/** A contract, ticket or voucher that covers a booking. */
export const Entitlement = z.object({
  kind: z.enum(kinds),
  id: Id,
  name: z.string(),
  /** The last local date it holds; of a contract, of the billing period in which its visits are counted. */
  validUntil: LocalDateText,
  /** Visits or uses left before and after, and granted at first or for the period; null: as many as one likes. */
  left: z.number().int().nullable(),
  leftAfter: z.number().int().nullable(),
  granted: z.number().int().nullable(),
});
export type Entitlement = z.infer<typeof Entitlement>;

/** What covers a place that is held, as it stands now. */
export const PlaceEntitlement = z.object({
  /** `invoice`: bought singly. */
  kind: z.enum([...kinds, 'invoice']),
  /** Empty where the place was bought. */
  name: z.string(),
  /** Left and granted, of a contract in the period of the training; null: as many as one likes, or bought singly. */
  left: z.number().int().nullable(),
  granted: z.number().int().nullable(),
  /** The last local date it holds, of a contract the last of that period; null: not known yet, or bought singly. */
  validUntil: LocalDateText.nullable(),
});
export type PlaceEntitlement = z.infer<typeof PlaceEntitlement>;

/** How a booking is paid for. */
export const Payment = z.object({
  /** What would be used; null: nothing that one has fits. */
  cover: Entitlement.nullable(),
  /** What else fits, in the order in which it would be taken. */
  others: z.array(Entitlement),
  /** What this one training costs, bought singly; null: it is not sold so. */
  price: Euros.nullable(),
  /** Why the contract one has does not cover it; null where one does, or one has none for such trainings. */
  contractProblem: z
    .object({
      error: z.enum(contractProblems),
      /** Values for the text of the code. */
      details: z.record(z.string(), z.union([z.string(), z.number()])),
    })
    .nullable(),
});
export type Payment = z.infer<typeof Payment>;

/** What giving a place back means (mission 2.2). */
export const GivingBack = z.object({
  /** `late` counts as a late cancellation unless somebody else takes the place. */
  penalty: z.enum(['none', 'late']),
  /** Whether the visit, the use or the money comes back. */
  visitReturned: z.boolean(),
  ticketId: Id.nullable(),
  voucherId: Id.nullable(),
  contractId: Id.nullable(),
  /** Visits or uses left afterwards; null: as many as one likes, or nothing covers the place. */
  newRemaining: z.number().int().nullable(),
  /** It comes back to a ticket or voucher that has ended: on this date. */
  endedOn: LocalDateText.nullable(),
  /** What was paid where the place was bought singly, and what of it becomes credit. */
  paid: Euros.nullable(),
  credit: Euros.nullable(),
});
export type GivingBack = z.infer<typeof GivingBack>;
