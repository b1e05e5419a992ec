import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { en } from '#i18n/en.ts';
import { checkCode } from '#shared/campaigns/contract.ts';
import { listContracts } from '#shared/contracts/contract.ts';
import { statusCodes } from '#shared/contracts/status/domain.ts';
import { commentsTag } from '#shared/feedback/contract.ts';
import { ratings } from '#shared/feedback/domain.ts';
import { idCountries } from '#shared/joining/identity/domain.ts';
import { defaultBookingLimits } from '#shared/kernel/booking-limits.ts';
import { leastColourDifference, leastContrast } from '#shared/kernel/colours.ts';
import { apiBase, apiVersion, clientVersion } from '#shared/kernel/endpoint.ts';
import { languages } from '#shared/kernel/language.ts';
import { colourModes, timetableFilters } from '#shared/kernel/page-rules.ts';
import { paymentStatuses } from '#shared/payments/domain.ts';
import { listReplacements, listTrainerReplacements } from '#shared/replacements/contract.ts';
import { windows } from '#shared/statistics/domain.ts';
import { periods } from '#shared/statistics/kinds/domain.ts';
import { getBuyingTerms, getPageConfiguration, getPageRules } from '#shared/tenants/contract.ts';
import { getTrainerAvailability, listTrainers } from '#shared/trainers/contract.ts';
import { listTrainingGroups } from '#shared/training-groups/contract.ts';
import { flatten } from '../check/texts.ts';
import { root } from '../lib/run.ts';

// What of the specification the product can be asked directly, without using it: words, numbers, names of fields.

const load = (file: string) => import(pathToFileURL(join(root, 'src', file)).href);
/** Programs know no screens; only these numbers of theirs are asked. */
const [{ snackbarMs, initialSnackbarMs, snackbarTransitionMs }, { checkMs }, { rowsChoices }] =
  await Promise.all(['web/kernel/snackbar.tsx', 'web/app/updates.ts', 'web/kernel/rows.ts'].map(load));

/** English texts that begin with the specification's own words. */
const wordsOfTheSpecification = {
  menu: {
    adminTimetable: 'Admin timetable',
    pool: 'Pool',
    contracts: 'Contracts',
    enterGym: 'Enter gym',
    groupTrainings: 'Group trainings',
    home: 'Home',
    invoices: 'Invoices',
    personalTrainings: 'Personal trainings',
    profile: 'Profile',
    replacementRequests: 'Replacement requests',
    timetable: 'Timetable',
    trainer: 'Trainer',
    trainingGroups: 'Training groups',
    trainerTimetable: 'Trainer timetable',
    trainingVideos: 'Training videos',
    vouchers: 'Vouchers',
    language: 'Language',
    login: 'Log in',
    logout: 'Log out',
  },
  validation: {
    maxLength: 'Maximum {{num}} characters',
    minLength: 'Minimum {{num}} characters',
    fieldRequired: 'Please fill in the field',
  },
  errors: {
    roomsNotFree: 'The selected rooms must be free in the chosen time',
    trainerNotFree: 'The trainer must be free in the chosen time',
    invoiceAlreadyPaid: 'This invoice is already paid',
    alreadyRegistered: 'User is already registered',
    campaignCodeNotFound: 'Campaign code not found',
    codeNotFound: 'Code not found',
    codePlacesFull: 'Code places are full',
    cardExpired: 'Card expired',
    cardNotFound: 'Card not found',
    cardScanFailed: 'Scanning card code failed',
    dataValidationFailed: 'Data validation failed',
    hasActiveContract: 'User has an active contract in the selected period',
    wrongCredentials: 'Wrong username or password',
    passwordNotValid: 'Password is not valid',
    presenceOfWaiting: 'Cannot confirm presence, client is in the waiting list',
    invoiceNotFound: 'Invoice not found',
    noFreePlaces: 'No free places left',
    noProductsFound: 'No products found',
    actionNotAllowed: 'Action not allowed',
    itemNotFound: 'Item not found',
    voucherNotShareable: 'Voucher is not shareable',
    startingPaymentFailed: 'Starting payment failed',
    qrDenied: 'QR code denied',
    qrNotValid: 'QR code not valid',
    qrGenerationFailed: 'QR code generation failed',
    qrProcessingError: 'QR code processing error',
    qrNoConnection: 'No connection - sending QR failed',
    registeringNotAllowed: 'Registering not allowed',
    registeringLimitExceeded: 'Registering limit exceeded',
    sameDayLimitExceeded: 'Same-day limit exceeded',
    roomNotAvailable: 'Room is not available for booking',
    serverError: 'Server error',
    refreshingSessionFailed: 'Refreshing session failed',
    trainingNotFound: 'Training not found',
    unableToGetSchedule: 'Unable to get schedule',
    unableToGetTrainingInfo: 'Unable to get training info',
    unknown: 'Error happened, try again',
    applicationFailed: 'Application failed',
    applicationNotFound: 'Application not found',
    ticketNotFound: 'Ticket not found',
    voucherNotFound: 'Voucher not found',
    voucherExpired: 'Voucher expired',
    voucherAlreadyUsed: 'Voucher already used',
  },
  campaigns: {
    applied: 'Campaign code applied',
  },
  scanner: {
    noBackCamera: 'No back camera found',
  },
  editing: {
    reservationSaved: 'Saved successfully',
    reservationDeleted: 'Deleted successfully',
    messages_other: '{{count}} messages sent',
  },
  account: {
    passwordChanged: 'Password changed',
  },
  attendance: {
    presenceChanged: 'Presence changed',
  },
};

test('texts begin with the words that the specification gives', () => {
  const said = flatten(en);
  const other = [...flatten(wordsOfTheSpecification)].filter(
    ([key, words]) => !said.get(key)?.startsWith(words),
  );
  expect(other).toEqual([]);
});

/** What a schema has under a path of names: optional ones and defaults are gone through. */
function inside(from: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => {
    const open = shapeOf(at);
    return typeof open === 'object' && open !== null ? (open as Record<string, unknown>)[name] : undefined;
  }, from);
}

function shapeOf(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('shape' in schema) return schema.shape;
  const { def } = schema as { def?: { innerType?: unknown } };
  return def?.innerType === undefined ? schema : shapeOf(def.innerType);
}

async function missingFields(file: string, schema: string, fields: string): Promise<string[]> {
  const module = await load(`shared/${file}`);
  return fields.split(/\s+/).filter((name) => inside(module, `${schema}.${name}`) === undefined);
}

describe('fields that the specification names', () => {
  test.each([
    // shows: centre-look
    ['tenants/contract.ts', 'PageConfiguration', 'title logo'],
    // shows: training-fields
    [
      'schedule/contract.ts',
      'TrainingDetail',
      `name namePrefix typeName clubName trainerName roomName date time duration maxPlaces booked
       isPublic isWaitingListAllowed publicComment isCommentingAllowed`,
    ],
    // shows: training-private-comment
    ['schedule/editing/contract.ts', 'TrainingFields', 'privateComment publicComment'],
    // shows: registration-fields
    [
      'registrations/attendance/contract.ts',
      'Registration',
      'name email phone clientNumber place presence status',
    ],
    // shows: own-registration-fields
    [
      'registrations/contract.ts',
      'UserRegistration',
      `id registrationId startDateTime trainingName trainingColor trainerName trainingTypeName
       trainingTypeColor clubName roomName placeInWaitingList cancelingAllowed`,
    ],
    // shows: invoice-fields
    [
      'invoices/contract.ts',
      'Invoice',
      `invoiceNumber referenceNumber date dueDate payer client lines vatRows vatTotal totalWithoutVat
       isPaid balance`,
    ],
    // shows: invoice-line-fields
    ['invoices/contract.ts', 'InvoiceLine', 'article quantity price total'],
    // shows: contract-fields
    [
      'contracts/contract.ts',
      'Contract',
      'number createdDate packagePrice validFrom validUntil isTermless quantityRemaining quantityTotal',
    ],
    // shows: voucher-fields
    ['vouchers/contract.ts', 'Voucher', 'validFrom validUntil usesLeft state isShareable'],
    // shows: voucher-claim-fields
    ['vouchers/contract.ts', 'VoucherLink', 'claimedName'],
    // shows: ticket-fields
    ['tickets/contract.ts', 'Ticket', 'validUntil expired used'],
    // shows: joining-fields
    [
      'joining/contract.ts',
      'JoinForm',
      `firstName lastName idCode email phone country address city zip productId unitId startsOn code
       additionalInfo hasAgreed`,
    ],
    // shows: profile-fields
    ['account/contract.ts', 'Profile', 'address county email firstName lastName phone'],
    // shows: training-group-fields
    [
      'training-groups/contract.ts',
      'TrainingGroup',
      'id name activeMembers maxMembers club contactPerson capacity',
    ],
    // shows: group-member-fields
    [
      'training-groups/contract.ts',
      'TrainingGroupMember',
      `clientId firstName lastName idCode email phone contractStartDate contractEndDate clubName
       payerName payerEmail payerPhone`,
    ],
    // shows: video-fields
    ['videos/contract.ts', 'Video', 'id url title description thumbnailUrl types'],
    // shows: replacement-fields
    ['replacements/contract.ts', 'Replacement', 'training reason comment candidates state isActive'],
    // shows: feedback-fields
    ['feedback/contract.ts', 'Feedback', 'trainingRating trainerRating thought'],
    // shows: trainer-sums-fields
    ['statistics/contract.ts', 'TrainerStatistics', 'total.maleCount total.femaleCount'],
    // shows: price-fields
    ['products/contract.ts', 'Price', 'price unitId priceOnline'],
    // shows: trainer-availability
    ['trainers/contract.ts', 'getTrainerAvailability.response', 'isCondition'],
    // shows: session-claims
    [
      'kernel/session.ts',
      'SessionClaims',
      `clientId clientCode trainerId canSeeRegistrations canManageRegistrations isAdmin needsUpdate
       host keep email phone firstName lastName exp iat nbf iss aud`,
    ],
    // shows: login-body
    ['account/contract.ts', 'login.body', 'userCredentials deviceParameters'],
    // shows: device-parameters
    [
      'account/contract.ts',
      'DeviceParameters',
      'platform userAgent screenWidth screenHeight colorDepth cpuCores touchPoints',
    ],
    [
      'kernel/page-rules.ts',
      'PageRules',
      `main.defaultColorScheme main.country2Code main.defaultLanguage login.isEmail
       menu.isInvoiceHidden menu.isLanguageHidden notification.isSmsHidden
       pageFunctions.isTrainingCommentsEnabled pageFunctions.hasQrScanningForEntry
       pageFunctions.isSubstituteTrainerFunctionEnabled pages.isJoinCompletePage
       pages.isJoinSimplePage pages.isBuyPersonalTrainingPage payment.isPaymentActive
       payment.isPaymentInFrame filters`,
    ],
  ])('of %s %s has %s', async (file, schema, fields) => {
    expect(await missingFields(file, schema, fields)).toEqual([]);
  });

  test('one that is not there is missed', async () => {
    expect(await missingFields('products/contract.ts', 'Price', 'price cost')).toEqual(['cost']);
  });
});

const kept = (...calls: { cacheSeconds?: number }[]) => calls.map(({ cacheSeconds }) => cacheSeconds);

test.each<[string, unknown, unknown]>([
  // shows: three-languages, number-languages
  ['three languages', languages, ['et', 'en', 'lv']],
  // shows: themes
  ['two colour modes', colourModes, ['light', 'dark']],
  // shows: citizenship
  ['three countries of a citizen', idCountries, ['EE', 'LV', 'XX']],
  // shows: feedback-fields
  ['three ratings', ratings, ['dislike', 'like', 'love']],
  // shows: selector-kinds
  ['five filters of a timetable', timetableFilters, ['club', 'room', 'roomGroup', 'trainer', 'style']],
  // shows: payment-statuses
  [
    'seven states of a payment',
    paymentStatuses.join(' '),
    'PENDING AUTHORIZED PAID VOIDED ABANDONED PARTIALLY_REFUNDED REFUNDED',
  ],
  // shows: contract-codes
  [
    'seven codes of a contract',
    statusCodes,
    { normal: 0, blocked: 1, stopped: 2, badDebt: 3, ended: 4, closed: 5, debt: 6 },
  ],
  // shows: date-presets
  [
    'nine presets of dates',
    periods.join(' '),
    'previousWeek currentWeek currentWeekPast currentWeekFuture nextWeek previousMonth currentMonth currentMonthPast currentMonthFuture',
  ],
  // shows: number-sums-windows
  ['two windows of a trainer’s sums', windows, ['currentMonth', 'last30Days']],
  // shows: calls-base, calls-version
  [
    'the base of the API, its version and the client’s',
    [apiBase, apiVersion, clientVersion],
    ['/api/v0.1', '0.1', '0.5.7'],
  ],
  // shows: tag-comments
  ['the tag of kept comments', commentsTag, 'TrainingComments'],
  // shows: tag-replacements
  [
    'the tags of kept replacement requests',
    [listReplacements.noun, listTrainerReplacements.noun],
    ['ReplacementRequests', 'TrainerReplacementRequests'],
  ],
  // shows: calls-kept-an-hour, number-configuration-kept
  [
    'terms, page rules and configuration are kept an hour',
    kept(getBuyingTerms, getPageRules, getPageConfiguration),
    [3600, 3600, 3600],
  ],
  // shows: number-trainers-kept
  ['trainers and training groups are kept five minutes', kept(listTrainers, listTrainingGroups), [300, 300]],
  // shows: number-not-kept
  [
    'codes, contracts and whether a trainer is free are not kept',
    kept(checkCode, listContracts, getTrainerAvailability),
    [undefined, undefined, undefined],
  ],
  // shows: number-message-shown
  [
    'a message shows for five seconds, one cut off for two, and moves for 300 ms',
    [snackbarMs, initialSnackbarMs, snackbarTransitionMs],
    [5000, 2000, 300],
  ],
  // shows: number-version-check
  ['a new version is looked for every 30 seconds', checkMs, 30_000],
  // shows: colours-differ
  ['colours differ by 50, or by a contrast above 5', [leastColourDifference, leastContrast], [50, 5]],
  // shows: number-time-lists
  ['half hours where the centre sets nothing', defaultBookingLimits.personalEveryMinutes, 30],
  // shows: number-pages
  ['pages of 20, 50 and 100 rows', rowsChoices, [20, 50, 100]],
])('%s', (_, found, expected) => {
  expect(found).toEqual(expected);
});
