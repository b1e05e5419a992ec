/** What an administrator decides about a client's contract. */
export const clientContracts = {
  title: 'Contracts',
  none: 'No contracts',
  notLoaded: 'The contracts could not be loaded',
  open: 'Open',
  openNamed: 'Open contract {{number}}',
  package: 'Package',
  priceNow: 'Price',
  openInvoice: 'Invoice {{number}}, due {{date}}',
  debt: 'Debt',

  giving: {
    open: 'Make a contract',
    title: 'New contract',
    club: 'Club',
    nothing: 'No packages are sold in this club',
    none: 'The client has a contract of this kind without an end. Another cannot begin.',
    heldUntil: 'The client has a contract of this kind; the next can begin on {{date}}',
    text: 'The contract is made at once. Its first invoice is mailed to the client, to be paid by bank link or transfer.',
    startsEarly: 'The client asks to begin at once',
    startsEarlyHint:
      'They can withdraw within {{days}} days; the days used by then are paid for. Without this everything is paid back.',
    first: 'First invoice',
    payDay: 'Periods begin',
    payDayOn: 'on day {{day}} of the month',
    part: 'First period',
    partOf: '{{days}} days of {{of}}',
    save: 'Make the contract',
    saveFor: 'Make the contract, invoice {{price}}',
    done: 'Contract {{number}} is made, invoice {{invoice}}',
    notSold: 'This club does not sell this package any more. Choose another one.',
    overlaps: 'The client has a contract of this kind in these days already',
    unpaid: 'Not done: the client has an invoice of such a contract that is not paid',
    blocked: 'Not done: the client’s contract of this kind is blocked',
    gone: 'The client is not there any more, made one with another maybe. Look them up again.',
  },

  price: 'Change the price',
  priceTitle: 'New price for contract {{number}}',
  priceText:
    'Counts from the first period that begins on the date or later. The payer is told by mail at once. What was agreed for a term or a binding keeps its price that long.',
  newPrice: 'New price, {{period}}',
  priceNeeded: 'Enter the price in euros, like 45.50',
  from: 'From',
  fromHint: '{{date}} at the earliest, so that the payer is told in time',
  fromTooEarly: 'Choose {{date}} or later',
  fromTooSoon: 'The payer could not be told in time. Choose a later date',
  priceMove: 'Price',
  countsFrom: 'For periods that begin from',
  priceDone: 'The new price is set; the payer is told by mail',
  priceSame: 'Nothing changed: the contract has this price already',

  block: 'Block the contract',
  blockAgain: 'Change the block',
  blockTitle: 'Block contract {{number}}',
  blockText:
    'While it is blocked, the client cannot come in or book with this contract, and what is booked with it is given back. Its periods are billed all the same.',
  until: 'Last day of the block',
  untilHint: 'Empty: until somebody lifts it',
  untilPast: 'The last day cannot be in the past',
  blockDone: 'The contract is blocked',

  unblock: 'Lift the block',
  unblockTitle: 'Lift the block of contract {{number}}',
  unblockText:
    'The contract can be used again at once, unless there is a debt. Bookings given back meanwhile do not return by themselves.',
  unblockDone: 'The block is lifted',

  collect: 'Give to a collector',
  collectTitle: 'Give contract {{number}} to a collector',
  collectText:
    'The debt of {{amount}} goes to a collector. From then on the contract is closed: nothing can be booked or entered with it, and it cannot be taken back here.',
  collectDone: 'The debt is given to a collector',

  reason: 'Reason',
  reasonHint: 'Seen by the client with the contract, and kept in the log',
  reasonNeeded: 'Give a reason',
} as const;
