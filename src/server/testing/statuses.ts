import type { ErrorCode } from '#shared/kernel/errors.ts';

/** With what a refusal is answered, where it is not 409: somebody else or a rule was there first. */
const others: Readonly<Record<number, readonly ErrorCode[]>> = {
  400: [
    ...(['bodyNotJson', 'dataValidationFailed', 'unknown', 'seriesTooLong', 'unableToGetSchedule'] as const),
    ...(['bankFileNotValid', 'importFileNotValid', 'logoNotValid', 'cardScanFailed', 'qrNotValid'] as const),
    ...([
      'qrGenerationFailed',
      'doorPairingWrong',
      'factorNotValid',
      'passkeyNotValid',
      'passwordNotValid',
      'passwordTooCommon',
    ] as const),
  ],
  401: ['notLoggedIn', 'wrongCredentials', 'refreshingSessionFailed', 'doorUnknown'],
  403: [
    'actionNotAllowed',
    'crossSiteRefused',
    'factorDemanded',
    'proofNeeded',
    'registeringNotAllowed',
    'tenantMismatch',
  ],
  404: [
    ...(['applicationNotFound', 'campaignCodeNotFound', 'cardNotFound', 'clientNotFound'] as const),
    ...([
      'codeNotFound',
      'commentNotFound',
      'contractNotFound',
      'entryNotRefused',
      'invoiceNotFound',
    ] as const),
    ...(['itemNotFound', 'joinNotFound', 'noProductsFound', 'notOnRoll', 'packageNotFound'] as const),
    ...([
      'factorResetNotFound',
      'passkeyNotFound',
      'paymentNotFound',
      'registeringNotAllowed',
      'registrationNotFound',
      'sessionNotFound',
    ] as const),
    ...(['shareNotFound', 'ticketNotFound', 'trainingGroupNotFound', 'trainingNotFound'] as const),
    ...(['unknownHost', 'voucherNotFound'] as const),
  ],
  408: ['fileNotArriving'],
  410: ['emailLinkExpired', 'loginOver', 'passkeyRequestOver', 'resetLinkExpired'],
  413: ['bodyTooLarge'],
  414: ['addressTooLong'],
  415: ['contentTypeNotSupported'],
  422: ['bankFileTooLong', 'fileTooDemanding', 'idempotencyKeyReused', 'importFileTooLong', 'takesTooLong'],
  429: ['tooManyAttempts', 'tooManyRequests'],
  500: ['serverError'],
  503: ['busyTryAgain', 'refundFailed', 'startingPaymentFailed'],
};
/** Refused with 409 as well as with another. */
const both: readonly ErrorCode[] = ['actionNotAllowed', 'registeringNotAllowed', 'refundFailed'];

const statuses = new Map<string, number[]>(both.map((code) => [code, [409]]));
for (const [status, codes] of Object.entries(others))
  for (const code of codes) statuses.set(code, [...(statuses.get(code) ?? []), Number(status)]);

/** Whether a refusal has the HTTP status that its code always has. */
export function isUsual(code: string, status: number): boolean {
  return (statuses.get(code) ?? [409]).includes(status);
}
