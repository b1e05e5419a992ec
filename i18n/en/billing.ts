export const billing = {
  /** A line of an invoice. */
  freezeArticle: '{{name}}: freeze {{from}}–{{until}}',
  /** Why a credit note is written. */
  surplusReason: 'Days after the end of contract {{number}}',

  // Mails about a contract; {{name}} is the package, {{number}} the contract's.
  renewsSubject: '{{tenant}}: your contract goes on after {{end}}',
  renewsText:
    'Your contract {{number}} ({{name}}) ends on {{end}} and then renews automatically until {{next}}. If that suits you, there is nothing to do.',
  renewsChoice: 'If you would rather end it, do so by {{choice}}:\n\n{{link}}',
  endsSubject: '{{tenant}}: your contract ends on {{end}}',
  endsText: 'Your contract {{number}} ({{name}}) ends on {{end}}. That is its last day.',
  endsChoice: 'If you want to go on training, you can make a new contract:\n\n{{link}}',
  priceSubject: '{{tenant}}: new price from {{from}}',
  priceText:
    'The price of your contract {{number}} ({{name}}) changes from {{before}} to {{after}}. The new price counts from the first period that begins on {{from}} or later; what is paid for stays as it is.',
  priceChoice: 'If you do not agree, you can end the contract before that day:\n\n{{link}}',
  priceKeptSubject: '{{tenant}}: your price stays {{after}}',
  priceKeptText:
    'The new price of {{told}} that we wrote to you about does not come. The price of your contract {{number}} ({{name}}) stays {{after}}.',
  priceKeptChoice: 'There is nothing to do. This is your contract:\n\n{{link}}',
  debtSubject: '{{tenant}}: your contract has an unpaid invoice',
  debtText:
    '{{amount}} of your contract {{number}} ({{name}}) is unpaid; it was due on {{due}}. Until it is paid, you cannot book with this contract. You can come in until {{grace}}.',
  badDebtSubject: '{{tenant}}: your contract is blocked until it is paid',
  badDebtText:
    '{{amount}} of your contract {{number}} ({{name}}) has been unpaid since {{due}}. Until it is paid, you can neither come in nor book with this contract.',
  debtChoice: 'Once it is paid, everything works again at once. Pay here:\n\n{{link}}',
} as const;
