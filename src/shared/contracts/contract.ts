import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import type { PageRules } from '#shared/kernel/page-rules.ts';
import { Id, InstantText, LocalDateText, pathId } from '#shared/kernel/wire.ts';
import { productCategories } from '#shared/products/domain.ts';
import { phases, StatusCode } from './status/domain.ts';

/** What a contract allows now (mission 2.5). */
export const Allows = z.object({
  enter: z.boolean(),
  book: z.boolean(),
  keep: z.boolean(),
  /** Another period or package of its category. */
  buy: z.boolean(),
  freeze: z.boolean(),
  end: z.boolean(),
});

/** A contract in a list (specification point 3). */
export const Contract = z.object({
  id: Id,
  number: z.string(),
  createdDate: LocalDateText,
  packageName: z.string(),
  clubName: z.string(),
  category: z.enum(productCategories),
  /** Of a whole period, as it is or will be when the next one begins. */
  packagePrice: Euros,
  periodMonths: z.number().int(),
  validFrom: LocalDateText,
  /** The last date; null: termless. */
  validUntil: LocalDateText.nullable(),
  isTermless: z.boolean(),
  renews: z.boolean(),
  phase: z.enum(phases),
  /** 0 to 6; null for one that was never paid. */
  status: StatusCode.nullable(),
  /** What was due and is not paid on its own invoices. */
  debt: Euros,
  /** Visits of the present period, where they are counted. */
  quantityTotal: z.number().int().nullable(),
  quantityRemaining: z.number().int().nullable(),
});
export type Contract = z.infer<typeof Contract>;

const byId = z.object({ id: pathId });

export const listContracts = endpoint({
  noun: 'contracts',
  method: 'GET',
  path: '/user/contract',
  role: 'client',
  summary:
    "The caller's contracts: valid ones (no end, or one that is not over) and archived ones, latest first",
  response: z.object({ valid: z.array(Contract), archived: z.array(Contract) }),
});

export const changeKinds = [
  'agreed',
  'activated',
  'renewed',
  'freeze',
  'freezeCancelled',
  'freezeEnded',
  'notice',
  'noticeTakenBack',
  'withdrawal',
  'price',
  'block',
  'unblock',
  'collection',
  'recall',
  'dropped',
] as const;

export const ContractDetail = Contract.extend({
  description: z.string(),
  payerName: z.string(),
  agreedAt: InstantText,
  anchorDay: z.number().int(),
  /** The last date of the binding; null: it can be ended at any time. */
  bindingUntil: LocalDateText.nullable(),
  noticeAt: InstantText.nullable(),
  withdrawnAt: InstantText.nullable(),
  /** With status 1: until when, and why. */
  block: z.object({ until: LocalDateText.nullable(), reason: z.string() }).nullable(),
  allows: Allows,
  /** The next period that will be billed, after what was billed too much; null where none comes. */
  next: z.object({ date: LocalDateText, amount: Euros }).nullable(),
  /** What stands behind the debt, the oldest first; the token opens its pay page. */
  openInvoices: z.array(
    z.object({
      id: Id,
      invoiceNumber: z.string(),
      dueDate: LocalDateText,
      balance: Euros,
      invoiceToken: z.string(),
    }),
  ),
  /** Latest first. */
  periods: z.array(
    z.object({
      from: LocalDateText,
      until: LocalDateText,
      amount: Euros,
      invoiceId: Id.nullable(),
      invoiceNumber: z.string().nullable(),
      isPaid: z.boolean(),
      /** No days of its own, but what those before came to besides, billed once the contract was over. */
      isLastAccount: z.boolean(),
    }),
  ),
  freezes: z.array(
    z.object({
      id: Id,
      from: LocalDateText,
      until: LocalDateText,
      fee: Euros,
      state: z.enum(['planned', 'running', 'over']),
    }),
  ),
  history: z.array(
    z.object({
      kind: z.enum(changeKinds),
      at: InstantText,
      /** The dates and words it is about, where it has some. */
      from: LocalDateText.nullable(),
      until: LocalDateText.nullable(),
      reason: z.string(),
    }),
  ),
  /** What may be asked for now; the previews say what it would mean. */
  canFreeze: z.boolean(),
  canEnd: z.boolean(),
  canTakeEndBack: z.boolean(),
  /** What to buy to have the same again after its last day; null where it goes on by itself or is not sold any more. */
  renewal: z.object({ productId: Id, unitId: Id }).nullable(),
  /** Until the end of this day; null where it is over. */
  withdrawalUntil: LocalDateText.nullable(),
  freezeRules: z.object({
    minDays: z.number().int(),
    maxDays: z.number().int(),
    times: z.number().int(),
    timesLeft: z.number().int(),
    earliest: LocalDateText,
  }),
});
export type ContractDetail = z.infer<typeof ContractDetail>;

export const getContract = endpoint({
  noun: 'contracts',
  method: 'GET',
  path: '/user/contract/:id',
  role: 'client',
  summary: "One of the caller's contracts with its periods, freezes, history, and what comes next",
  params: byId,
  response: ContractDetail,
  errors: ['contractNotFound'],
});

export const getAccountStatus = endpoint({
  noun: 'contracts',
  method: 'GET',
  path: '/user/account/status',
  role: 'client',
  summary:
    'The status of the account, 0 to 6: that of its best contract, since debt touches only the contract in debt; ' +
    '0 without one, 1 for a client the centre has blocked. With each contract’s own and what it allows',
  response: z.object({
    status: StatusCode,
    contracts: z.array(
      Contract.pick({
        id: true,
        number: true,
        packageName: true,
        phase: true,
        status: true,
        debt: true,
      }).extend({
        allows: Allows,
      }),
    ),
  }),
});

/** A package and its terms, as it is sold in a club. */
export const ContractPackage = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  category: z.enum(productCategories),
  price: Euros,
  priceOnline: Euros,
  joiningFee: Euros,
  periodMonths: z.number().int(),
  termMonths: z.number().int().nullable(),
  renews: z.boolean(),
  bindingMonths: z.number().int(),
  /** Periods begin on the first of the month instead of the day it starts on. */
  isFromFirst: z.boolean(),
  /** The earliest day a new contract may begin, after one of the category that runs; null: not in sight. */
  startFrom: LocalDateText.nullable(),
  startUntil: LocalDateText,
});
export type ContractPackage = z.infer<typeof ContractPackage>;

const sells = ({ payment }: PageRules) => payment.isPaymentActive;

export const listPackages = endpoint({
  noun: 'contracts',
  method: 'GET',
  path: '/user/product/contract/:id',
  role: 'client',
  summary: 'The packages a member can make a contract of in a club (`id`), with their terms',
  params: byId,
  response: z.array(ContractPackage),
  errors: ['noProductsFound'],
  requires: sells,
});

/** What is wanted. */
export const wanted = {
  productId: Id,
  /** The club. */
  unitId: Id,
  startsOn: LocalDateText,
  /** A campaign code as typed. */
  code: z.string().max(60).optional(),
};

/** What a contract would be and what is paid for it first, line by line. */
export const PurchaseSummary = z.object({
  lines: z.array(z.object({ article: z.string(), price: Euros, discount: Euros, total: Euros })),
  discount: Euros,
  total: Euros,
  startsOn: LocalDateText,
  /** Null: without an end. */
  endsOn: LocalDateText.nullable(),
  renews: z.boolean(),
  bindingUntil: LocalDateText.nullable(),
  /** The first period is a part of one: so many of its days. */
  part: z.object({ days: z.number().int(), of: z.number().int() }).nullable(),
  periodMonths: z.number().int(),
  anchorDay: z.number().int(),
  next: z.object({ date: LocalDateText, amount: Euros }).nullable(),
  withdrawalDays: z.number().int(),
});
export type PurchaseSummary = z.infer<typeof PurchaseSummary>;

const purchaseErrors = [
  'noProductsFound',
  'dataValidationFailed',
  'hasActiveContract',
  'contractUnpaid',
  'contractIsBlocked',
  'actionNotAllowed',
  'tooManyAttempts',
  'campaignCodeNotFound',
  'campaignNotYetValid',
  'campaignExpired',
  'codePlacesFull',
  'campaignNotForPackage',
  'campaignNotForClub',
  'campaignAlreadyUsed',
] as const;

export const checkPurchase = endpoint({
  noun: 'contracts',
  method: 'POST',
  path: '/user/contract/add/check',
  role: 'client',
  summary: 'What another contract would be and cost, decided by what makes it; takes nothing',
  body: z.strictObject(wanted),
  response: PurchaseSummary,
  errors: purchaseErrors,
  requires: sells,
});

export const addContract = endpoint({
  noun: 'contracts',
  method: 'POST',
  path: '/user/contract/add',
  role: 'client',
  summary: 'Makes another contract, which waits for its first payment, and the draft invoice of it',
  body: z.strictObject({
    ...wanted,
    /** It begins within the days of withdrawal: those used are paid for. */
    startsEarly: z.boolean(),
    hasAgreed: z.boolean(),
  }),
  response: z.object({ invoiceToken: z.string(), total: Euros }),
  errors: purchaseErrors,
  requires: sells,
  isIdempotencyKeyed: true,
});
