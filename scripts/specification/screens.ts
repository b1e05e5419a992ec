import { by, host, language, type Section, texts, words, written } from './entry.ts';

const search = by('src/web/app/search.test.ts', 'reads a timetable address %s');

/** Point 2: screens, menu and dialogs. */
export const screens: readonly Section[] = [
  {
    point: 2,
    title: 'What is read from the address',
    lines: [
      ['Whole numbers of a timetable: unit, group, room, trainer; anything else is as if absent', search],
      [
        'Whole numbers: gym, training, id; anything else is as if absent',
        by(
          'src/web/app/search.test.ts',
          'reads a club at the desk, a training and an id as numbers, anything else as if absent',
        ),
      ],
      [
        'gym is the club whose people the desk shows',
        by('e2e/addresses.spec.ts', 'gym is the club whose people the desk shows'),
      ],
      [
        'Dates: date, from, until; what is none is as if absent',
        by(
          'e2e/addresses.spec.ts',
          'from and until narrow a timetable to a period, which is taken off again',
        ),
      ],
      ['filter, mode', search],
      [
        'order-token',
        by(
          'e2e/payment.spec.ts',
          'messages come twice and out of order, or the order runs out: the end is the right one',
        ),
      ],
      [
        'origin and destination',
        by('e2e/addresses.spec.ts', 'a destination is where a chosen training leads, an origin the way back'),
      ],
    ],
  },
  {
    point: 2,
    title: 'Menu and frame',
    lines: [
      [
        'The titles of the menu',
        by(
          'src/web/app/shell/menu-items.test.ts',
          'where every rule is on, each place and submenu of the specification stands there',
        ),
        words('menu.adminTimetable', 'Admin timetable'),
        words('menu.pool', 'Pool'),
        words('menu.contracts', 'Contracts'),
        words('menu.enterGym', 'Enter gym'),
        words('menu.groupTrainings', 'Group trainings'),
        words('menu.home', 'Home'),
        words('menu.invoices', 'Invoices'),
        texts('menu.myWorkouts'),
        words('menu.personalTrainings', 'Personal trainings'),
        words('menu.profile', 'Profile'),
        words('menu.replacementRequests', 'Replacement requests'),
        words('menu.timetable', 'Timetable'),
        words('menu.trainer', 'Trainer'),
        words('menu.trainingGroups', 'Training groups'),
        words('menu.trainerTimetable', 'Trainer timetable'),
        words('menu.trainingVideos', 'Training videos'),
        words('menu.vouchers', 'Vouchers'),
      ],
      [
        'Submenus for calendar, contracts and trainer',
        by(
          'src/web/app/shell/menu-items.test.ts',
          'where every rule is on, each place and submenu of the specification stands there',
        ),
      ],
      [
        'Logging in and out, and a submenu for the language',
        by('e2e/choices.spec.ts', 'a language is chosen in the header and in the menu, and stays'),
        words('menu.language', 'Language'),
        words('menu.login', 'Log in'),
        words('menu.logout', 'Log out'),
      ],
      [
        'Light or dark is chosen there',
        by('e2e/choices.spec.ts', `colours begin as ${host} says, and stay as they were chosen`),
        texts('menu.darkColours', 'menu.lightColours'),
      ],
      ['The place one is at is marked', by('e2e/booking.spec.ts', 'the menu names where one is')],
      [
        'Collapsing the menu collapses its submenus',
        by('e2e/remembered.spec.ts', 'collapsing the menu collapses its submenus, and a reload keeps it so'),
        texts('menu.collapse', 'menu.expand'),
      ],
      [
        'The language is chosen there',
        by('e2e/choices.spec.ts', 'a language is chosen in the header and in the menu, and stays'),
      ],
      [
        'A new version is offered there',
        by('e2e/update.spec.ts', 'who says later is not asked again; the menu still offers it'),
      ],
      [
        'Narrow below 800 px',
        by(
          'e2e/widths.spec.ts',
          'under 800 px the menu lies at the bottom and a week runs down; from 800 px both stand upright',
        ),
        written('src/web/schedule/editing/components/use-is-narrow.ts', '(max-width: 799px)'),
        written('src/web/app/shell/frame.module.css', 'min-width: 800px'),
      ],
    ],
  },
  {
    point: 2,
    title: 'Other screens and dialogs',
    lines: [
      [
        'The form for joining',
        by(
          'e2e/joining.spec.ts',
          `each field says in ${language} what it lacks, and the first has the focus`,
        ),
      ],
      [
        'What became of a payment',
        by(
          'e2e/payment.spec.ts',
          'messages come twice and out of order, or the order runs out: the end is the right one',
        ),
      ],
      [
        'Whether one is still here, counted down',
        by('src/web/app/shell/countdown.test.ts', 'ending at %d shows at %d'),
        texts('menu.stillHere', 'menu.stayIn'),
      ],
      [
        'The camera: asked for with a reason, started and stopped',
        by(
          'e2e/scanner.spec.ts',
          'a code is read after the reason was read and start pressed; the camera goes off with the screen',
        ),
        texts('scanner.start', 'scanner.stop'),
      ],
      [
        'A training’s registrations, who came, its state and how full it is',
        by(
          'e2e/attendance.spec.ts',
          'presence is noted with one press, taken back, and others see it at once',
        ),
      ],
      [
        'Its waiting list',
        by('e2e/booking.spec.ts', 'a member joins the waiting list of a full training and leaves it'),
      ],
      [
        'Giving a booking back',
        by(
          'e2e/booking.spec.ts',
          'a visitor opens the timetable, logs in, books, finds it under my trainings and cancels',
        ),
      ],
      [
        'Reserving and editing',
        by(
          'e2e/admin-calendar.spec.ts',
          'a reservation is drawn; room and name are mandatory, and the room has to be free',
        ),
      ],
      [
        'Choosing what to do with a training',
        by('e2e/admin-calendar.spec.ts', 'on a phone a training is moved by its dialog'),
      ],
      [
        'Trainings ahead',
        by(
          'e2e/booking.spec.ts',
          'a visitor opens the timetable, logs in, books, finds it under my trainings and cancels',
        ),
      ],
      [
        'Past ones with ratings and comments',
        by(
          'e2e/feedback.spec.ts',
          'a member rates, the administrator allows the thought, and others read it',
        ),
      ],
      ['Sums by style and by type', by('e2e/trainer.spec.ts', 'sums open the trainings behind them')],
      [
        'Replacement offers, all or only one’s own',
        by(
          'e2e/replacements.spec.ts',
          'only mine shows what one asked for oneself, all shows the others’ too',
        ),
      ],
    ],
  },
  {
    point: 2,
    title: 'Training videos of one kind',
    lines: [
      [
        'The kind comes from typeId',
        by('e2e/videos.spec.ts', 'a type that is not there says so, and without one all videos are shown'),
      ],
      [
        'Its name in upper case, and a way back',
        by(
          'e2e/videos.spec.ts',
          'a member finds a video, plays it with the keyboard, and browser back closes it',
        ),
      ],
      [
        'Cards with picture, title and description; no description where narrow',
        by(
          'e2e/videos.spec.ts',
          'a member finds a video, plays it with the keyboard, and browser back closes it',
        ),
      ],
      [
        'The player: begins by itself, at most 800 wide, 16:9',
        by(
          'e2e/videos.spec.ts',
          'a member finds a video, plays it with the keyboard, and browser back closes it',
        ),
      ],
    ],
  },
  {
    point: 2,
    title: 'One training group',
    lines: [
      [
        'Its name, its active members of at most so many',
        by('e2e/trainer.spec.ts', 'a group shows its members; a whole id code is asked for'),
      ],
      [
        'A way back to the groups',
        by('e2e/trainer.spec.ts', 'what is not known of a member has a dash; whoever else pays is named'),
      ],
      [
        'Members with names and the days of their contract',
        by('e2e/trainer.spec.ts', 'what is not known of a member has a dash; whoever else pays is named'),
      ],
      [
        'A group without members says so',
        by('e2e/nothing-there.spec.ts', 'a group without members says so'),
        texts('trainingGroups.noMembers'),
      ],
      [
        'A member’s details, with dashes for what is not known',
        by('e2e/trainer.spec.ts', 'what is not known of a member has a dash; whoever else pays is named'),
      ],
      [
        'Who pays, where that is somebody else',
        by('e2e/trainer.spec.ts', 'what is not known of a member has a dash; whoever else pays is named'),
      ],
    ],
  },
  {
    point: 2,
    title: 'Calendars',
    lines: [
      [
        'What a calendar reads: date, mode, filter, from, until, unit, origin, destination',
        by('e2e/addresses.spec.ts', 'a destination is where a chosen training leads, an origin the way back'),
      ],
      [
        'On a wall the day follows the date, looked at every minute',
        by(
          'e2e/wall.spec.ts',
          'a screen on the wall shows the whole day, and the next one after midnight, by itself',
        ),
      ],
    ],
  },
];
