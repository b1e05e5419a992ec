/**
 * What each error code says (specification point 8). A code without a text does not compile. Codes that no page can do
 * without are in first-errors.ts; these come when the page has come to rest.
 */
export const errors = {
  wrongCredentials: 'Wrong username or password',
  passwordNotValid: 'Password is not valid',
  factorNotValid: 'This code is not right. Take the one your app shows now',
  loginOver: 'Logging in took too long. Enter your password once more',
  codesThereAlready: 'An app with codes is set up already',
  passkeyNotValid: 'This passkey was not accepted. Take another one, or another way',
  passkeyRequestOver: 'That took too long. Press once more',
  passkeyThereAlready: 'This passkey is there already',
  passkeyNotFound: 'This passkey is gone already',
  tooManyPasskeys: 'You have {{limit}} passkeys. Remove one you no longer use first',
  identityNotOffered: 'This centre does not use this service',
  identityServiceSilent:
    'The service that knows you does not answer right now. Try again in a moment, or go on another way',
  identityRequestOver: 'That took too long, or was begun in another window. Press once more',
  identityRefused: 'It was not confirmed. Try again, or go on another way',
  identityTimedOut: 'We waited in vain for your PIN. Try again',
  identityNotValid: 'The answer could not be trusted. Try again, or go on another way',
  identityUnknown:
    'No account here is linked to you by this. Log in another way, and link it in your profile',
  identityOfOther: 'This is linked to another account here',
  identityThereAlready: 'This is linked already',
  mobileIdNotFound: 'There is no Mobile-ID with this number and personal code. Check both',
  mobileIdPhoneAbsent: 'Your phone is switched off or has no signal. Try again once it has one',
  mobileIdNotDelivered: 'The question did not reach your phone. Try again in a moment',
  mobileIdSimFailed: 'Your SIM card could not do it. Ask your operator, or log in another way',
  idCardRevoked:
    'This ID card is revoked or suspended, so it opens nothing. Take the valid one, ask for a new one where yours was issued, or go on another way',
  idCardUnknown: 'The issuer of this card does not know it. Take another card, or go on another way',
  idCardIssuerSilent:
    'We could not ask whether this card is valid: its issuer does not answer. Try again in a moment, or go on another way',
  idCardIssuerLate:
    'The issuer of this card took too long to say whether it is valid. Try again in a moment, or go on another way',
  idCardIssuerRefusing:
    'The issuer of this card cannot say right now whether it is valid. Try again in a moment, or go on another way',
  idCardAnswerUnreadable:
    'We did not understand what the issuer says of this card. Try again in a moment, or go on another way',
  idCardAnswerUnsigned:
    'What we were told of this card does not come from its issuer. Try again in a moment, or go on another way',
  idCardAnswerOfAnother:
    'We were told of another card than yours. Try again in a moment, or go on another way',
  idCardAnswerOld:
    'What we were told of this card is not of now. Try again in a moment, or go on another way',
  idCardAnswerReplayed:
    'What we were told of this card was said before we asked. Try again in a moment, or go on another way',
  identityNotFound: 'It is unlinked already',
  tooManyIdentities: 'You have {{limit}} ways of this kind. Unlink one you no longer use first',
  resetLinkEarly: 'The link is not good yet: it works a day after it was mailed',
  factorMissing: 'Set up a second step first',
  factorDemanded: 'This centre demands a second step of you: set it up in your profile',
  proofNeeded: 'Confirm once more that it is you',
  passwordTooCommon: 'That password is among the first ones tried by strangers. Choose another',
  resetLinkExpired: 'The link has expired or was used already. Ask for a new one',
  trainingNotFound: 'Training not found',
  registeringNotAllowed: 'Registering not allowed',
  bookingClosed: 'Not booked: booking closed at {{time}}',
  bookingNotOpen: 'Not booked: booking opens on {{date}} at {{time}}',
  trainingCancelled: 'Not booked: this training does not take place',
  alreadyRegistered: 'User is already registered',
  overlappingTraining: 'Not booked: you have {{name}} at {{time}}, at the same time',
  addressLimitExceeded: 'Nothing was booked: one mail address may have {{limit}} places in a training',
  registeringLimitExceeded: 'Registering limit exceeded: you may have {{limit}} upcoming trainings',
  sameDayLimitExceeded: 'Same-day limit exceeded: {{limit}} trainings a day',
  sameStyleLimitExceeded:
    'Not booked: you already have {{name}} at {{time}} on that day. Limit of the same style on one date exceeded',
  noFreePlaces: 'No free places left',
  registrationNotFound: 'Registration not found',
  cancellingNotAllowed: 'Cancelling is not allowed any more: the training began at {{time}}',
  placeUsed: 'You are noted as present: the place is used and cannot be given back',
  bookingBanned: 'Booking ahead is closed to you until {{date}} {{time}}',
  offerEnded: 'The offer has ended; the place went to the next in line',
  undoTooLate: 'The place cannot be taken back any more',
  // Products and tickets.
  noProductsFound: 'No products found',
  ticketNotFound: 'Ticket not found',
  ticketExpired: 'The ticket expired on {{date}}',
  ticketUsed: 'The ticket is used',
  ticketNotYetValid: 'The ticket is valid from {{date}}',
  ticketBookedPast:
    'The ticket would end on {{until}}, before your training on {{booked}}. Give that up first',

  // Vouchers.
  voucherNotFound: 'Voucher not found',
  voucherExpired: 'Voucher expired',
  voucherAlreadyUsed: 'Voucher already used',
  voucherNotShareable: 'Voucher is not shareable',
  voucherNotYetValid: 'Voucher is valid from {{date}} on',
  voucherRevoked: 'Voucher was withdrawn by the centre',
  voucherNotForClub: 'Voucher is for another club',
  voucherLinksFull: 'No link was made: of one voucher {{limit}} may be open at once',
  voucherKept: 'Nothing was done: the voucher is in another account already',
  voucherClaimed: 'The link has been claimed already and cannot be taken back',
  codeNotFound: 'Code not found',

  // Campaigns.
  campaignCodeNotFound: 'Campaign code not found',
  campaignNotYetValid: 'Campaign code is valid from {{date}} on',
  campaignExpired: 'Campaign code expired on {{date}}',
  codePlacesFull: 'Code places are full',
  campaignNotForPackage: 'Campaign code is not for this package',
  campaignNotForClub: 'Campaign code is not for this club',
  campaignAlreadyUsed: 'You have used this campaign code already',
  // Invoices.
  invoiceNotFound: 'Invoice not found',
  noCredit: 'There is no credit to use',
  // Payments
  invoiceAlreadyPaid: 'This invoice is already paid',
  startingPaymentFailed: 'Starting payment failed. Nothing was charged, try again or choose another way',
  paymentNotFound: 'Payment not found',
  // Paid trainings.
  coverNeeded: 'Not booked: this training is paid for, and no ticket or voucher of yours covers it',
  // What keeps a contract from covering a training.
  contractNotForClub: 'Not booked: your contract does not cover trainings in this club',
  contractNotForTime: 'Not booked: your contract does not cover trainings at this hour',
  contractEnded: 'Not booked: your contract ends on {{date}}',
  contractNotYetValid: 'Not booked: your contract begins on {{date}}',
  contractBlocked: 'Not booked: your contract is blocked. Ask the centre',
  contractInDebt: 'Not booked: an invoice of your contract is overdue. Pay it first',
  contractFrozen: 'Not booked: your contract is frozen until {{date}}',
  contractVisitsUsed: 'Not booked: all {{visits}} visits of your contract are taken until {{date}}',
  // Contracts.
  contractNotFound: 'Contract not found',
  hasActiveContract: 'User has an active contract in the selected period',
  // Packages of personal trainings.
  packageNotFound: 'Package not found',
  packageNotShareable: 'This package cannot be shared',
  packageSharesFull: 'A package can be shared with {{limit}} people at once',
  shareNotFound: 'Nothing is shared here any more',
  contractUnpaid: 'Not done: this contract has an invoice that is not paid. Pay it first',
  contractIsBlocked: 'Not done: the centre has blocked this contract',
  freezeTooSoon: 'Not frozen: the first day can be {{date}} at the earliest',
  freezeTooShort: 'Not frozen: {{days}} days are the least',
  freezeTooFar: 'Not frozen: the first day can be {{date}} at the latest',
  freezeTooLong: 'Not frozen: {{days}} days are the most',
  freezeOutside: 'Not frozen: the contract ends on {{date}}',
  freezeOverlaps: 'Not frozen: it is frozen from {{from}} to {{until}} already',
  freezeTaken: 'Not frozen: some of these days are frozen already',
  freezeTooOften: 'Not frozen: within twelve months it can be frozen {{times}} times',
  freezeVisitsTaken:
    'Not frozen: {{taken}} visits are taken or booked, {{visits}} would be left. Freeze from {{date}}',
  noticeGivenAlready: 'Notice was given already: the last day is {{date}}',
  contractEndsItself: 'The contract ends by itself on {{date}}, no notice is needed',
  withdrawalOver: 'Withdrawing was possible until {{date}}',
  // Joining.
  joinShownOver: 'What was confirmed is some minutes old by now. Confirm once more, or type your details',
  joinNotFound: 'Joining not found. Its link may have been used, or its time is over',
  joinNotProven: 'Nothing is paid at first, so we mailed you a link: open it and press there to join',
  // QR codes at a door.
  keycardNotOffered: 'This centre issues no cards for this wallet',
  keycardServiceSilent: 'Google Wallet does not answer right now. Try again in a moment',
  qrDenied: 'QR code denied',
  qrNotValid: 'QR code not valid',
  qrGenerationFailed: 'QR code generation failed',
  qrProcessingError: 'QR code processing error',
  qrNoConnection: 'No connection - sending QR failed',
  qrExpired: 'This code was shown a while ago. Scan the one that is shown now',
  // Doors.
  entryNothingValid: 'Nothing of yours opens this door now: no contract, ticket or training',
  entryBarred: 'Not let in: blocked by the centre. Ask there',
  entryClosed: 'Closed now. Open from {{opens}} to {{closes}}',
  entryClosedToday: 'Closed today',
  entryAlreadyInside: 'You came in a moment ago',
  doorPairingWrong: 'This number makes no door. It is good once, for 15 minutes',
  doorUnknown: 'This tablet is no door any more. Ask an administrator for a new number',
  // The roll of a training.
  clientNotFound: 'Client not found',
  // Renting.
  roomNotAvailable: 'Room is not available for booking in this time',
  tooManyPeople: 'This room holds at most {{limit}}',
  rentalLimitExceeded: 'You may have {{limit}} rentals ahead at once',
  // Personal trainings.
  slotTaken: 'Not booked: this time is not free any more',
  // The back office.
  nameInContract: 'The name is in your contract: the centre changes it',
  emailLinkExpired: 'The link has expired or was used already. Ask for a new one in your profile',
  emailLinkOfAnother:
    'This link belongs to another login. Log out, and in again with that one, and open the link once more',
  emailUnchanged: 'That is your address already',
  sessionNotFound: 'This device is logged out already',
  emailTaken: 'Another account has this e-mail',
  changedMeanwhile: 'Not saved: somebody else changed this meanwhile',
  // Feedback.
  feedbackNotPresent: 'Feedback is given by those who were there',
  feedbackTooEarly: 'Feedback is open once the training is over: {{date}} at {{time}}',
  feedbackTooLate: 'The time for feedback ended on {{date}} at {{time}}',
  commentingNotAllowed: 'Not saved: this training takes no comments, only ratings',
  // Privacy.
  erasureRefused: 'The account is not erased: something must be settled first',
  erasureAsked: 'Erasing was asked for already',
  erasureNotAsked: 'There is nothing to take back',
} as const;
