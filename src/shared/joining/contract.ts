import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import type { PageRules } from '#shared/kernel/page-rules.ts';
import { Id, LocalDateText, queryInteger } from '#shared/kernel/wire.ts';
import { productCategories } from '#shared/products/domain.ts';
import { codeProblems, fieldProblems, joinFields } from './domain.ts';
import { idCountries } from './identity/domain.ts';
import { joinPageOf } from './pages/domain.ts';

/** What a field may hold at most; what else is wrong with it, `check` says. */
const typed = z.string().max(600);

/** The joining form (specification point 3), as typed: faulty fields are told, not refused. */
export const JoinForm = z.strictObject({
  productId: Id.nullable(),
  unitId: Id.nullable(),
  startsOn: typed,
  code: z.string().max(100),
  firstName: typed,
  lastName: typed,
  country: z.enum(idCountries),
  idCode: typed,
  birthDate: typed,
  email: typed,
  phone: typed,
  address: typed,
  city: typed,
  zip: typed,
  additionalInfo: z.string().max(2000),
  guardianFirstName: typed,
  guardianLastName: typed,
  guardianCountry: z.enum(idCountries),
  guardianIdCode: typed,
  guardianEmail: typed,
  guardianPhone: typed,
  hasAgreed: z.boolean(),
  startsEarly: z.boolean(),
});

/** A package with its terms. Prices are of a whole period, VAT included. */
export const JoinPackage = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  category: z.enum(productCategories),
  /** Paid for so many months at a time. */
  periodMonths: z.number().int(),
  /** Null: without an end. */
  termMonths: z.number().int().nullable(),
  renews: z.boolean(),
  bindingMonths: z.number().int(),
  /** Periods begin on the day it starts on, or on the first of the month. */
  anchor: z.enum(['start', 'first']),
  prices: z.array(z.object({ unitId: Id, price: Euros, priceOnline: Euros, joiningFee: Euros.nullable() })),
});
export type JoinPackage = z.infer<typeof JoinPackage>;

export const JoinOffer = z.object({
  page: z.enum(['complete', 'simple']),
  /** Somebody under age joins with a guardian who pays. */
  hasGuardians: z.boolean(),
  countries: z.array(z.enum(idCountries)),
  country: z.enum(idCountries),
  /** The first and the last date a contract may begin on. */
  startFrom: LocalDateText,
  startUntil: LocalDateText,
  withdrawalDays: z.number().int(),
  clubs: z.array(z.object({ id: Id, name: z.string() })),
  packages: z.array(JoinPackage),
});
export type JoinOffer = z.infer<typeof JoinOffer>;

const PriceLine = z.object({ name: z.string(), price: Euros, discount: Euros, total: Euros });

/** What is paid first, line by line as the invoice will have it, and what comes later. */
export const JoinPrice = z.object({
  packageName: z.string(),
  lines: z.array(PriceLine),
  discount: Euros,
  /** Of which VAT. */
  vat: Euros,
  total: Euros,
  /** As it is compared; null without one. */
  code: z.string().nullable(),
  periodFrom: LocalDateText,
  periodUntil: LocalDateText,
  /** Where the first period is a part of a whole one: its days, and those of the whole. */
  part: z.object({ days: z.number().int(), of: z.number().int() }).nullable(),
  periodMonths: z.number().int(),
  /** Null where nothing is paid after it. */
  nextOn: LocalDateText.nullable(),
  nextPrice: Euros.nullable(),
  endsOn: LocalDateText.nullable(),
  renews: z.boolean(),
  bindingUntil: LocalDateText.nullable(),
  withdrawalDays: z.number().int(),
  withdrawUntil: LocalDateText,
});
export type JoinPrice = z.infer<typeof JoinPrice>;

const joins = (rules: PageRules) => joinPageOf(rules) !== undefined;
const sells = (rules: PageRules) => joins(rules) && rules.payment.isPaymentActive;

export const getJoin = endpoint({
  noun: 'joining',
  method: 'GET',
  path: '/public/join',
  role: 'visitor',
  isStorable: true,
  summary:
    'What can be joined here: clubs, packages with their terms, countries of id codes, and rules of the form',
  response: JoinOffer,
  requires: joins,
});

export const getJoinProduct = endpoint({
  noun: 'joining',
  method: 'GET',
  path: '/public/join/product',
  role: 'visitor',
  isStorable: true,
  summary: 'One package with its terms; `id` is the product',
  query: z.object({ id: queryInteger }),
  response: JoinPackage,
  errors: ['noProductsFound'],
  requires: joins,
});

const problem = z.enum([...fieldProblems, ...codeProblems]);

export const checkJoin = endpoint({
  noun: 'joining',
  method: 'POST',
  path: '/public/join/check',
  role: 'visitor',
  summary:
    'Keeps nothing: what is wrong with every field at once, and, as far as package, club and start stand, what would be ' +
    'paid now and later. Says nothing of who is known already',
  body: JoinForm,
  response: z.object({
    problems: z.partialRecord(z.enum(joinFields), problem),
    /** Values of messages, such as the date in "valid from". */
    details: z.record(z.string(), z.union([z.string(), z.number()])),
    price: JoinPrice.nullable(),
  }),
  errors: ['tooManyAttempts'],
  requires: joins,
});

const request = { productId: Id, unitId: Id, startsOn: LocalDateText };

export const checkJoinDiscount = endpoint({
  noun: 'joining',
  method: 'POST',
  path: '/public/join/discount',
  role: 'visitor',
  summary: 'What a campaign code does to the first payment; reserves nothing',
  body: z.strictObject({ ...request, code: z.string().max(100) }),
  response: JoinPrice,
  errors: ['noProductsFound', 'dataValidationFailed', 'tooManyAttempts', ...codeProblems],
  requires: joins,
});

export const checkJoinOnlineDiscount = endpoint({
  noun: 'joining',
  method: 'POST',
  path: '/public/join/online-discount',
  role: 'visitor',
  summary: 'What a period costs at the desk and what it costs when the contract is made in the app',
  body: z.strictObject({ productId: Id, unitId: Id }),
  response: z.object({ price: Euros, priceOnline: Euros, discount: Euros }),
  errors: ['noProductsFound'],
  requires: joins,
});

const draftToken = z.string().max(100);
const Draft = z.object({
  state: z.enum(['open', 'paying', 'joined']),
  form: JoinForm,
  /** The draft invoice, where one stands. */
  invoiceToken: z.string().nullable(),
  /** What stands there of its joiner was shown in this browser, some minutes ago at most. */
  isShown: z.boolean(),
});

export const openJoinDraft = endpoint({
  noun: 'joining',
  method: 'POST',
  path: '/public/join/draft',
  role: 'visitor',
  summary: 'Keeps what is typed, for 24 hours after it was last changed; the token opens it',
  body: JoinForm,
  response: z.object({ draftToken: z.string() }),
  errors: ['tooManyAttempts'],
  requires: sells,
});

export const changeJoinDraft = endpoint({
  noun: 'joining',
  method: 'PUT',
  path: '/public/join/draft',
  role: 'visitor',
  summary: 'Keeps what is typed now',
  body: z.strictObject({ draftToken, form: JoinForm }),
  response: z.object({}),
  errors: ['joinNotFound', 'tooManyAttempts'],
  requires: sells,
});

export const getJoinDraft = endpoint({
  noun: 'joining',
  method: 'GET',
  path: '/public/join/draft',
  role: 'visitor',
  summary: 'What was typed, by the token of its draft',
  query: z.object({ token: draftToken.optional() }),
  secret: 'token',
  response: Draft,
  errors: ['joinNotFound', 'tooManyAttempts'],
  requires: sells,
});

export const join = endpoint({
  noun: 'joining',
  method: 'POST',
  path: '/public/join',
  role: 'visitor',
  summary:
    'Makes the contract of a draft, waiting for its first payment, and the draft invoice of it; again with the same draft ' +
    'and form, the same. A field that cannot be accepted is named in `details` (`field`, `problem`). Whoever is known ' +
    'already is answered alike (decision 0023). `isShown`: the form is of who was shown for the draft, in this browser and within ' +
    'minutes; without it nobody was',
  body: z.strictObject({ draftToken, form: JoinForm, isShown: z.boolean().default(false) }),
  response: z.object({
    /** Null where nothing is paid at first: the way on is mailed to whoever's address was typed. */
    invoiceToken: z.string().nullable(),
    total: Euros,
  }),
  errors: [
    'joinNotFound',
    'joinShownOver',
    'dataValidationFailed',
    'noProductsFound',
    'tooManyAttempts',
    ...codeProblems,
  ],
  requires: sells,
});

const proofToken = z.string().max(100);

export const getJoinProof = endpoint({
  noun: 'joining',
  method: 'GET',
  path: '/public/join/confirm',
  role: 'visitor',
  summary: 'What a mailed link agrees to, where nothing is paid at first. Opening it changes nothing',
  query: z.object({ token: proofToken.optional() }),
  secret: 'token',
  response: z.object({
    isJoined: z.boolean(),
    /** Who joins; empty once it is settled who they are. */
    name: z.string(),
    packageName: z.string(),
    clubName: z.string(),
    startsOn: LocalDateText,
    /** Null where nothing is paid after the start. */
    nextOn: LocalDateText.nullable(),
    /** Of a whole period, VAT included. */
    nextPrice: Euros,
    periodMonths: z.number().int(),
    endsOn: LocalDateText.nullable(),
    renews: z.boolean(),
    bindingUntil: LocalDateText.nullable(),
  }),
  errors: ['joinNotFound', 'tooManyAttempts'],
});

export const confirmJoin = endpoint({
  noun: 'joining',
  method: 'POST',
  path: '/public/join/confirm',
  role: 'visitor',
  summary:
    'Joins by a mailed link, where nothing is paid at first; again, the same. With a guardian who pays, the link of the one ' +
    'who joins asks the guardian by a link of their own',
  body: z.strictObject({ token: proofToken }),
  response: z.object({
    state: z.enum(['guardianAsked', 'joined']),
    /** Of the invoice over nothing; null before. */
    invoiceToken: z.string().nullable(),
  }),
  errors: [
    'campaignAlreadyUsed',
    'changedMeanwhile',
    'codePlacesFull',
    'contractNotFound',
    'joinNotFound',
    'tooManyAttempts',
  ],
});

export const getOwnJoin = endpoint({
  noun: 'joining',
  method: 'GET',
  path: '/user/join',
  role: 'client',
  summary:
    'What was agreed in joining anew by somebody who has an account: opened by the mailed token and its owner only',
  query: z.object({ token: draftToken.optional() }),
  secret: 'token',
  response: z.object({
    packageName: z.string(),
    clubName: z.string(),
    startsOn: LocalDateText,
    isPaid: z.boolean(),
    isTaken: z.boolean(),
    /** The caller's own contract for those days: a paid one becomes credit, an unpaid one cannot be taken. */
    otherNumber: z.string().nullable(),
    price: JoinPrice.nullable(),
    /** Stands for what is agreed to, for taking it over as it was seen. */
    agreement: z.string(),
  }),
  errors: ['joinNotFound', 'tooManyAttempts'],
});

export const takeOverJoin = endpoint({
  noun: 'joining',
  method: 'POST',
  path: '/user/join',
  role: 'client',
  summary:
    "Makes it the caller's own contract, or their credit where it is paid and they have one for those days; " +
    '`invoiceToken` opens what is still to pay, null when nothing is',
  body: z.strictObject({
    draftToken,
    /** What was seen: another one was agreed to since where it differs. */
    agreement: z.string().max(100),
  }),
  response: z.object({ invoiceToken: z.string().nullable() }),
  errors: [
    'changedMeanwhile',
    'joinNotFound',
    'hasActiveContract',
    'contractUnpaid',
    'contractIsBlocked',
    'noProductsFound',
    'dataValidationFailed',
    'tooManyAttempts',
    ...codeProblems,
  ],
});
