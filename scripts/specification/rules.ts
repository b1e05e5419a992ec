import { by, language, type Section, texts, value, words } from './entry.ts';

const joins = by('src/server/joining/routes.test.ts', 'every wrong field at once');
const joinsAloud = by(
  'e2e/joining.spec.ts',
  `each field says in ${language} what it lacks, and the first has the focus`,
);
const passwords = by('src/shared/account/domain.test.ts', '%s breaks %j');
const reserves = by(
  'e2e/admin-calendar.spec.ts',
  'a reservation is drawn; room and name are mandatory, and the room has to be free',
);
const sees = by('src/web/app/route-rules.test.ts', 'who sees which address when every page rule is on');

/** Points 5 and 6: what is refused, and who may do what. */
export const rules: readonly Section[] = [
  {
    point: 5,
    title: 'Messages of fields',
    lines: [
      [
        'No longer than so many characters',
        by('src/shared/visitors/details/domain.test.ts', '%o is answered %o'),
        words('validation.maxLength', 'Maximum {{num}} characters'),
      ],
      [
        'No shorter than so many characters',
        by('e2e/profile.spec.ts', `every field says what is wrong with it, ${language}`),
        words('validation.minLength', 'Minimum {{num}} characters'),
      ],
      [
        'An e-mail is needed, and one that can be',
        by('src/shared/visitors/details/domain.test.ts', '%o is answered %o'),
        texts('validation.emailRequired', 'validation.emailInvalid'),
      ],
      ['A name is needed', joinsAloud, texts('validation.nameRequired')],
      [
        'A user name is needed',
        by('e2e/page-rules.spec.ts', 'where nobody logs in by e-mail a user name is needed, and does'),
        texts('validation.usernameRequired'),
      ],
      [
        'A password is needed, and its repeat is the same',
        by('e2e/profile.spec.ts', `every field says what is wrong with it, ${language}`),
        texts('validation.passwordRequired', 'validation.passwordsDiffer'),
      ],
      [
        'A password has digits and letters only, of every kind one',
        passwords,
        texts(
          'validation.passwordCharacters',
          'validation.passwordLowercase',
          'validation.passwordUppercase',
          'validation.passwordDigit',
        ),
      ],
      [
        'A phone number can be called',
        by('src/server/joining/routes.test.ts', '%j: %j'),
        texts('validation.phoneInvalid'),
      ],
      [
        'An id code can be one',
        by('src/shared/joining/identity/domain.test.ts', '%s is none'),
        texts('validation.idCodeInvalid'),
      ],
      [
        'Whoever is not of age by the id code cannot join',
        by('src/server/joining/routes.test.ts', '%j: %j'),
        texts('validation.notOfAge'),
      ],
      [
        'Any field may ask to be filled in',
        joins,
        words('validation.fieldRequired', 'Please fill in the field'),
      ],
      [
        'A package and a product are chosen',
        by('e2e/back-office.spec.ts', 'a voucher is given when it is said which'),
        texts('validation.packageRequired', 'validation.productRequired'),
      ],
      ['To join is to agree to the terms', joins, texts('validation.termsRequired')],
      [
        'Rooms must be free in the chosen time, and are named',
        reserves,
        words('errors.roomsNotFree', 'The selected rooms must be free in the chosen time'),
      ],
      [
        'The trainer must be free in the chosen time',
        by(
          'src/server/schedule/editing/routes-clashes.test.ts',
          'a trainer who is busy cannot be given another training, new or edited, and nothing is made',
        ),
        words('errors.trainerNotFree', 'The trainer must be free in the chosen time'),
      ],
      [
        'A reservation has a room and a name',
        reserves,
        texts('validation.roomRequired', 'validation.reservationNameRequired'),
      ],
    ],
  },
  {
    point: 5,
    title: 'Other rules',
    lines: [
      [
        'Before a call a token within three seconds of its end is refreshed',
        by('src/shared/kernel/session-machine.test.ts', '$name'),
        value('src/shared/kernel/session-machine.ts', 'tokenExpiryMarginMs', 3000),
      ],
      [
        'What cannot be read of an address is as if absent',
        by('src/web/app/search.test.ts', 'reads a timetable address %s'),
      ],
      [
        'How an error is recognised',
        by('src/shared/kernel/errors.test.ts', 'what is no error is not taken for one: %s'),
      ],
      [
        'Colours differ by 50 or by a contrast above 5',
        by('src/shared/kernel/colours.test.ts', '%s and %s: %s'),
        value('src/shared/kernel/colours.ts', 'leastColourDifference', 50),
        value('src/shared/kernel/colours.ts', 'leastContrast', 5),
      ],
      [
        'A date that is none is not formatted',
        by('src/web/kernel/format.test.ts', 'a date that does not exist is refused: %s'),
      ],
    ],
  },
  {
    point: 6,
    title: 'Who may do what',
    lines: [
      ['Visitor, client, trainer, administrator', by('src/shared/kernel/actor.test.ts', '%s')],
      [
        'Seeing registrations, and managing them',
        by(
          'src/shared/registrations/attendance/domain.test.ts',
          'whoever is no administrator sees and manages own trainings only, and only with the right',
        ),
      ],
      ['Visitors have the public addresses', sees],
      [
        'Asked to log in, or whether they are members',
        by(
          'e2e/visitor.spec.ts',
          'a visitor books without an account, reads the mail and cancels with its link',
        ),
      ],
      ['Members have theirs', sees],
      [
        'Trainers have theirs, and see their own trainings',
        by('e2e/trainer.spec.ts', 'a trainer opens the roll of an own training from the own timetable'),
      ],
      [
        'Administrators have theirs',
        by('src/web/app/route-rules.test.ts', 'who sees which address when every page rule is on'),
      ],
      [
        'Administrators turn their mode on',
        by(
          'e2e/admin-mode.spec.ts',
          'an administrator turns the mode on, and each training leads to changing it',
        ),
      ],
      ['What can be bought follows the page rules', by('src/web/app/route-rules.test.ts', 'page rules')],
      ['The server refuses what a role may not', by('src/server/kernel/access.test.ts', 'as %s')],
      [
        'Nobody reaches another centre',
        by('src/server/kernel/access.test.ts', 'with a token of another centre'),
      ],
    ],
  },
];
