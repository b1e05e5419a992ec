import type { AppError, ErrorCode } from '#shared/kernel/errors.ts';

/** With what a refusal is answered, where it is not 409: somebody else or a rule was there first. */
const others: Readonly<Record<number, readonly ErrorCode[]>> = {
  400: [
    ...(['bodyNotJson', 'closureTooLong', 'dataValidationFailed', 'unknown'] as const),
    ...(['seriesTooLong', 'unableToGetSchedule'] as const),
    ...(['bankFileNotValid', 'importFileNotValid', 'logoNotValid', 'cardScanFailed', 'qrNotValid'] as const),
    ...([
      'qrGenerationFailed',
      'doorPairingWrong',
      'factorNotValid',
      'idCardRevoked',
      'idCardUnknown',
      'identityNotValid',
      'keycardAuthorityNotValid',
      'keycardCertificateNotValid',
      'keycardCertificateOver',
      'keycardKeyNotValid',
      'keycardServiceKeyNotValid',
      'identityRefused',
      'identityUnknown',
      'mobileIdNotDelivered',
      'mobileIdNotFound',
      'mobileIdPhoneAbsent',
      'mobileIdSimFailed',
      'passkeyNotValid',
      'passwordNotValid',
      'passwordTooCommon',
    ] as const),
  ],
  401: ['notLoggedIn', 'wrongCredentials', 'refreshingSessionFailed', 'doorUnknown'],
  403: [
    'actionNotAllowed',
    'crossSiteRefused',
    'emailLinkOfAnother',
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
      'identityNotFound',
      'identityNotOffered',
      'keycardNotOffered',
      'passkeyNotFound',
      'paymentNotFound',
      'registrationNotFound',
      'sessionNotFound',
    ] as const),
    ...(['shareNotFound', 'ticketNotFound', 'trainingGroupNotFound', 'trainingNotFound'] as const),
    ...(['unknownHost', 'voucherNotFound'] as const),
  ],
  408: ['fileNotArriving'],
  410: [
    'emailLinkExpired',
    'identityRequestOver',
    'identityTimedOut',
    'joinShownOver',
    'loginOver',
    'passkeyRequestOver',
    'resetLinkExpired',
  ],
  413: ['bodyTooLarge'],
  414: ['addressTooLong'],
  415: ['contentTypeNotSupported'],
  422: ['bankFileTooLong', 'fileTooDemanding', 'idempotencyKeyReused', 'importFileTooLong', 'takesTooLong'],
  429: ['tooManyAttempts', 'tooManyRequests'],
  500: ['serverError'],
  503: [
    'busyTryAgain',
    ...(['idCardIssuerSilent', 'idCardIssuerLate', 'idCardIssuerRefusing'] as const),
    ...(['idCardAnswerUnreadable', 'idCardAnswerUnsigned', 'idCardAnswerOfAnother'] as const),
    ...(['idCardAnswerOld', 'idCardAnswerReplayed'] as const),
    'identityServiceSilent',
    'keycardServiceSilent',
    'refundFailed',
    'startingPaymentFailed',
  ],
};

const statuses: ReadonlyMap<ErrorCode, number> = new Map(
  Object.entries(others).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)] as const)),
);

/** With which HTTP status a refusal is answered. */
export function statusOf({ code, status = statuses.get(code) ?? 409 }: AppError): number {
  return status;
}
