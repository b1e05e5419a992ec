import type { Chapter } from './chapter.ts';

/** Point 4: states, and how one becomes another. */
export const states: Chapter = {
  Things: {
    'contract-codes': 'Seven codes of a contract',
    'contract-code-allows': 'Each code allows what it allows',
    'invoice-paid-or-not': 'An invoice is paid or not',
    'payment-states': 'A payment: started, waited for, done, not done',
    'place-or-position': 'A registration has a place or a position',
    'presence-noted': 'Presence is noted and taken back',
    'presence-not-of-waiting': 'Not of somebody who waits',
    'booking-closed': 'A training can be closed for booking',
    'voucher-states': 'A voucher: not yet valid, active, used, expired',
    'ticket-states': 'A ticket: valid, used, expired',
    'replacement-states': 'A replacement: open, taken or cancelled; many apply, one is accepted',
    'contract-archived': 'Contracts: valid with today as the last day, archived after it',
  },
  'Being logged in': {
    'token-logs-in': 'A token that has not expired logs in, and that is remembered',
    revoking: 'Revoking clears token and claims',
    'token-expired': 'A token that is missing, unreadable or over is expired',
    'token-fetched-anew': 'Coming back without a token, a new one is fetched',
    'refresh-while-active': 'Refreshed every minute while active, unless it is to be kept',
    'idle-question': 'After a quarter of an hour without mouse, key or press it is asked whether one is here',
    'no-answer-logs-out': 'No answer in three minutes, or No, logs out',
    'yes-refreshes': 'Yes refreshes and starts anew',
    'refresh-failure-logs-out': 'A refresh that fails says so and logs out',
    'logging-out': 'Logging out clears what was kept and goes home',
  },
  'The page': {
    'browser-back-closes-dialog': 'Browser back closes an open dialog',
    'colour-mode-kept': 'The colour mode is kept; without one the centre’s holds',
    'colour-mode-dark-at-last': 'Without any, dark',
    'message-kinds': 'A message is a success, a warning or an error, and closing clears it',
    'version-looked-for': 'A new version is looked for every half minute',
    'version-public-reload': 'Public pages reload at once, past the cache',
    'version-asked-once': 'Who must update is asked once',
    'version-when-hidden': 'Others have it when the page is hidden',
    'version-when-closed': 'And when it is closed',
  },
};
