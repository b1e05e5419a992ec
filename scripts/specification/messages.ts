import { by, type Proof, type Section, texts, words } from './entry.ts';

const spoken = by('src/server/assemble-messages.test.ts', '%s');
const screens = by(
  'src/server/assemble-messages.test.ts',
  'what only the screen says is said in the specification’s words',
);
const scans: Proof = by(
  'e2e/scanner.spec.ts',
  'a code is read after the reason was read and start pressed; the camera goes off with the screen',
);
const applies = by('src/shared/replacements/domain.test.ts', 'applying to one that is %s');
const machine = by(
  'src/shared/kernel/session-machine.test.ts',
  'a refresh refused before a call says so and ends the session, another failure changes nothing',
);

/** Point 8: what goes wrong, and what is said. */
export const messages: readonly Section[] = [
  {
    point: 8,
    title: 'How errors are handled',
    lines: [
      [
        'The first code says the words; an unknown one the general ones',
        by('src/web/kernel/call.test.ts', 'the text of a failed call is by the first code of its errors: %s'),
      ],
      [
        'Success is told by the name of what was done, with a number where there is one',
        by(
          'e2e/admin-calendar.spec.ts',
          'a series is moved from one date on, planned, applied and taken back',
        ),
      ],
      [
        'Without an HTTP status it is 0',
        by('src/web/kernel/call.test.ts', 'a call without an answer has the status 0'),
      ],
      ['A refresh that is refused ends the session', machine],
    ],
  },
  {
    point: 8,
    title: 'Messages',
    lines: [
      ['Invoice paid already', spoken, words('errors.invoiceAlreadyPaid', 'This invoice is already paid')],
      [
        'Registered already',
        by(
          'src/server/registrations/refusals/routes.test.ts',
          'says why, until when, what stands in the way, and only what can be booked',
        ),
        words('errors.alreadyRegistered', 'User is already registered'),
      ],
      [
        'Added to the waiting list',
        by('e2e/booking.spec.ts', 'a member joins the waiting list of a full training and leaves it'),
        texts('registrations.userAddedToWaitingList'),
      ],
      ['Campaign code not found', spoken, words('errors.campaignCodeNotFound', 'Campaign code not found')],
      ['Campaign code applied', screens, words('campaigns.applied', 'Campaign code applied')],
      ['Code not found', spoken, words('errors.codeNotFound', 'Code not found')],
      ['Places of a code full', spoken, words('errors.codePlacesFull', 'Code places are full')],
      ['Card expired', spoken, words('errors.cardExpired', 'Card expired')],
      ['Card not found', spoken, words('errors.cardNotFound', 'Card not found')],
      ['Card not read', scans, words('errors.cardScanFailed', 'Scanning card code failed')],
      ['Data not in order', spoken, words('errors.dataValidationFailed', 'Data validation failed')],
      [
        'A contract in that time already',
        by(
          'src/server/contracts/commands.test.ts',
          'is refused where the days are taken by another of the category',
        ),
        words('errors.hasActiveContract', 'User has an active contract in the selected period'),
      ],
      [
        'Wrong name or password',
        by('e2e/session.spec.ts', 'a wrong password is told, what was typed stays, the right one opens home'),
        words('errors.wrongCredentials', 'Wrong username or password'),
      ],
      [
        'Password not valid',
        by('src/server/account/routes.test.ts', 'from %s to %s is %i %s'),
        words('errors.passwordNotValid', 'Password is not valid'),
      ],
      [
        'No presence of somebody waiting',
        by(
          'src/server/registrations/attendance/routes.test.ts',
          'of somebody waiting is refused, for one and for many, and nothing is noted',
        ),
        words('errors.presenceOfWaiting', 'Cannot confirm presence, client is in the waiting list'),
      ],
      ['Invoice not found', spoken, words('errors.invoiceNotFound', 'Invoice not found')],
      [
        'No camera at the back',
        by('e2e/scanner.spec.ts', 'without a camera at the back it says so and offers the other one'),
        words('scanner.noBackCamera', 'No back camera found'),
      ],
      [
        'No free places',
        by(
          'src/server/registrations/refusals/routes.test.ts',
          'says why, until when, what stands in the way, and only what can be booked',
        ),
        words('errors.noFreePlaces', 'No free places left'),
      ],
      ['No products', spoken, words('errors.noProductsFound', 'No products found')],
      ['Action not allowed', spoken, words('errors.actionNotAllowed', 'Action not allowed')],
      ['Item not found', spoken, words('errors.itemNotFound', 'Item not found')],
      ['Voucher not shareable', spoken, words('errors.voucherNotShareable', 'Voucher is not shareable')],
      [
        'Payment not started',
        by('src/server/assemble-messages.test.ts', 'Starting payment failed: there is nobody to pay through'),
        words('errors.startingPaymentFailed', 'Starting payment failed'),
      ],
      [
        'Payment done, and not done',
        by(
          'src/server/assemble-messages.test.ts',
          'what only the screen says is said in the specification’s words',
        ),
        texts('payments.doneText', 'payments.failedText'),
      ],
      [
        'QR code denied',
        by(
          'src/server/entry/doors/routes.test.ts',
          'a new phone ends the one before it, and so do logging out and taking it away',
        ),
        words('errors.qrDenied', 'QR code denied'),
      ],
      [
        'QR code not valid',
        by('src/server/entry/offline/commands.test.ts', 'shows a code that a member scans'),
        words('errors.qrNotValid', 'QR code not valid'),
      ],
      [
        'QR code not made',
        by('src/server/entry/doors/routes.test.ts', 'a key that is none makes no codes'),
        words('errors.qrGenerationFailed', 'QR code generation failed'),
      ],
      [
        'QR code not processed',
        by('e2e/scanner.spec.ts', 'where codes cannot be processed it says so, and the code is typed'),
        words('errors.qrProcessingError', 'QR code processing error'),
      ],
      [
        'QR code not sent',
        by('e2e/scanner.spec.ts', 'a code that was read says that it could not be sent'),
        words('errors.qrNoConnection', 'No connection - sending QR failed'),
      ],
      [
        'Registering not allowed',
        by(
          'src/server/registrations/refusals/routes.test.ts',
          'says why, until when, what stands in the way, and only what can be booked',
        ),
        words('errors.registeringNotAllowed', 'Registering not allowed'),
      ],
      [
        'Registering limit',
        by(
          'src/server/registrations/refusals/routes.test.ts',
          'says why, until when, what stands in the way, and only what can be booked',
        ),
        words('errors.registeringLimitExceeded', 'Registering limit exceeded'),
      ],
      [
        'Same-day limit',
        by(
          'src/server/registrations/refusals/routes.test.ts',
          'says why, until when, what stands in the way, and only what can be booked',
        ),
        words('errors.sameDayLimitExceeded', 'Same-day limit exceeded'),
      ],
      [
        'Limit of one style on one date',
        by(
          'src/server/registrations/refusals/routes.test.ts',
          'says why, until when, what stands in the way, and only what can be booked',
        ),
        texts('errors.sameStyleLimitExceeded'),
      ],
      [
        'Room not available',
        by(
          'src/server/rooms/rentals/routes.test.ts',
          'of many who press for one hour, one has it; another hour of the whole is not sold beside it',
        ),
        words('errors.roomNotAvailable', 'Room is not available for booking'),
      ],
      [
        'Saved, deleted',
        by(
          'e2e/profile.spec.ts',
          'details are kept, a wrong one is told at its field and nothing typed is lost',
        ),
        words('editing.reservationSaved', 'Saved successfully'),
        words('editing.reservationDeleted', 'Deleted successfully'),
      ],
      [
        'Password changed',
        by('e2e/profile.spec.ts', 'a password is changed: the message says so, and the new one opens'),
        words('account.passwordChanged', 'Password changed'),
      ],
      [
        'Presence changed',
        by(
          'e2e/attendance.spec.ts',
          'presence is noted with one press, taken back, and others see it at once',
        ),
        words('attendance.presenceChanged', 'Presence changed'),
      ],
      [
        'How many messages went out with a change',
        by(
          'e2e/admin-calendar-together.spec.ts',
          'who is booked is told once, and the message count is said',
        ),
        words('editing.messages_other', '{{count}} messages sent'),
      ],
      [
        'Server error',
        by(
          'src/server/kernel/faults.test.ts',
          'a fault of ours is a server error that tells nothing of it; the log tells all, under the same number',
        ),
        words('errors.serverError', 'Server error'),
      ],
      [
        'Session not refreshed',
        machine,
        words('errors.refreshingSessionFailed', 'Refreshing session failed'),
      ],
      [
        'Training not found',
        by(
          'src/server/registrations/refusals/routes.test.ts',
          'a training that does not exist has nothing instead',
        ),
        words('errors.trainingNotFound', 'Training not found'),
      ],
      [
        'No schedule',
        by('e2e/nothing-there.spec.ts', 'a timetable that cannot be had says so, and comes once it can'),
        words('errors.unableToGetSchedule', 'Unable to get schedule'),
      ],
      [
        'No training info',
        by('e2e/nothing-there.spec.ts', 'a training that cannot be had says so, and comes once it can'),
        words('errors.unableToGetTrainingInfo', 'Unable to get training info'),
      ],
      [
        'Anything else',
        by(
          'src/web/kernel/translate.test.ts',
          'of several keys the first known one counts, and an unknown one is its own text',
        ),
        words('errors.unknown', 'Error happened, try again'),
      ],
      ['Application failed', applies, words('errors.applicationFailed', 'Application failed')],
      [
        'Application not taken back',
        by('src/shared/replacements/domain.test.ts', 'withdrawing what was decided, or never offered'),
        texts('errors.cancelApplicationFailed'),
      ],
      [
        'Application not found',
        by('src/shared/replacements/domain.test.ts', 'withdrawing what was decided, or never offered'),
        words('errors.applicationNotFound', 'Application not found'),
      ],
      [
        'Ticket expired, used, not found',
        spoken,
        texts('errors.ticketExpired', 'errors.ticketUsed'),
        words('errors.ticketNotFound', 'Ticket not found'),
      ],
      [
        'Voucher not found, expired, used',
        spoken,
        words('errors.voucherNotFound', 'Voucher not found'),
        words('errors.voucherExpired', 'Voucher expired'),
        words('errors.voucherAlreadyUsed', 'Voucher already used'),
      ],
      [
        'Giving back not allowed',
        by(
          'src/server/registrations/routes.test.ts',
          'is late after the deadline, impossible after the start, and never somebody else’s',
        ),
        texts('errors.cancellingNotAllowed'),
      ],
    ],
  },
];
