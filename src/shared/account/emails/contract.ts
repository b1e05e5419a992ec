import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Email } from '#shared/kernel/wire.ts';

export const changeEmail = endpoint({
  noun: 'account',
  method: 'PUT',
  path: '/user/account/email',
  role: 'client',
  summary:
    'Mails a link to another address and tells the present one; the address changes when the link is used. Answers alike for an address that somebody else has',
  body: z.strictObject({ email: Email, password: z.string().min(1).max(256) }),
  response: z.object({}),
  errors: ['passwordNotValid', 'emailUnchanged', 'tooManyAttempts'],
});

export const keepEmail = endpoint({
  noun: 'account',
  method: 'DELETE',
  path: '/user/account/email',
  role: 'client',
  summary: 'Forgets the address that waits for its confirmation',
  response: z.object({}),
});

export const confirmEmail = endpoint({
  noun: 'account',
  method: 'POST',
  path: '/user/account/email/confirm',
  role: 'client',
  summary:
    'Changes the address of the account that is logged in by the mailed link, once, and tells the address it had',
  body: z.strictObject({ emailToken: z.string().min(20).max(100) }),
  response: z.object({ email: z.string() }),
  errors: ['emailLinkExpired', 'emailLinkOfAnother', 'emailTaken', 'tooManyAttempts'],
});
