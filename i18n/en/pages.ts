/** Not-found, buying terms and the mails of the stand-in. */
export const pages = {
  backToHome: 'Back to homepage',
  buyingTerms: 'Buying terms',
  buyingTermsFailed: 'The buying terms could not be loaded',
  buyingTermsText: 'What you agree to when you buy',
  loadFailedText: 'The server did not answer. Nothing is lost.',
  mails: 'Sent mails',
  mailsAttachment: 'Attached: {{name}}, {{kilobytes}}\u00a0kB',
  mailsEmpty: 'No mails yet',
  mailsEmptyText: 'Mails that would go out, such as links for a new password, appear here.',
  mailsFailed: 'The mails could not be loaded',
  mailsRefresh: 'Look again',
  mailsText: 'Nothing leaves this machine: these are the mails a mail server would have got.',
  mailsTo: 'To {{recipient}}',
  notFound: 'This page does not exist',
  notFoundText: 'The address may be old or mistyped. Your bookings are safe.',
} as const;
