/** What an administrator does about a client's invoices. */
export const clientInvoices = {
  title: 'Invoices',
  none: 'No invoices',
  notLoaded: 'The invoices could not be loaded',
  toPay: 'To pay in all: {{amount}}',
  credit: 'The client has {{amount}} of credit',
  balance: 'to pay {{amount}}',
  open: 'Open',
  openNamed: 'Open invoice {{number}}',
  more: 'Show more invoices',
  card: 'Card',
  paidBy: '{{how}}, {{amount}}',
  refunded: '{{amount}} paid back',
  onItsWay: '{{amount}} on its way back',

  creditLines: 'Credit',
  creditTitle: 'Credit invoice {{number}}',
  creditText:
    'A credit note is made at once and mailed to the payer. What was paid of it becomes the client’s credit, which pays other invoices or is paid back.',
  amountOf: 'Of {{article}}',
  most: 'At most {{amount}}',
  amountNeeded: 'Enter an amount in euros, at most {{amount}}',
  credited: 'Credited',
  toCredit: 'Becomes the client’s credit',
  stillToPay: 'Still to pay',
  creditReason: 'Shown on the credit note',
  creditDone: 'Credit note {{number}} of {{amount}} is made',

  writeOff: 'Write off',
  writeOffTitle: 'Write off invoice {{number}}?',
  writeOffText:
    'The centre gives up what is still owed: nobody is reminded of it any more, and it is no debt of the client. It cannot be taken back here. Money that comes later is booked all the same.',
  givenUp: 'Given up',
  keep: 'Keep asking for it',
  writeOffDone: '{{amount}} is written off',

  refund: 'Pay back',
  refundTitle: 'Pay back money of invoice {{number}}',
  refundText:
    'The money goes back to the account or card it came from: {{how}}. What came by bank transfer or at the desk is paid back by hand.',
  refundAmount: 'Amount',
  goesBack: 'Goes back',
  fromCredit: 'Of this, the client’s credit',
  fromInvoice: '{{amount}} of the invoice is then to be paid again. If it is not owed, credit it first.',
  refundReason: 'Kept with the refund and in the log',
  refundDone: 'The money is paid back',
  refundSent: 'The payment service has taken the refund; the money is on its way',

  reason: 'Reason',
  reasonNeeded: 'Give a reason',
} as const;
