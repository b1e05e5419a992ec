import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import type { PageRules } from '#shared/kernel/page-rules.ts';
import { Id, InstantText, LocalDateText, pathId } from '#shared/kernel/wire.ts';
import { Product } from '#shared/products/contract.ts';
import { ticketStates } from '#shared/tickets/domain.ts';
import { entryKinds } from '#shared/tickets/ledger/domain.ts';
import { recipientMaximumLength } from './domain.ts';

/** A package of personal trainings that the reader may use (specification point 3). */
export const TrainingPackage = z.object({
  id: Id,
  name: z.string(),
  clubName: z.string(),
  state: z.enum(ticketStates),
  /** Local dates, both included; null until the first use. */
  validFrom: LocalDateText.nullable(),
  validUntil: LocalDateText.nullable(),
  /** Trainings left and bought; null: as many as one likes. */
  remaining: z.number().int().nullable(),
  total: z.number().int().nullable(),
  reserved: z.number().int(),
  /** Whose it is, by first name and a letter; null: the reader's own. */
  ownerName: z.string().nullable(),
  /** Ends the reader's right to somebody else's; null for the own. */
  shareId: Id.nullable(),
  /** The owner may let others use it. */
  isShareable: z.boolean(),
  /** Others who have agreed to use it. */
  sharers: z.number().int(),
});
export type TrainingPackage = z.infer<typeof TrainingPackage>;

/** A package somebody offers to share with the reader. */
export const PackageOffer = z.object({
  shareId: Id,
  name: z.string(),
  clubName: z.string(),
  ownerName: z.string(),
  remaining: z.number().int().nullable(),
  validUntil: LocalDateText.nullable(),
});
export type PackageOffer = z.infer<typeof PackageOffer>;

/** Whom the owner lets use it. */
export const Share = z.object({
  id: Id,
  /** The e-mail or client number as it was typed. */
  recipient: z.string(),
  /** By first name and a letter, once they have agreed; null until then, whether or not there is such a client. */
  name: z.string().nullable(),
});
export type Share = z.infer<typeof Share>;

/** One line of the list behind the number. */
export const PackageEntry = z.object({
  kind: z.enum(entryKinds),
  atDateTime: InstantText,
  /** What it changed of what is left, and what was left after it; null where there is no limit. */
  change: z.number().int().nullable(),
  left: z.number().int().nullable(),
  /** Who used it: null where it is the reader, or nobody did. To who shares it, others than the owner stay nameless. */
  who: z.string().nullable(),
  isOther: z.boolean(),
  /** Which training it was for, and on which local date. */
  training: z.string().nullable(),
  date: LocalDateText.nullable(),
  /** With `ADJUST`: why. */
  reason: z.string().nullable(),
});
export type PackageEntry = z.infer<typeof PackageEntry>;

export const PackageDetail = TrainingPackage.extend({
  entries: z.array(PackageEntry),
  /** The owner's alone; empty for whoever it is shared with. */
  shares: z.array(Share),
  sharesMax: z.number().int(),
});
export type PackageDetail = z.infer<typeof PackageDetail>;

const path = '/user/product/personal-training';

/** Where a centre sells packages in the app, they are used in it. */
export const isOpen = ({ pages, payment }: PageRules) =>
  pages.isBuyPersonalTrainingPage && payment.isPaymentActive;

export const listPersonalTrainings = endpoint({
  noun: 'personal-trainings',
  method: 'GET',
  path,
  role: 'client',
  summary:
    'Packages of personal trainings: those the caller may use, what others offer to share, and what is for sale',
  response: z.object({
    packages: z.array(TrainingPackage),
    offers: z.array(PackageOffer),
    forSale: z.array(Product),
  }),
  requires: isOpen,
});

export const getPersonalTraining = endpoint({
  noun: 'personal-trainings',
  method: 'GET',
  path: `${path}/:id`,
  role: 'client',
  summary: 'One package with the list behind its number, and with whom it is shared',
  params: z.object({ id: pathId }),
  response: PackageDetail,
  errors: ['packageNotFound'],
  requires: isOpen,
});

export const buyPersonalTraining = endpoint({
  noun: 'personal-trainings',
  method: 'POST',
  path,
  role: 'client',
  summary: 'Makes the draft invoice of a package for the caller',
  body: z.strictObject({
    productId: Id,
    /** The club it is bought for. */
    unitId: Id,
  }),
  response: z.object({ invoiceToken: z.string(), total: Euros }),
  errors: ['noProductsFound', 'tooManyAttempts'],
  requires: isOpen,
  isIdempotencyKeyed: true,
});

export const sharePersonalTraining = endpoint({
  noun: 'personal-trainings',
  method: 'POST',
  path: `${path}/:id/share`,
  role: 'client',
  summary:
    'Lets another client use the caller’s package, found by e-mail or client number; the answer is the same whether or ' +
    'not there is such a client, who must agree first',
  params: z.object({ id: pathId }),
  body: z.strictObject({ recipient: z.string().max(recipientMaximumLength) }),
  response: z.object({}),
  errors: [
    'packageNotFound',
    'packageNotShareable',
    'packageSharesFull',
    'dataValidationFailed',
    'tooManyAttempts',
  ],
  requires: isOpen,
  isIdempotencyKeyed: true,
});

export const acceptShare = endpoint({
  noun: 'personal-trainings',
  method: 'POST',
  path: `${path}/share/:id/accept`,
  role: 'client',
  summary: 'Agrees to use a package that somebody offered to share',
  params: z.object({ id: pathId }),
  response: z.object({ packageId: Id }),
  errors: ['shareNotFound'],
  requires: isOpen,
  isIdempotencyKeyed: true,
});

export const endShare = endpoint({
  noun: 'personal-trainings',
  method: 'DELETE',
  path: `${path}/share/:id`,
  role: 'client',
  summary:
    'Ends sharing: the owner takes it back, whoever it is shared with declines or gives it up. Bookings stay',
  params: z.object({ id: pathId }),
  response: z.object({}),
  errors: ['shareNotFound'],
  requires: isOpen,
  isIdempotencyKeyed: true,
});
