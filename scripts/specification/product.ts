import { by, fields, language, type Section, texts, value } from './entry.ts';

const languageFile = 'src/shared/kernel/language.ts';

/** Point 1: what the product does and for whom. */
export const product: readonly Section[] = [
  {
    point: 1,
    title: 'Centres',
    lines: [
      [
        'Twenty-one centres come built in',
        by(
          'src/server/tenants/built-in.test.ts',
          'has 21 centres, each with its own host, name, company and codes',
        ),
      ],
      [
        'Sports centres, golf, a spa and trainers are among them',
        by(
          'src/server/tenants/built-in.test.ts',
          'holds every kind of centre, both countries and both starting modes',
        ),
      ],
      [
        'The host says which centre it is',
        by('src/server/kernel/robustness.test.ts', 'of one centre never answer for another'),
      ],
      [
        'The host goes along with every call',
        by(
          'e2e/calls.spec.ts',
          'every call says which centre it is for, which client asks, in which language, and who',
        ),
      ],
      [
        'Page rules switch parts on and off, centre by centre',
        by(
          'src/server/kernel/access.test.ts',
          'what a page rule switches off is not there, in that centre alone',
        ),
      ],
      [
        'Each centre has colours for both modes, a logo and a title',
        by(
          'src/server/tenants/built-in.test.ts',
          'has a title, colours of its own for both modes, and its logo drawn for each',
        ),
        fields('src/shared/tenants/contract.ts', 'PageConfiguration', 'title', 'logo'),
      ],
      [
        'Each centre has an icon of its own',
        by('e2e/installing.spec.ts', 'each centre is installed with icons of its own'),
      ],
      [
        'Invoices carry the logo',
        by(
          'src/server/invoices/papers/paper.test.ts',
          'the logo of the centre is drawn once, on the first page, in its own colours: %s',
        ),
      ],
    ],
  },
  {
    point: 1,
    title: 'What members can do',
    lines: [
      [
        'Book a group training',
        by(
          'e2e/booking.spec.ts',
          'a visitor opens the timetable, logs in, books, finds it under my trainings and cancels',
        ),
      ],
      [
        'Wait in line',
        by('e2e/booking.spec.ts', 'a member joins the waiting list of a full training and leaves it'),
      ],
      ['Buy a ticket', by('e2e/tickets.spec.ts', 'a member buys without a form')],
      [
        'Buy a package',
        by(
          'e2e/personal-trainings.spec.ts',
          'a package is bought at the bank, shared, used by two, and taken back',
        ),
      ],
      [
        'Buy a voucher',
        by('e2e/voucher-buying.spec.ts', 'a member buys a voucher without a form; it is among her own'),
      ],
      [
        'See invoices',
        by(
          'e2e/invoices.spec.ts',
          'a member sees what is to pay on top, opens an invoice and keeps its paper',
        ),
      ],
      [
        'Pay by bank link',
        by(
          'e2e/payment.spec.ts',
          'an invoice is paid without an account: bank chosen, cancelled, another bank, paid late, received once',
        ),
      ],
      [
        'Pay by card',
        by('e2e/payment.spec.ts', 'a card is typed on the page itself where the centre has it so'),
      ],
      [
        'See contracts',
        by(
          'e2e/contracts.spec.ts',
          'a contract is bought, frozen, ended, taken back and withdrawn from; each says before what it means',
        ),
      ],
      [
        'Renew a contract',
        by(
          'src/server/contracts/routes.test.ts',
          'are renewed by their holder where they end: the same package of the same club, from the day after',
        ),
      ],
      [
        'Have a contract go on',
        by(
          'src/server/contracts/renewals/commands.test.ts',
          'has its next term before it ends, with a row of its own, and is billed on',
        ),
      ],
      [
        'Enter by a code',
        by(
          'e2e/entry.spec.ts',
          'a phone shows codes, with and without a network; the door decides them, with and without',
        ),
      ],
      [
        'Say what one thinks of a training',
        by(
          'e2e/feedback.spec.ts',
          'a member rates, the administrator allows the thought, and others read it',
        ),
      ],
      [
        'Change the profile',
        by(
          'e2e/profile.spec.ts',
          'details are kept, a wrong one is told at its field and nothing typed is lost',
        ),
      ],
      [
        'Change the password',
        by('e2e/profile.spec.ts', 'a password is changed: the message says so, and the new one opens'),
      ],
      [
        'Watch training videos',
        by(
          'e2e/videos.spec.ts',
          'a member finds a video, plays it with the keyboard, and browser back closes it',
        ),
      ],
    ],
  },
  {
    point: 1,
    title: 'What trainers can do',
    lines: [
      [
        'See the own timetable',
        by('e2e/trainer.spec.ts', 'a trainer opens the roll of an own training from the own timetable'),
      ],
      ['See the own sums', by('e2e/trainer.spec.ts', 'sums open the trainings behind them')],
      [
        'Ask for a replacement',
        by('e2e/replacements.spec.ts', 'a trainer asks, a colleague applies, the trainer gives it away'),
      ],
      [
        'Apply for another one’s training, and accept who applied',
        by(
          'src/server/replacements/routes.test.ts',
          'the whole way: asked, applied, accepted; the training changes hands and everybody hears of it',
        ),
      ],
      [
        'Share packages of personal trainings',
        by(
          'src/server/personal-trainings/slots/routes-clients.test.ts',
          'a trainer shares a package of an own client: who it is for must agree, its owner is told',
        ),
      ],
      [
        'See groups and their members',
        by('e2e/trainer.spec.ts', 'a group shows its members; a whole id code is asked for'),
      ],
    ],
  },
  {
    point: 1,
    title: 'What administrators can do',
    lines: [
      [
        'Edit the timetable',
        by(
          'e2e/admin-calendar.spec.ts',
          'a training is edited, called off with a reason, and the day says so',
        ),
      ],
      [
        'Reserve rooms',
        by(
          'e2e/admin-calendar.spec.ts',
          'a reservation is drawn; room and name are mandatory, and the room has to be free',
        ),
      ],
      [
        'Cancel and delete trainings',
        by(
          'src/server/schedule/series/routes.test.ts',
          'one training is read, edited, called off and deleted by its number, and no other of its series',
        ),
      ],
      [
        'Mark who came',
        by(
          'e2e/attendance.spec.ts',
          'presence is noted with one press, taken back, and others see it at once',
        ),
      ],
      [
        'Send SMS',
        by(
          'e2e/broadcasts.spec.ts',
          'an SMS to the registered: how many and how dear before, delivered after',
        ),
      ],
    ],
  },
  {
    point: 1,
    title: 'What visitors can do',
    lines: [
      [
        'See trainings',
        by('e2e/timetable.spec.ts', 'the day stands in the HTML, and its links work before any script'),
      ],
      [
        'Book without an account',
        by(
          'e2e/visitor.spec.ts',
          'a visitor books without an account, reads the mail and cancels with its link',
        ),
      ],
      [
        'Buy without an account',
        by('e2e/tickets.spec.ts', 'a visitor chooses a ticket, says who comes and is led to paying'),
      ],
      [
        'Join by themselves: details, package, club and first day',
        by(
          'e2e/joining.spec.ts',
          'somebody joins in Latvian with a new code, pays, logs in by the mailed link, books, freezes and ends',
        ),
      ],
    ],
  },
  {
    point: 1,
    title: 'The app',
    lines: [
      ['It can be installed', by('e2e/installing.spec.ts', 'each centre is installed with icons of its own')],
      [
        'A service worker keeps it going',
        by('e2e/timetable.spec.ts', 'a day seen before opens with its age'),
      ],
      ['Light and dark', by('e2e/screens.spec.ts', `public screens are accessible and fit, ${language}`)],
      [
        'Dates are dd.MM.yyyy',
        by('src/shared/kernel/dates.test.ts', 'shows dd.MM.yyyy and rejects dates that do not exist'),
      ],
      ['Weeks begin on Monday', by('src/shared/kernel/dates.test.ts', 'begin on Monday')],
      ['Money is in euros', by('src/web/kernel/format.test.ts', '%i cents in %s are %s')],
      [
        'Estonian, English and Latvian',
        by('e2e/timetable.spec.ts', 'each language speaks for itself, and the choice lasts'),
        value(languageFile, 'languages', ['et', 'en', 'lv']),
        texts('menu.home', 'common.close'),
      ],
      [
        'The stored choice, then the host’s ending, then English; an unknown stored one gives the first',
        by('src/shared/kernel/language.test.ts', 'stored %s at %s among %s gives %s'),
      ],
    ],
  },
];
