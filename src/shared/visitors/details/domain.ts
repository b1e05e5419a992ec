import { asciiEmail, isEmail } from '#shared/kernel/emails.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** Who wants to train without an account, as typed. */
export interface VisitorDetails {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
}

export const visitorFields = ['firstName', 'lastName', 'email', 'phone'] as const;
export type VisitorField = (typeof visitorFields)[number];

/** Names of messages in the catalogue's `validation` section (specification point 5). */
export type VisitorProblem =
  | 'nameRequired'
  | 'nameInvalid'
  | 'maxLength'
  | 'emailRequired'
  | 'emailInvalid'
  | 'fieldRequired'
  | 'phoneInvalid';

export const nameMaximumLength = 60;

/** What is wrong with each field; empty when all is well. */
export function visitorProblems(
  details: VisitorDetails,
  isPhone?: IsPhone,
): Partial<Record<VisitorField, VisitorProblem>> {
  const found: [VisitorField, VisitorProblem | undefined][] = [
    ['firstName', nameProblem(details.firstName)],
    ['lastName', nameProblem(details.lastName)],
    ['email', emailProblem(details.email)],
    ['phone', phoneProblem(details.phone, isPhone)],
  ];
  return Object.fromEntries(found.filter(([, problem]) => problem !== undefined));
}

/** Letters and what joins them. A name goes into a mail: it must not carry an address or a sentence. */
export function nameProblem(text: string): VisitorProblem | undefined {
  const name = text.trim();
  if (name === '') return 'nameRequired';
  if (name.length > nameMaximumLength) return 'maxLength';
  return /^\p{L}[\p{L}\p{M}'’ -]*$/u.test(name) ? undefined : 'nameInvalid';
}

export function emailProblem(text: string): VisitorProblem | undefined {
  const email = text.trim();
  if (email === '') return 'emailRequired';
  return isEmail(email) ? undefined : 'emailInvalid';
}

/** Whether somebody can have a number; as the server knows, who has every country's numbers. */
export type IsPhone = (text: string) => boolean;

/** What can be said of a number without knowing its country's. */
export function phoneProblem(text: string, isPhone: IsPhone = () => true): VisitorProblem | undefined {
  if (text.trim() === '') return 'fieldRequired';
  const isForm = /^\s*[+(\d]/.test(text) && /^\+?\d{7,15}$/.test(plainPhone(text));
  return isForm && isPhone(text) ? undefined : 'phoneInvalid';
}

/** A phone number without what people write between its digits. */
export function plainPhone(text: string): string {
  return text.replaceAll(/[\s().-]/g, '');
}

/** As they are kept: no spaces around, the address in lower case, the number in digits. */
export function tidyDetails({ firstName, lastName, email, phone }: VisitorDetails): VisitorDetails {
  return {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    email: asciiEmail(email.trim().toLowerCase()),
    phone: plainPhone(phone),
  };
}

/** Throws `dataValidationFailed` that names the first field that cannot be accepted. */
export function refuseFaultyDetails(details: VisitorDetails, isPhone: IsPhone): void {
  const problems = visitorProblems(details, isPhone);
  const field = visitorFields.find((name) => problems[name] !== undefined);
  const problem = field && problems[field];
  if (field && problem) throw new AppError('dataValidationFailed', { field, problem });
}
