import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import { Id, InstantText, LocalDateText, pathId, queryInteger } from '#shared/kernel/wire.ts';
import { buyingErrors, Sold, sells, visitorDetails, wanted } from '#shared/products/contract.ts';
import { voucherEntryKinds, voucherStates } from './domain.ts';

const State = z.enum(voucherStates);

/** What every look at a voucher shows. `clubName` is empty where it is for every club. */
const shown = {
  name: z.string(),
  clubName: z.string(),
  validFrom: LocalDateText,
  validUntil: LocalDateText,
  state: State,
  /** Granted, corrections counted. */
  uses: z.number().int(),
  usesLeft: z.number().int(),
};

/** A voucher of one's own (specification point 3). */
export const Voucher = z.object({
  id: Id,
  ...shown,
  isShareable: z.boolean(),
  /** Kept for payments under way; taken off `usesLeft`. */
  usesHeld: z.number().int(),
  /** On their way to somebody else. */
  openLinks: z.number().int(),
});
export type Voucher = z.infer<typeof Voucher>;

export const VoucherEntry = z.object({
  id: z.number().int(),
  kind: z.enum(voucherEntryKinds),
  atDateTime: InstantText,
  change: z.number().int(),
  left: z.number().int(),
  heldUntil: InstantText.nullable(),
  note: z.string(),
});
export type VoucherEntry = z.infer<typeof VoucherEntry>;

/** A use given on by a link. The address and the code open the claim; only an open link has them. */
export const VoucherLink = z.object({
  id: Id,
  createdDateTime: InstantText,
  state: z.enum(['open', 'claimed']),
  address: z.string(),
  code: z.string(),
  /** Who claimed it, as they called themselves. */
  claimedName: z.string(),
});
export type VoucherLink = z.infer<typeof VoucherLink>;

export const VoucherInfo = Voucher.extend({
  /** What is shown at the desk; typed or scanned. */
  code: z.string(),
  entries: z.array(VoucherEntry),
  links: z.array(VoucherLink),
  openLinksMax: z.number().int(),
});
export type VoucherInfo = z.infer<typeof VoucherInfo>;

export const listVouchers = endpoint({
  noun: 'vouchers',
  method: 'GET',
  path: '/user/card/voucher',
  role: 'client',
  summary: 'Own vouchers: those that can be used first, then those that once could',
  response: z.array(Voucher),
});

export const getVoucher = endpoint({
  noun: 'vouchers',
  method: 'GET',
  path: '/user/card/voucher/info',
  role: 'client',
  summary: 'One of one’s own vouchers with the ledger behind its number and its links',
  query: z.object({ id: queryInteger }),
  response: VoucherInfo,
  errors: ['voucherNotFound'],
});

const takingErrors = [
  'voucherExpired',
  'voucherAlreadyUsed',
  'voucherRevoked',
] as const satisfies ErrorCode[];

export const shareVoucher = endpoint({
  noun: 'vouchers',
  method: 'POST',
  path: '/user/card/voucher/link',
  role: 'client',
  summary: 'Moves one use of a voucher to a claim link, for somebody else',
  body: z.strictObject({ voucherId: Id }),
  response: VoucherLink,
  errors: ['voucherNotFound', 'voucherNotShareable', 'voucherLinksFull', ...takingErrors],
  isIdempotencyKeyed: true,
});

export const takeBackLink = endpoint({
  noun: 'vouchers',
  method: 'DELETE',
  path: '/user/card/voucher/link/:id',
  role: 'client',
  summary: 'Takes a use back that nobody has claimed; the link opens nothing any more',
  params: z.object({ id: pathId }),
  response: z.object({ usesLeft: z.number().int() }),
  errors: ['voucherNotFound', 'voucherClaimed'],
});

/** What a random address opens: a use to be claimed, or a voucher itself. */
export const PublicVoucher = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('link'),
    name: z.string(),
    clubName: z.string(),
    validFrom: LocalDateText,
    validUntil: LocalDateText,
    state: z.enum(['open', 'claimed', 'expired', 'revoked']),
    /** First name of whoever gives it. */
    giver: z.string(),
  }),
  z.object({
    kind: z.literal('voucher'),
    ...shown,
    holderName: z.string(),
    code: z.string(),
    /** Whose account it is in: there it can be booked with. */
    kept: z.enum(['nobody', 'caller', 'other']),
  }),
]);
export type PublicVoucher = z.infer<typeof PublicVoucher>;

export const getPublicVoucher = endpoint({
  noun: 'vouchers',
  method: 'GET',
  path: '/public/voucher',
  role: 'visitor',
  summary: 'What a mailed or shared address opens; changes nothing',
  query: z.object({ token: z.string().max(500).default('') }),
  secret: 'token',
  response: PublicVoucher,
  errors: ['voucherNotFound', 'tooManyAttempts'],
});

/** What a field may hold at most; what else is wrong with it, the refusal's details say. */
const typed = z.string().max(300);

export const claimVoucher = endpoint({
  noun: 'vouchers',
  method: 'POST',
  path: '/public/voucher',
  role: 'visitor',
  summary:
    'Claims the use of a link for whoever has the address, and mails the voucher there. Once for a link: the same address ' +
    'again is the same claim, mailed once more. `voucherToken` opens the voucher for the first to claim. A field that ' +
    'cannot be accepted is named in `details` (`field`, `problem`)',
  body: z.strictObject({ token: z.string().max(500), name: typed, email: typed }),
  response: z.object({ voucherToken: z.string().nullable(), email: z.string() }),
  errors: ['voucherNotFound', ...takingErrors, 'dataValidationFailed', 'tooManyAttempts'],
});

export const keepVoucher = endpoint({
  noun: 'vouchers',
  method: 'POST',
  path: '/user/card/voucher/keep',
  role: 'client',
  summary:
    'Puts a voucher that nobody has in an account into the caller’s, who bears its address; again is as good as once',
  body: z.strictObject({ token: z.string().max(500) }),
  response: z.object({ id: Id }),
  errors: ['voucherNotFound', 'voucherKept', ...takingErrors, 'tooManyAttempts'],
});

export const findByCode = endpoint({
  noun: 'vouchers',
  method: 'POST',
  path: '/public/voucher/code',
  role: 'visitor',
  summary: 'The token behind a typed code of a voucher or a claim link',
  body: z.strictObject({ code: typed }),
  response: z.object({ token: z.string() }),
  errors: ['codeNotFound', 'tooManyAttempts'],
});

export const adjustVoucher = endpoint({
  noun: 'vouchers',
  method: 'POST',
  path: '/admin/voucher/:id/adjust',
  role: 'admin',
  summary:
    'Corrects the uses of a voucher, above zero added, below taken away, by a line of its ledger that says why and by whom',
  params: z.object({ id: pathId }),
  body: z.strictObject({
    uses: z
      .number()
      .int()
      .min(-1000)
      .max(1000)
      .refine((uses) => uses !== 0),
    /** The holder reads it in the list behind the number. */
    reason: z.string().trim().min(1).max(300),
  }),
  response: z.object({ uses: z.number().int(), usesLeft: z.number().int() }),
  errors: ['voucherNotFound', 'voucherRevoked', 'voucherUsesTooFew', 'proofNeeded'],
  isIdempotencyKeyed: true,
});

/** The holder reads it in the list behind the number. */
const why = z.strictObject({ reason: z.string().trim().min(1).max(300) });

export const revokeVoucher = endpoint({
  noun: 'vouchers',
  method: 'POST',
  path: '/admin/voucher/:id/revoke',
  role: 'admin',
  summary: 'Withdraws a voucher: nothing can be taken of it any more; what was booked with it stays',
  params: z.object({ id: pathId }),
  body: why,
  response: z.object({ state: State }),
  errors: ['voucherNotFound', 'voucherRevoked'],
  isIdempotencyKeyed: true,
});

export const restoreVoucher = endpoint({
  noun: 'vouchers',
  method: 'POST',
  path: '/admin/voucher/:id/restore',
  role: 'admin',
  summary: 'Gives a voucher that was withdrawn back to its holder, as it was',
  params: z.object({ id: pathId }),
  body: why,
  response: z.object({ state: State }),
  errors: ['voucherNotFound', 'voucherNotRevoked'],
  isIdempotencyKeyed: true,
});

export const buyVoucherAsVisitor = endpoint({
  noun: 'vouchers',
  method: 'POST',
  path: '/public/voucher/purchase',
  role: 'visitor',
  summary:
    'Makes the draft invoice of a voucher, without an account. A field that cannot be accepted is named in `details` ' +
    '(`field`, `problem`)',
  body: z.strictObject({ ...wanted, ...visitorDetails }),
  response: Sold,
  errors: buyingErrors,
  requires: sells,
  isIdempotencyKeyed: true,
});

export const buyVoucher = endpoint({
  noun: 'vouchers',
  method: 'POST',
  path: '/user/card/voucher/purchase',
  role: 'client',
  summary: 'Makes the draft invoice of a voucher for the caller',
  body: z.strictObject(wanted),
  response: Sold,
  errors: buyingErrors,
  requires: sells,
  isIdempotencyKeyed: true,
});
