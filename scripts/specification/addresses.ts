import { by, route, type Section, texts } from './entry.ts';

const rules = 'src/web/app/route-rules.test.ts';
const sees = by(rules, 'who sees which address when every page rule is on');

/** Point 2: the addresses. */
export const addresses: readonly Section[] = [
  {
    point: 2,
    title: 'Public addresses',
    lines: [
      ['The bare public root leads to not-found', sees, route('/public')],
      [
        'The calendar’s index leads to the day and keeps what was asked',
        by('e2e/session.spec.ts', 'pages are for whom they are for'),
        route('/public/calendar'),
      ],
      [
        'The day',
        by('e2e/timetable.spec.ts', 'days and weeks are stepped through, and today is one press away'),
        route('/public/calendar/day'),
      ],
      [
        'The week, narrow and wide',
        by(
          'e2e/widths.spec.ts',
          'under 800 px the menu lies at the bottom and a week runs down; from 800 px both stand upright',
        ),
        route('/public/calendar/week'),
      ],
      [
        'Invoices',
        by(
          'e2e/payment.spec.ts',
          'an invoice is paid without an account: bank chosen, cancelled, another bank, paid late, received once',
        ),
        route('/public/invoices'),
      ],
      [
        'Joining, only with one of its two rules',
        by('e2e/joining.spec.ts', 'there is no page'),
        route('/public/join'),
      ],
      [
        'Joining for a personal training leads to buying one',
        by('e2e/joining.spec.ts', 'filter=pt leads to personal trainings'),
      ],
      [
        'Waiting for a payment',
        by(
          'e2e/payment.spec.ts',
          'an invoice is paid without an account: bank chosen, cancelled, another bank, paid late, received once',
        ),
        route('/public/payment-waiting'),
      ],
      [
        'A payment confirmed',
        by(
          'e2e/payment.spec.ts',
          'an invoice is paid without an account: bank chosen, cancelled, another bank, paid late, received once',
        ),
        route('/public/payment-confirmation'),
      ],
      [
        'What costs nothing confirmed',
        by('e2e/payment.spec.ts', 'what costs nothing is confirmed with one press'),
        route('/public/payment-confirmation/free'),
      ],
      [
        'One training',
        by(
          'e2e/booking.spec.ts',
          'a visitor opens the timetable, logs in, books, finds it under my trainings and cancels',
        ),
        route('/public/training'),
      ],
      [
        'A ticket',
        by(
          'e2e/tickets.spec.ts',
          'a ticket shows a code that a camera reads, and the list behind its visits',
        ),
        route('/public/tickets'),
      ],
      [
        'Buying a ticket',
        by('e2e/tickets.spec.ts', 'a visitor chooses a ticket, says who comes and is led to paying'),
        route('/public/tickets/buy'),
      ],
      [
        'Claiming a voucher',
        by(
          'e2e/vouchers.spec.ts',
          'a stranger claims a shared use on the spot, keeps it, and has it mailed once more',
        ),
        route('/public/vouchers'),
      ],
      [
        'Not found, with a way home',
        by('e2e/session.spec.ts', 'pages are for whom they are for'),
        route('/404'),
        texts('pages.notFound'),
      ],
      [
        'Buying terms',
        by('e2e/calls.spec.ts', 'the buying terms are those of the centre'),
        route('/page/buying-terms'),
      ],
    ],
  },
  {
    point: 2,
    title: 'Addresses of those who are logged in',
    lines: [
      [
        'The administrators’ calendar',
        by(
          'e2e/admin-calendar.spec.ts',
          'a training is dragged to another room and time, resized, and taken back',
        ),
        route('/admin-calendar'),
      ],
      [
        'The trainers’ calendar',
        by('e2e/trainer.spec.ts', 'a trainer opens the roll of an own training from the own timetable'),
        route('/trainer-calendar'),
      ],
      [
        'Personal trainings',
        by(
          'e2e/personal-times.spec.ts',
          'a trainer sets hours on a phone; a member books a time, gives it back, and the trainer books for them',
        ),
        route('/personal-trainings'),
      ],
      [
        'Group trainings',
        by('e2e/trainer.spec.ts', 'sums open the trainings behind them'),
        route('/group-trainings'),
      ],
      [
        'Training groups',
        by('e2e/trainer.spec.ts', 'a group shows its members; a whole id code is asked for'),
        route('/training-groups'),
      ],
      [
        'One training group',
        by('e2e/trainer.spec.ts', 'a group shows its members; a whole id code is asked for'),
        route('/training-groups-detailed/:groupId'),
      ],
      [
        'Replacements, with their rule, for trainers and administrators',
        by(rules, 'by its page rules: %s, %s'),
        route('/replacement-request'),
      ],
      [
        'Home',
        by('e2e/home.spec.ts', 'home says what is next and what is to be paid, and leads there'),
        route('/'),
      ],
      [
        'The members’ calendar',
        by('e2e/booking.spec.ts', 'a member joins the waiting list of a full training and leaves it'),
        route('/calendar/day'),
        route('/calendar/week'),
      ],
      [
        'Contracts',
        by(
          'e2e/contracts.spec.ts',
          'a contract is bought, frozen, ended, taken back and withdrawn from; each says before what it means',
        ),
        route('/contracts'),
      ],
      [
        'Entry',
        by(
          'e2e/entry.spec.ts',
          'a phone shows codes, with and without a network; the door decides them, with and without',
        ),
        route('/entry'),
      ],
      [
        'Invoices of one’s own',
        by(
          'e2e/invoices.spec.ts',
          'a member sees what is to pay on top, opens an invoice and keeps its paper',
        ),
        route('/invoices'),
      ],
      [
        'Profile',
        by(
          'e2e/profile.spec.ts',
          'details are kept, a wrong one is told at its field and nothing typed is lost',
        ),
        route('/profile'),
      ],
      [
        'Buying a contract, where payment is active',
        by(rules, 'by its page rules: %s, %s'),
        route('/purchase/contract'),
      ],
      [
        'Buying personal trainings, with both rules, else not-found',
        by(rules, 'by its page rules: %s, %s'),
        route('/purchase/personal-trainings'),
      ],
      [
        'Buying a ticket',
        by('e2e/tickets.spec.ts', 'a member buys without a form'),
        route('/purchase/ticket'),
      ],
      [
        'One’s trainings',
        by(
          'e2e/booking.spec.ts',
          'a visitor opens the timetable, logs in, books, finds it under my trainings and cancels',
        ),
        route('/workouts'),
      ],
      [
        'One’s vouchers',
        by(
          'e2e/vouchers.spec.ts',
          'a member gives one use on: sees what it costs, and has the link in every form',
        ),
        route('/vouchers'),
      ],
      [
        'Training videos',
        by(
          'e2e/videos.spec.ts',
          'a member finds a video, plays it with the keyboard, and browser back closes it',
        ),
        route('/training-videos'),
      ],
      [
        'Training videos of one kind',
        by(
          'e2e/videos.spec.ts',
          'a member finds a video, plays it with the keyboard, and browser back closes it',
        ),
        route('/training-videos-filtered'),
      ],
      [
        'Renting a lane of the pool',
        by('e2e/rentals.spec.ts', 'a lane is rented by the hour, stands in the calendar, and is given back'),
        route('/pool'),
      ],
      ['Anything else is not found', by(rules, '%s, %s')],
      [
        'Anything else is the login page for who is not logged in',
        by('e2e/session.spec.ts', 'pages are for whom they are for'),
      ],
    ],
  },
];
