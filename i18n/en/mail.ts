export const mail = {
  greeting: 'Hello {{name}},',
  signature: '{{tenant}}',
  passwordResetSubject: '{{tenant}}: choose a new password',
  passwordResetBody:
    'Somebody, hopefully you, asked for a new password. Choose it here within {{minutes}} minutes:\n\n{{link}}\n\nIf it was not you, do nothing: the old password stays.',
  visitorSubject: '{{tenant}}: {{name}}, {{when}}',
  visitorBooked: 'A place is booked for you: {{name}}, {{when}}.',
  visitorWaiting:
    'You are on the waiting list: {{name}}, {{when}}. If a place frees up, the first one waiting gets it.',
  visitorFreeUntil: 'You can cancel free until {{until}}.',
  visitorCancelLink: 'To cancel the booking, open this link:\n\n{{link}}',
  visitorLeaveLink: 'To leave the waiting list, open this link:\n\n{{link}}',
  visitorNotYou:
    'If you have not booked this, open the link as well and cancel: then the place is free for somebody else.',
  voucherSubject: '{{tenant}}: {{name}}',
  voucherClaimed: '{{giver}} has given you: {{name}}.',
  voucherBought: 'Your voucher: {{name}}.',
  voucherFacts_one: 'It holds {{count}} use and is valid until {{until}}.',
  voucherFacts_other: 'It holds {{count}} uses and is valid until {{until}}.',
  voucherLink: 'Here it is, with what is left of it:\n\n{{link}}',
  voucherCode:
    'At the desk show the page or tell the code {{code}}. Whoever has the link or the code can use it.',
  voucherTakenSubject: '{{tenant}}: {{claimer}} has claimed your voucher',
  voucherTaken: '{{claimer}} has claimed what you shared: {{name}}. It cannot be taken back any more.',
} as const;
