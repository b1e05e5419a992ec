import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { languages } from '#shared/kernel/language.ts';
import { Profile } from '../contract.ts';

/** What a field may hold at most on the wire; what else is wrong with it is told by its name. */
const typed = z.string().max(600);

export const updateProfile = endpoint({
  noun: 'account',
  method: 'PUT',
  path: '/user/account/profile',
  role: 'client',
  summary: 'Changes what members keep up themselves; a name that stands in a contract is changed at the desk',
  body: z.strictObject({
    firstName: typed,
    lastName: typed,
    phone: typed,
    address: typed,
    city: typed,
    county: typed,
    zip: typed,
    /** Of mails, SMS and notices. */
    language: z.enum(languages),
  }),
  response: Profile,
  errors: ['dataValidationFailed', 'nameInContract'],
});
