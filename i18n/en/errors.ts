/**
 * What each error code says (specification point 8). A code without a text does not compile. Codes that no page can do
 * without are in first-errors.ts; these come when the page has come to rest.
 */
export const errors = {
  wrongCredentials: 'Wrong username or password',
  passwordNotValid: 'Password is not valid',
  passwordTooCommon: 'That password is among the first ones tried by strangers. Choose another',
  resetLinkExpired: 'The link has expired or was used already. Ask for a new one',
  trainingNotFound: 'Training not found',
  unableToGetSchedule: 'Unable to get schedule',
  unableToGetTrainingInfo: 'Unable to get training info',
  registeringNotAllowed: 'Registering not allowed',
  bookingClosed: 'Not booked: booking closed at {{time}}',
  bookingNotOpen: 'Not booked: booking opens on {{date}} at {{time}}',
  trainingCancelled: 'Not booked: this training does not take place',
  alreadyRegistered: 'User is already registered',
  overlappingTraining: 'Not booked: you have {{name}} at {{time}}, at the same time',
  registeringLimitExceeded: 'Registering limit exceeded: you may have {{limit}} upcoming trainings',
  sameDayLimitExceeded: 'Same-day limit exceeded: {{limit}} trainings a day',
  sameStyleLimitExceeded:
    'Not booked: you already have {{name}} at {{time}} on that day. Limit of the same style on one date exceeded',
  noFreePlaces: 'No free places left',
  registrationNotFound: 'Registration not found',
  cancellingNotAllowed: 'Cancelling is not allowed any more: the training began at {{time}}',
  bookingBanned: 'Booking ahead is closed to you until {{date}} {{time}}',
  offerEnded: 'The offer has ended; the place went to the next in line',
  undoTooLate: 'The place cannot be taken back any more',
  // Products and tickets.
  noProductsFound: 'No products found',
  ticketNotFound: 'Ticket not found',
  ticketExpired: 'The ticket expired on {{date}}',
  ticketUsed: 'The ticket is used',
  ticketNotYetValid: 'The ticket is valid from {{date}}',

  // Vouchers.
  voucherNotFound: 'Voucher not found',
  voucherExpired: 'Voucher expired',
  voucherAlreadyUsed: 'Voucher already used',
  voucherNotShareable: 'Voucher is not shareable',
  voucherNotYetValid: 'Voucher is valid from {{date}} on',
  voucherRevoked: 'Voucher was withdrawn by the centre',
  voucherNotForClub: 'Voucher is for another club',
  voucherLinksFull: 'No link was made: of one voucher {{limit}} may be open at once',
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
  creditTooLarge: 'More would be credited than was charged',
  // Payments
  invoiceAlreadyPaid: 'This invoice is already paid',
  startingPaymentFailed: 'Starting payment failed. Nothing was charged, try again or choose another way',
  paymentNotFound: 'Payment not found',
  refundNotPossible: 'This payment cannot be refunded by that sum: at most €{{most}} can go back',
  refundFailed: 'The refund was refused by the payment provider. Nothing was sent back',
  bankFileNotValid: 'This is not an account statement we can read (camt.053)',
  bankFileOtherAccount: 'This statement is of another account',
  bankEntrySettled: 'This receipt has been decided already',
  // Paid trainings.
  coverNeeded: 'Not booked: this training is paid for, and no ticket or voucher of yours covers it',
  // What keeps a contract from covering a training.
  contractNotForClub: 'Not booked: your contract does not cover trainings in this club',
  contractNotForTime: 'Not booked: your contract does not cover trainings at this hour',
  contractEnded: 'Not booked: your contract ends on {{date}}',
  contractNotYetValid: 'Not booked: your contract begins on {{date}}',
  contractBlocked: 'Not booked: your contract is blocked. Ask the centre',
  contractInDebt: 'Not booked: an invoice of your contract is overdue',
  contractFrozen: 'Not booked: your contract is frozen until {{date}}',
  contractVisitsUsed: 'Not booked: all {{visits}} visits of your contract are taken until {{date}}',
  // Contracts.
  contractNotFound: 'Contract not found',
  hasActiveContract: 'User has an active contract in the selected period',
  // Corrections of visits and uses.
  ticketUnlimited: 'This ticket has no number of visits to correct',
  ticketVisitsTooFew: 'Nothing was changed: {{left}} is all that is left of the visits',
  voucherUsesTooFew: 'Nothing was changed: {{left}} is all that is left of the uses',
  // Packages of personal trainings.
  packageNotFound: 'Package not found',
  packageNotShareable: 'This package cannot be shared',
  packageSharesFull: 'A package can be shared with {{limit}} people at once',
  shareNotFound: 'Nothing is shared here any more',
} as const;
