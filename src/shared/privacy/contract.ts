import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { languages } from '#shared/kernel/language.ts';
import { Euros } from '#shared/kernel/money.ts';
import { FileAnswer, InstantText, LocalDateText, pathId } from '#shared/kernel/wire.ts';
import { consentPurposes, consentSources, ownChoices } from './domain.ts';

const Password = z.strictObject({ password: z.string().min(1).max(256) });
const params = z.object({ id: pathId });

export const Consent = z.object({
  id: z.number().int(),
  purpose: z.enum(consentPurposes),
  isGiven: z.boolean(),
  /** Which text it was, where it was one. */
  version: z.string().nullable(),
  language: z.enum(languages),
  source: z.enum(consentSources),
  dateTime: InstantText,
});
export type Consent = z.infer<typeof Consent>;

const Consents = z.object({
  /** What can be given and withdrawn here, as it is now. */
  choices: z.array(z.object({ purpose: z.enum(ownChoices), isGiven: z.boolean() })),
  /** All that was ever given or withdrawn, the latest first. */
  log: z.array(Consent),
});

export const Erasure = z.object({
  /** Asked for and not carried out yet. */
  pending: z
    .object({
      askedDateTime: InstantText,
      /** Until then it can be taken back; then a job does it. */
      dueDateTime: InstantText,
      /** Something came between when it was due; it is tried again. */
      isHeld: z.boolean(),
    })
    .nullable(),
  /** The person is forgotten already; administrators alone can see that. */
  isDone: z.boolean(),
  /** Each must be settled first. */
  obstacles: z.array(
    z.object({
      kind: z.enum(['staff', 'debt', 'contract', 'booking', 'rental']),
      /** Contract number, or training, or room. */
      name: z.string().nullable(),
      amount: Euros.nullable(),
      endDate: LocalDateText.nullable(),
      startDateTime: InstantText.nullable(),
    }),
  ),
  /** Upcoming places and waiting places that are given back at once. */
  givenBack: z.number().int(),
  /** Visits and uses that are lost. */
  visitsLost: z.number().int(),
  /** Credit that pays nothing any more. */
  creditLost: Euros,
  kept: z.object({
    invoices: z.number().int(),
    contracts: z.number().int(),
    /** By law, from the end of the year a document is of. */
    years: z.number().int(),
    /** The last of them; null: nothing is kept. */
    untilDate: LocalDateText.nullable(),
  }),
});
export type Erasure = z.infer<typeof Erasure>;

export const downloadData = endpoint({
  noun: 'privacy',
  method: 'POST',
  path: '/user/account/data',
  role: 'client',
  summary: 'Everything kept about the member as one JSON file, with names of the fields in their language',
  body: Password,
  response: FileAnswer,
  errors: ['passwordNotValid', 'tooManyAttempts'],
});

export const getErasure = endpoint({
  noun: 'privacy',
  method: 'GET',
  path: '/user/account/erasure',
  role: 'client',
  summary: 'What erasing the account would mean, what stands in its way, and whether it was asked for',
  response: Erasure,
});

export const askErasure = endpoint({
  noun: 'privacy',
  method: 'POST',
  path: '/user/account/erasure',
  role: 'client',
  summary:
    'Asks for the account to be erased in fourteen days; upcoming places are given back and every session ends at once',
  body: Password,
  response: Erasure,
  errors: ['passwordNotValid', 'tooManyAttempts', 'erasureRefused', 'erasureAsked'],
});

export const undoErasure = endpoint({
  noun: 'privacy',
  method: 'DELETE',
  path: '/user/account/erasure',
  role: 'client',
  summary: 'Takes back an erasure that was asked for',
  response: Erasure,
  errors: ['erasureNotAsked'],
});

export const getConsents = endpoint({
  noun: 'privacy',
  method: 'GET',
  path: '/user/account/consent',
  role: 'client',
  summary: 'What the member agreed to, when, and in which version',
  response: Consents,
});

export const changeConsent = endpoint({
  noun: 'privacy',
  method: 'PUT',
  path: '/user/account/consent',
  role: 'client',
  summary: 'Gives or withdraws a voluntary consent; the log is only added to',
  body: z.strictObject({ purpose: z.enum(ownChoices), isGiven: z.boolean() }),
  response: Consents,
});

export const getClientPrivacy = endpoint({
  noun: 'privacy',
  method: 'GET',
  path: '/admin/back-office/client/:id/privacy',
  role: 'admin',
  summary: "A client's consents, and what erasing them would mean",
  params,
  response: z.object({ consents: Consents, erasure: Erasure }),
  errors: ['itemNotFound'],
});

export const downloadClientData = endpoint({
  noun: 'privacy',
  method: 'POST',
  path: '/admin/back-office/client/:id/data',
  role: 'admin',
  summary: 'Everything kept about a client as one JSON file; stands in the audit trail',
  params,
  body: z.strictObject({}),
  response: FileAnswer,
  errors: ['itemNotFound', 'proofNeeded'],
});

export const askClientErasure = endpoint({
  noun: 'privacy',
  method: 'POST',
  path: '/admin/back-office/client/:id/erasure',
  role: 'admin',
  summary: 'Asks for a client to be erased, at their own request; stands in the audit trail',
  params,
  body: z.strictObject({}),
  response: Erasure,
  errors: ['itemNotFound', 'erasureRefused', 'erasureAsked', 'proofNeeded'],
});

export const undoClientErasure = endpoint({
  noun: 'privacy',
  method: 'DELETE',
  path: '/admin/back-office/client/:id/erasure',
  role: 'admin',
  summary: 'Takes back the erasure of a client',
  params,
  response: Erasure,
  errors: ['itemNotFound', 'erasureNotAsked'],
});
