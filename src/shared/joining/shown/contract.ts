import { z } from 'zod';
import { Asked, BeginIdentity, Begun, lookErrors } from '#shared/account/identities/contract.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import type { PageRules } from '#shared/kernel/page-rules.ts';
import { idCountries } from '../identity/domain.ts';
import { joinPageOf } from '../pages/domain.ts';

const sells = (rules: PageRules) => joinPageOf(rules) !== undefined && rules.payment.isPaymentActive;

export const beginShowing = endpoint({
  noun: 'joining',
  method: 'POST',
  path: '/public/join/identity/request',
  role: 'visitor',
  summary:
    'Has a service outside ask who joins, for a draft, this browser and some minutes; another question of the draft is over',
  body: z.strictObject({ asked: BeginIdentity, draftToken: z.string().max(100) }),
  response: Begun,
  errors: ['identityNotOffered', 'identityServiceSilent', 'joinNotFound', 'tooManyAttempts'],
  requires: sells,
});

export const showForJoin = endpoint({
  noun: 'joining',
  method: 'POST',
  path: '/public/join/identity',
  role: 'visitor',
  summary:
    'Who joins, once the service says it; until then what to show of now. The draft holds it for this browser and some minutes: ' +
    'a form that is sent as shown is believed by that, never by what it says',
  body: Asked,
  response: z.object({
    /** Null once it is said. */
    display: z.string().nullable(),
    /** Opens the draft that asked; null until then. */
    draftToken: z.string().nullable(),
    person: z
      .object({
        firstName: z.string(),
        lastName: z.string(),
        country: z.enum(idCountries),
        idCode: z.string(),
        birthDate: z.string(),
      })
      .nullable(),
    /** They log in here by the same service already. */
    isMember: z.boolean(),
  }),
  errors: [...lookErrors, 'joinNotFound', 'tooManyAttempts'],
  requires: sells,
});
