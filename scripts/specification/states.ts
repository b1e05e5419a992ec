import { by, host, type Section, value } from './entry.ts';

const machine = by('src/shared/kernel/session-machine.test.ts', '$name');
const session = 'e2e/session.spec.ts';
const update = 'e2e/update.spec.ts';

/** Point 4: states, and how one becomes another. */
export const states: readonly Section[] = [
  {
    point: 4,
    title: 'Things',
    lines: [
      [
        'Seven codes of a contract',
        by('src/shared/contracts/standing/domain.test.ts', 'the seven codes, first match wins'),
        value('src/shared/contracts/standing/domain.ts', 'statusCodes', {
          normal: 0,
          blocked: 1,
          stopped: 2,
          badDebt: 3,
          ended: 4,
          closed: 5,
          debt: 6,
        }),
      ],
      [
        'Each code allows what it allows',
        by(
          'src/server/contracts/standing/commands.test.ts',
          'allows what it allows, and nothing is taken from the other contract',
        ),
      ],
      [
        'An invoice is paid or not',
        by('src/shared/payments/domain.test.ts', 'an invoice is closed by its balance and no less'),
      ],
      [
        'A payment: started, waited for, done, not done',
        by('src/shared/payments/domain.test.ts', '%s, returned %s, is shown as %s'),
      ],
      [
        'A registration has a place or a position',
        by(
          'src/server/registrations/attendance/routes.test.ts',
          'names who has a place and who waits, with what staff must know of them',
        ),
      ],
      [
        'Presence is noted and taken back',
        by(
          'src/server/registrations/attendance/routes.test.ts',
          'is noted, taken back, and stands in the audit trail with before and after',
        ),
      ],
      [
        'Not of somebody who waits',
        by(
          'src/server/registrations/attendance/routes.test.ts',
          'of somebody waiting is refused, for one and for many, and nothing is noted',
        ),
      ],
      [
        'A training can be closed for booking',
        by(
          'src/server/registrations/refusals/routes.test.ts',
          'says why, until when, what stands in the way, and only what can be booked',
        ),
      ],
      [
        'A voucher: not yet valid, active, used, expired',
        by('src/shared/vouchers/domain.test.ts', 'a voucher is %s'),
      ],
      [
        'A ticket: valid, used, expired',
        by('src/shared/tickets/domain.test.ts', 'the state of a ticket: %s'),
      ],
      [
        'A replacement: open, taken or cancelled; many apply, one is accepted',
        by(
          'src/server/replacements/routes.test.ts',
          'a request is taken back by who made it or an administrator, until somebody is accepted',
        ),
      ],
      [
        'Contracts: valid with today as the last day, archived after it',
        by(
          'src/server/contracts/routes.test.ts',
          'are split into valid and archived: by the end, which is valid today still',
        ),
      ],
    ],
  },
  {
    point: 4,
    title: 'Being logged in',
    lines: [
      ['A token that has not expired logs in, and that is remembered', machine],
      ['Revoking clears token and claims', machine],
      [
        'A token that is missing, unreadable or over is expired',
        by(
          'src/shared/kernel/session-machine.test.ts',
          'a device clock that is an hour fast still lets its owner in',
        ),
      ],
      [
        'Coming back without a token, a new one is fetched',
        by(session, 'a reload keeps the session, logging out ends it and goes home'),
      ],
      [
        'Refreshed every minute while active, unless it is to be kept',
        by('src/shared/kernel/session-machine.test.ts', 'the next look at %s'),
      ],
      [
        'After a quarter of an hour without mouse, key or press it is asked whether one is here',
        by(session, 'a mouse that moves, a key and a press each put the question off'),
      ],
      [
        'No answer in three minutes, or No, logs out',
        by('src/shared/kernel/session-machine.test.ts', '$name'),
      ],
      [
        'Yes refreshes and starts anew',
        by(
          'src/shared/kernel/session-machine.test.ts',
          'Yes restarts both timers, and a failure of its refresh logs out',
        ),
      ],
      ['A refresh that fails says so and logs out', by('src/shared/kernel/session-machine.test.ts', '$name')],
      [
        'Logging out clears what was kept and goes home',
        by('src/shared/kernel/session-machine.test.ts', '$name'),
      ],
    ],
  },
  {
    point: 4,
    title: 'The page',
    lines: [
      [
        'Browser back closes an open dialog',
        by(
          'e2e/booking.spec.ts',
          'a visitor opens the timetable, logs in, books, finds it under my trainings and cancels',
        ),
      ],
      [
        'The colour mode is kept; without one the centre’s holds',
        by('e2e/choices.spec.ts', `colours begin as ${host} says, and stay as they were chosen`),
      ],
      [
        'Without any, dark',
        by('src/shared/kernel/page-rules.test.ts', 'an empty object gives the fallback rules'),
      ],
      [
        'A message is a success, a warning or an error, and closing clears it',
        by(
          'e2e/choices.spec.ts',
          'a message goes by itself after five seconds, at once when pressed, and a reload shows it again',
        ),
        value('src/web/kernel/snackbar.tsx', 'snackbarMs', 5000),
      ],
      [
        'A new version is looked for every half minute',
        by(update, 'a new version is found within half a minute, by itself'),
        value('src/web/app/updates.ts', 'checkMs', 30_000),
      ],
      ['Public pages reload at once, past the cache', by(update, 'a public page reloads at once, and once')],
      [
        'Who must update is asked once',
        by(update, 'who says later is not asked again; the menu still offers it'),
      ],
      [
        'Others have it when the page is hidden',
        by(update, 'a member whose client will do is not asked: it is put in place when the page is hidden'),
      ],
      [
        'And when it is closed',
        by(
          update,
          'what was typed keeps a new version waiting while the page is hidden, and not when it is closed',
        ),
      ],
    ],
  },
];
