export const mail = {
  greeting: 'Hello {{name}},',
  whyOffer: 'You get offers because you agreed to them. You can stop them here: {{url}}',
  signature: '{{tenant}}',
  smsUsedUpSubject: '{{tenant}}: the day’s SMS are used up',
  smsUsedUpBody:
    '{{most}} SMS about places and waiting lists went out within a day, more than members usually bring about. Until the day is over such news go by mail instead; trainings that you call off or move are told by SMS as before. If you did not expect it, look whose waiting lists and numbers they were.',
  passwordResetSubject: '{{tenant}}: choose a new password',
  passwordResetBody:
    'Somebody, hopefully you, asked for a new password. Choose it here within {{minutes}} minutes:\n\n{{link}}\n\nIf it was not you, do nothing: the old password stays.',
  passwordResetTooEarly:
    'Somebody, hopefully you, asked for a new password. The address of this account was changed by {{tenant}} a short while ago, and its owner is to hear of that first: from {{when}} on a link can be mailed here. Whoever knows the password can log in meanwhile.\n\nQuestions? {{contact}}',
  emailChangeSubject: '{{tenant}}: confirm your new address',
  emailChangeBody:
    'You asked to use this address at {{tenant}}. Confirm it here within {{hours}} hours:\n\n{{link}}\n\nYou are asked to log in first. Until then nothing changes. If it was not you, do nothing.',
  emailTakenSubject: '{{tenant}}: this address is in use already',
  emailTakenBody:
    'Somebody, perhaps you, asked to use this address for another account at {{tenant}}. It belongs to an account already: log in with it, or choose a new password here:\n\n{{link}}',
  emailAskedSubject: '{{tenant}}: another address was asked for',
  emailAskedBody:
    'Somebody, hopefully you, asked for messages to go to {{email}} from now on. It changes once that address is confirmed.\n\nIf it was not you, change your password: {{link}}',
  emailChangedSubject: '{{tenant}}: your address has changed',
  emailChangedBody:
    'Messages of {{tenant}} go to {{email}} from now on, and no longer to this address.\n\nIf it was not you, write to the centre: {{contact}}',
  firstInvitationSubject: '{{tenant}} is ready to be set up',
  firstInvitation:
    '{{tenant}} has a place of its own now: {{origin}}. You are its administrator.\n\nChoose your password within {{days}} days here: {{link}}\n\nThen you are led through everything the first booking needs. You can leave at any step and come back.',
  visitorSubject: 'Confirm your place: {{name}}, {{when}}',
  visitorBooked: 'The place is yours. Nothing is to be paid now.',
  visitorWaits: 'You are on the waiting list. As soon as there is a place for you, we tell you.',
  visitorFreeUntil: 'Cancel free until {{until}}. After that it counts as a late cancellation.',
  visitorOpen: 'See or cancel the booking: {{link}}',
  visitorBookedSubject: '{{tenant}}: booked, {{name}}, {{when}}',
  visitorWaitsSubject: '{{tenant}}: on the waiting list, {{name}}, {{when}}',
  visitorAsked: 'You asked for a place at {{tenant}}: {{name}}, {{when}}.',
  visitorAskedToWait: 'You asked for a place in the waiting list at {{tenant}}: {{name}}, {{when}}.',
  visitorPress: 'Nothing is booked yet. Open this link and press once, and the place is yours:\n\n{{link}}',
  visitorPressToWait:
    'You are not waiting yet. Open this link and press once, and you are on the waiting list:\n\n{{link}}',
  visitorLinkUntil: 'You can press until {{until}}. Later the same link shows the booking and cancels it.',
  visitorNotYou: 'If you did not ask for this, do nothing: nothing is booked in your name.',
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
  erasureAskedSubject: '{{tenant}}: your account is erased on {{date}}',
  erasureAsked:
    'You asked for your account to be erased. It happens on {{date}}.\n\nIf you think again, or if it was not you, log in before that and keep it:\n\n{{link}}',
  erasureDoneSubject: '{{tenant}}: your account is erased',
  erasureDone:
    'Your account and what was kept about you are erased. Invoices and contracts are kept as long as the law asks for. This is the last message to this address.',
  factorReset: {
    subject: '{{tenant}}: the second step of an account',
    asked:
      'An administrator of {{tenant}}, {{who}}, asks that the second step be removed from your account, as you have lost it, together with Smart-ID if it is linked. Nothing is removed yet.\n\nIf you did not ask for this, log in with your second step: that ends the request. And write to the centre at once: {{contact}}',
    link: 'Your lost second step can be removed now. Open this link within {{hours}} hours and enter your password:\n\n{{link}}\n\nIf you did not ask for this, log in with your second step: then the link no longer works. And write to the centre at once: {{contact}}',
    operator:
      'Who runs the installation of {{tenant}} was asked to remove the second step from your account. This link works in {{hours}} hours, for a day, together with your password:\n\n{{link}}\n\nIf you did not ask for this, log in with your second step: then the link no longer works. And write to the centre at once: {{contact}}',
    done: 'The second step of your account at {{tenant}} was removed by the link we mailed and your password. All devices were logged out.\n\nIf it was not you, write to the centre at once: {{contact}}',
    toConfirm:
      '{{who}} asks that {{whose}} be freed of a lost second step of logging in. Confirm it within {{hours}} hours only if you know yourself that it is really them who ask:\n\n{{link}}',
    operatorTold:
      'Who runs the installation was asked to free {{whose}} of a lost second step of logging in. The link they were mailed works in {{hours}} hours. If you know nothing of it, write to whoever runs the installation at once.',
  },
  administrator: {
    subject: '{{tenant}}: who administers the centre',
    added:
      '{{who}} made {{whose}} ({{email}}) an administrator of {{tenant}}.\n\nIf you know nothing of it, look at the users of the centre at once and speak with {{who}}, or write to the centre: {{contact}}',
    moved:
      '{{who}} gave {{whose}}, an administrator of {{tenant}}, another address: {{email}}.\n\nIf you know nothing of it, look at the users of the centre at once and speak with {{whose}}, or write to the centre: {{contact}}',
  },
  alert: {
    cameIn: '{{tenant}}: somebody logged in to your account',
    newDevice:
      'Somebody logged in to your account at {{tenant}} on a device that was not used for it before: {{name}}.',
    identityLinked: '{{name}} was linked to your account at {{tenant}}. It opens your account from now on.',
    identityUnlinked:
      '{{name}} was unlinked from your account at {{tenant}}. It opens nothing any more. You can link it again in your profile.',
    passkeyAdded:
      'The passkey “{{name}}” was added to your account at {{tenant}}. It opens your account from now on.',
    passkeyCopied:
      'Somebody tried to log in to your account at {{tenant}} with a copy of the passkey “{{name}}”, and was refused. Remove this passkey and add a new one.',
    passkeyRemoved:
      'The passkey “{{name}}” was removed from your account at {{tenant}}. It opens nothing any more.',
    idCardRefused: '{{tenant}}: your ID card was refused',
    idCardRevoked:
      'Your ID card was used at {{tenant}} with its PIN1. Its issuer says that it is revoked or suspended, so it was refused and opened nothing. Your new card opens your account as before. If no card is to open it, unlink it in your profile.',
    subject: '{{tenant}}: your account has changed',
    codesAdded:
      'An app with codes was set up for your account at {{tenant}}: its codes are asked for at log-in from now on. All other devices were logged out and get no notifications any more, and the private address of your calendar was ended: make a new one where you use it.',
    codesRemoved:
      'The app with codes was removed from your account at {{tenant}}. Its codes are no longer asked for.',
    recoveryRenewed:
      'New recovery codes were made for your account at {{tenant}}. The old ones no longer work.',
    recoveryUsed: 'A recovery code was used for your account at {{tenant}}. It will not work again.',
    passwordChanged:
      'The password of your account at {{tenant}} was changed. All other devices were logged out and get no notifications any more, and the private address of your calendar was ended: make a new one where you use it.',
    merged: '{{tenant}}: two entries are one now',
    accountClosed:
      '{{tenant}} had you down twice, and made the two entries one. The account with this address is closed: log in with the one of your other address, where everything is.',
    mergedInto:
      '{{tenant}} had you down twice, and made the two entries one. All that was booked and bought under the other one is in this one now, and the login of this address opens it.',
    mergedAway:
      '{{tenant}} had you down twice, and made the two entries one. What was booked and bought under this address is in the other one now.',
    notOne: 'If the other one is not you, write to the centre at once: {{contact}}',
    notYou: 'If it was you, there is nothing to do. If it was not, write to the centre at once: {{contact}}',
  },
} as const;
