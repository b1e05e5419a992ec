import { beginsEarly, lacksEarlyRequest } from '#shared/contracts/domain.ts';
import { addDays } from '#shared/kernel/dates.ts';
import { asciiEmail } from '#shared/kernel/emails.ts';
import {
  emailProblem,
  type IsPhone,
  nameProblem,
  phoneProblem,
  plainPhone,
} from '#shared/visitors/details/domain.ts';
import {
  type IdCountry,
  type Identity,
  isOfFullAge,
  readBirthDate,
  readIdentity,
} from './identity/domain.ts';

/** Who pays for somebody not of full age, as typed. */
interface GuardianForm {
  readonly guardianFirstName: string;
  readonly guardianLastName: string;
  readonly guardianCountry: IdCountry;
  readonly guardianIdCode: string;
  readonly guardianEmail: string;
  readonly guardianPhone: string;
}

/** The joining form as typed (specification point 3). */
export interface JoinForm extends GuardianForm {
  readonly productId: number | null;
  /** The club. */
  readonly unitId: number | null;
  readonly startsOn: string;
  readonly code: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly country: IdCountry;
  readonly idCode: string;
  /** Where the code says none. */
  readonly birthDate: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly city: string;
  readonly zip: string;
  readonly additionalInfo: string;
  readonly hasAgreed: boolean;
  /** The wish to begin within the days of withdrawal, so that days used are paid for. */
  readonly startsEarly: boolean;
}

/** Fields by their place on the page: the first wrong one takes the focus. */
export const joinFields = [
  'unitId',
  'productId',
  'firstName',
  'lastName',
  'country',
  'idCode',
  'birthDate',
  'email',
  'phone',
  'address',
  'city',
  'zip',
  'additionalInfo',
  'guardianFirstName',
  'guardianLastName',
  'guardianCountry',
  'guardianIdCode',
  'guardianEmail',
  'guardianPhone',
  'startsOn',
  'code',
  'startsEarly',
  'hasAgreed',
] as const satisfies readonly (keyof JoinForm)[];
export type JoinField = (typeof joinFields)[number];

/** What may be wrong with a code; only the server knows. */
export const codeProblems = [
  'campaignCodeNotFound',
  'campaignNotYetValid',
  'campaignExpired',
  'codePlacesFull',
  'campaignNotForPackage',
  'campaignNotForClub',
  'campaignAlreadyUsed',
] as const;
export type CodeProblem = (typeof codeProblems)[number];

/** What is wrong with a field; names of messages (specification point 5). */
export const fieldProblems = [
  'nameRequired',
  'nameInvalid',
  'maxLength',
  'emailRequired',
  'emailInvalid',
  'fieldRequired',
  'phoneInvalid',
  'idCodeInvalid',
  'birthDateInvalid',
  'notOfAge',
  'notOfAgeByDate',
  'guardianNotOfAge',
  'packageRequired',
  'clubRequired',
  'termsRequired',
  'earlyRequired',
  'startPast',
  'startTooFar',
] as const;
type FieldProblem = (typeof fieldProblems)[number];
export type JoinProblem = FieldProblem | CodeProblem;
export type JoinProblems = Partial<Record<JoinField, JoinProblem>>;

export interface JoinRules {
  readonly today: string;
  /** The last date a contract may begin on. */
  readonly startUntil: string;
  readonly withdrawalDays: number;
  readonly page: 'complete' | 'simple';
  readonly hasGuardians: boolean;
  isOffered(productId: number, unitId: number): boolean;
  /** Left out where every country's numbers are not known. */
  readonly isPhone?: IsPhone;
}

const longest = { address: 120, city: 60, zip: 12, additionalInfo: 500 } as const;

/** The most characters of a field whose message names them. */
export function longestOf(field: JoinField): number {
  return field in longest ? longest[field as keyof typeof longest] : 60;
}

/** Who somebody is by what was typed; null where it cannot be said yet. */
export interface KnownBirth {
  readonly identity: Identity | undefined;
  readonly birthDate: string | undefined;
  /** The code has no date, so that it is asked for. */
  readonly isDateAsked: boolean;
}

export function birthOf(
  { country, idCode, birthDate }: Pick<JoinForm, 'country' | 'idCode' | 'birthDate'>,
  today: string,
): KnownBirth {
  const identity = readIdentity(country, idCode, today);
  const isDateAsked = country === 'XX' || (identity !== undefined && identity.birthDate === null);
  return {
    identity,
    isDateAsked,
    birthDate: identity?.birthDate ?? (isDateAsked ? readBirthDate(birthDate, today) : undefined),
  };
}

/** Somebody known not to be of full age yet. */
export function isMinor(form: Pick<JoinForm, 'country' | 'idCode' | 'birthDate'>, today: string): boolean {
  const { birthDate } = birthOf(form, today);
  return birthDate !== undefined && !isOfFullAge(birthDate, today);
}

/** What is wrong with every field, at once; empty when all is well. Whether a code of a campaign holds, the server says. */
export function joinProblems(form: JoinForm, rules: JoinRules): JoinProblems {
  const { today, page } = rules;
  const isMinorJoining = isMinor(form, today);
  const startsOn = startProblemOf(form.startsOn, rules);
  const isRequestMissing = startsOn === undefined && lacksEarlyRequest(form, today, rules);
  const found: Partial<Record<JoinField, JoinProblem | undefined>> = {
    ...choiceProblems(form, rules),
    firstName: nameProblem(form.firstName),
    lastName: nameProblem(form.lastName),
    email: emailProblem(form.email),
    phone: phoneProblem(form.phone, rules.isPhone),
    ...identityProblems(form, today, isMinorJoining && !rules.hasGuardians),
    ...(page === 'complete' ? addressProblems(form) : {}),
    ...(isMinorJoining && rules.hasGuardians ? guardianProblems(form, rules) : {}),
    startsOn,
    startsEarly: isRequestMissing ? 'earlyRequired' : undefined,
    hasAgreed: form.hasAgreed ? undefined : 'termsRequired',
  };
  return Object.fromEntries(joinFields.flatMap((name) => (found[name] ? [[name, found[name]]] : [])));
}

/** The first wrong field on the page. */
export function firstProblem(
  problems: JoinProblems,
): { readonly field: JoinField; readonly problem: JoinProblem } | undefined {
  for (const field of joinFields) {
    const problem = problems[field];
    if (problem !== undefined) return { field, problem };
  }
  return undefined;
}

function choiceProblems({ productId, unitId }: JoinForm, { isOffered }: JoinRules): JoinProblems {
  const isSold = productId !== null && (unitId === null || isOffered(productId, unitId));
  return {
    ...(unitId === null && { unitId: 'clubRequired' as const }),
    ...(!isSold && { productId: 'packageRequired' as const }),
  };
}

function identityProblems(form: JoinForm, today: string, isRefused: boolean) {
  const { identity, birthDate, isDateAsked } = birthOf(form, today);
  return { idCode: codeProblem(), birthDate: isDateAsked ? dateProblem() : undefined };

  function codeProblem(): JoinProblem | undefined {
    if (form.idCode.trim() === '') return form.country === 'XX' ? undefined : 'fieldRequired';
    if (!identity) return 'idCodeInvalid';
    return isRefused && !isDateAsked ? 'notOfAge' : undefined;
  }

  function dateProblem(): JoinProblem | undefined {
    if (form.birthDate.trim() === '') return 'fieldRequired';
    if (birthDate === undefined) return 'birthDateInvalid';
    return isRefused ? 'notOfAgeByDate' : undefined;
  }
}

function addressProblems(form: JoinForm) {
  const asked = (name: 'address' | 'city' | 'zip'): JoinProblem | undefined => {
    const text = form[name].trim();
    if (text === '') return 'fieldRequired';
    return text.length > longest[name] ? 'maxLength' : undefined;
  };
  const isLong = form.additionalInfo.trim().length > longest.additionalInfo;
  return {
    address: asked('address'),
    city: asked('city'),
    zip: asked('zip'),
    additionalInfo: isLong ? ('maxLength' as const) : undefined,
  };
}

function guardianProblems(form: JoinForm, { today, isPhone }: JoinRules) {
  const identity = readIdentity(form.guardianCountry, form.guardianIdCode, today);
  const isYoung = identity?.birthDate != null && !isOfFullAge(identity.birthDate, today);
  const code = identity ? (isYoung ? ('guardianNotOfAge' as const) : undefined) : ('idCodeInvalid' as const);
  return {
    guardianFirstName: nameProblem(form.guardianFirstName),
    guardianLastName: nameProblem(form.guardianLastName),
    guardianIdCode: form.guardianIdCode.trim() === '' ? ('fieldRequired' as const) : code,
    guardianEmail: emailProblem(form.guardianEmail),
    guardianPhone: phoneProblem(form.guardianPhone, isPhone),
  };
}

function startProblemOf(startsOn: string, { today, startUntil }: JoinRules): JoinProblem | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(startsOn)) return 'fieldRequired';
  if (startsOn < today) return 'startPast';
  return startsOn > startUntil ? 'startTooFar' : undefined;
}

/** A form nobody has typed into yet. */
export function emptyForm(country: IdCountry, startsOn: string, unitId: number | null): JoinForm {
  return {
    productId: null,
    unitId,
    startsOn,
    code: '',
    firstName: '',
    lastName: '',
    country,
    idCode: '',
    birthDate: '',
    email: '',
    phone: '',
    address: '',
    city: '',
    zip: '',
    additionalInfo: '',
    guardianFirstName: '',
    guardianLastName: '',
    guardianCountry: country,
    guardianIdCode: '',
    guardianEmail: '',
    guardianPhone: '',
    hasAgreed: false,
    startsEarly: false,
  };
}

/**
 * What is not looked at is not kept: fields of the other page, a guardian of somebody of age, a date the code has, a wish to
 * begin early of what begins late.
 */
export function tidyForm(form: JoinForm, rules: JoinRules): JoinForm {
  const { page, today, hasGuardians } = rules;
  const { identity, birthDate } = birthOf(form, today);
  const hasGuardian = hasGuardians && isMinor(form, today);
  const none = emptyForm(form.country, form.startsOn, form.unitId);
  const code = readIdentity(form.guardianCountry, form.guardianIdCode, today)?.code ?? '';
  return {
    ...form,
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    email: asciiEmail(form.email.trim().toLowerCase()),
    phone: plainPhone(form.phone),
    idCode: identity?.code ?? '',
    birthDate: birthDate ?? '',
    startsEarly: form.startsEarly && beginsEarly(form.startsOn, today, rules),
    ...(page === 'complete'
      ? { address: form.address.trim(), city: form.city.trim(), zip: form.zip.trim() }
      : { address: '', city: '', zip: '', additionalInfo: '', code: '' }),
    ...(hasGuardian
      ? {
          guardianFirstName: form.guardianFirstName.trim(),
          guardianLastName: form.guardianLastName.trim(),
          guardianEmail: asciiEmail(form.guardianEmail.trim().toLowerCase()),
          guardianPhone: plainPhone(form.guardianPhone),
          guardianIdCode: code,
        }
      : {
          guardianFirstName: none.guardianFirstName,
          guardianLastName: none.guardianLastName,
          guardianCountry: none.guardianCountry,
          guardianIdCode: none.guardianIdCode,
          guardianEmail: none.guardianEmail,
          guardianPhone: none.guardianPhone,
        }),
  };
}

/** How long what was typed is kept after it was left (mission 2.10). */
export const draftHours = 24;
/** After so long without its payment, the way back is mailed. */
export const reminderMinutes = 30;
/** How long the mailed link of the first login may be used. */
export const firstLoginDays = 7;

/** The last date on which a contract agreed to today can be withdrawn from. */
export function withdrawUntil(today: string, withdrawalDays: number): string {
  return addDays(today, withdrawalDays);
}
