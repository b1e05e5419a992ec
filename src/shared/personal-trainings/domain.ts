import { asciiEmail } from '#shared/kernel/emails.ts';
import { emailProblem } from '#shared/visitors/details/domain.ts';

/** Of one package so many may be open at once. */
export const sharesMax = 5;
export const recipientMaximumLength = 254;

/** Whom somebody means: a client by e-mail or by number. */
export type Recipient = { readonly kind: 'email' | 'code'; readonly text: string };

export type RecipientProblem = 'fieldRequired' | 'recipientInvalid' | 'recipientSelf';

/** Who is meant by what was typed, or what is wrong with it. Says nothing about whether there is such a client. */
export function readRecipient(
  typed: string,
  own: { readonly email: string; readonly code: string },
): Recipient | RecipientProblem {
  const text = asciiEmail(typed.trim().toLowerCase());
  if (text === '') return 'fieldRequired';
  if (text === own.email.trim().toLowerCase() || text === own.code.toLowerCase()) return 'recipientSelf';
  if (text.includes('@'))
    return emailProblem(text) === undefined ? { kind: 'email', text } : 'recipientInvalid';
  return /^[\p{L}\p{N}-]{1,30}$/u.test(text) ? { kind: 'code', text } : 'recipientInvalid';
}
