import { by, fields, host, type Section, value, written } from './entry.ts';

const shared = (noun: string) => `src/shared/${noun}/contract.ts`;
const claims = by(
  'src/server/account/routes.test.ts',
  'gives a token with the claims of the specification and a cookie no script can read',
);
const ruleFields = (...names: string[]) => fields('src/shared/kernel/page-rules.ts', 'PageRules', ...names);

/** Point 3: what is stored, what a token says, and the page rules. */
export const keys: readonly Section[] = [
  {
    point: 3,
    title: 'Locally stored keys',
    lines: [
      [
        'auth',
        by('e2e/choices.spec.ts', 'whether to stay signed in is remembered for the next time'),
        written('src/web/kernel/session-runtime.ts', "readStored('auth')"),
      ],
      [
        'colormode',
        by('e2e/choices.spec.ts', `colours begin as ${host} says, and stay as they were chosen`),
        written('src/web/kernel/preferences.ts', "writeStored('colormode'"),
      ],
      [
        'date_range',
        by('e2e/remembered.spec.ts', 'a report opens with the dates that were looked at last'),
        written('src/web/statistics/reports/components/stored-range.ts', "readStored('date_range')"),
      ],
      [
        'has_logged_in',
        by('e2e/session.spec.ts', 'a wrong password is told, what was typed stays, the right one opens home'),
        written('src/web/kernel/session-runtime.ts', "readStored('has_logged_in')"),
      ],
      [
        'language',
        by('e2e/choices.spec.ts', 'a language is chosen in the header and in the menu, and stays'),
        written('src/web/kernel/preferences.ts', "writeStored('language'"),
      ],
      [
        'menu',
        by('e2e/remembered.spec.ts', 'collapsing the menu collapses its submenus, and a reload keeps it so'),
        written('src/web/app/shell/use-side-menu.ts', "readStored('menu')"),
      ],
      [
        'rules',
        by('e2e/remembered.spec.ts', 'the rules are those that were read last'),
        written('src/web/app/boot.ts', "readStored('rules')"),
      ],
      [
        'screen',
        by('e2e/remembered.spec.ts', 'a timetable opens as it was left, a day or a week'),
        written('src/web/registrations/trainer-calendar-screen.tsx', "readStored('screen')"),
      ],
      [
        'snackbar',
        by(
          'e2e/choices.spec.ts',
          'a message goes by itself after five seconds, at once when pressed, and a reload shows it again',
        ),
        written('src/web/kernel/snackbar.tsx', "readStored('snackbar')"),
      ],
    ],
  },
  {
    point: 3,
    title: 'Session and payment tokens',
    lines: [
      [
        'Claims of a session',
        claims,
        fields(
          'src/shared/kernel/session.ts',
          'SessionClaims',
          'clientId',
          'clientCode',
          'trainerId',
          'canSeeRegistrations',
          'canManageRegistrations',
          'isAdmin',
          'needsUpdate',
          'host',
          'keep',
          'email',
          'phone',
          'firstName',
          'lastName',
          'exp',
          'iat',
          'nbf',
          'iss',
          'aud',
        ),
      ],
      ['Whoever has a trainerId is a trainer', by('src/shared/kernel/actor.test.ts', '%s')],
      [
        'A payment’s token: its status and its reference',
        by('src/server/payments/routes-messages.test.ts', 'the token stands %s'),
      ],
      [
        'The seven states of a payment',
        by('src/shared/payments/domain.test.ts', 'every pair'),
        value('src/shared/payments/domain.ts', 'paymentStatuses', [
          'PENDING',
          'AUTHORIZED',
          'PAID',
          'VOIDED',
          'ABANDONED',
          'PARTIALLY_REFUNDED',
          'REFUNDED',
        ]),
      ],
      [
        'Logging in: who, and on which device',
        claims,
        fields(shared('account'), 'login.body', 'userCredentials', 'deviceParameters'),
      ],
      [
        'What is told of the device',
        claims,
        fields(
          shared('account'),
          'DeviceParameters',
          'platform',
          'userAgent',
          'screenWidth',
          'screenHeight',
          'colorDepth',
          'cpuCores',
          'touchPoints',
        ),
      ],
      ['What a tab knows of its session', by('src/shared/kernel/session-machine.test.ts', '$name')],
      [
        'Whether it was asked about a new version already',
        by('e2e/update.spec.ts', 'who says later is not asked again; the menu still offers it'),
      ],
    ],
  },
  {
    point: 3,
    title: 'Page rules',
    lines: [
      [
        'Colour mode, country and language to begin with',
        by('src/server/tenants/built-in.test.ts', 'speaks the language of its host first'),
        ruleFields('main.defaultColorScheme', 'main.country2Code', 'main.defaultLanguage'),
      ],
      [
        'Logging in by e-mail',
        by('src/server/account/routes.test.ts', 'goes by e-mail or by user name, as the page rule says'),
        ruleFields('login.isEmail'),
      ],
      [
        'Invoices hidden from the menu',
        by('src/web/app/shell/menu-items.test.ts', 'shows no invoices where the centre hides them'),
        ruleFields('menu.isInvoiceHidden'),
      ],
      [
        'Languages hidden from the menu',
        by(
          'e2e/page-rules.spec.ts',
          'languages stand in header and menu, and nowhere where the centre hides them',
        ),
        ruleFields('menu.isLanguageHidden'),
      ],
      [
        'SMS hidden',
        by('src/server/messages/broadcasts/routes.test.ts', 'centres without SMS hide them; mails go'),
        ruleFields('notification.isSmsHidden'),
      ],
      [
        'Comments on trainings',
        by('src/server/feedback/routes.test.ts', 'where the centre has it off, there is no such path'),
        ruleFields('pageFunctions.isTrainingCommentsEnabled'),
      ],
      [
        'Entry by scanning',
        by(
          'src/server/entry/offline/commands.test.ts',
          'members scan none where the centre has no such doors',
        ),
        ruleFields('pageFunctions.hasQrScanningForEntry'),
      ],
      [
        'Replacing trainers',
        by('src/server/replacements/routes.test.ts', 'without its page rule there is no such thing'),
        ruleFields('pageFunctions.isSubstituteTrainerFunctionEnabled'),
      ],
      [
        'The complete page for joining, and the simple one',
        by('src/server/joining/routes.test.ts', 'the simple page asks for less'),
        ruleFields('pages.isJoinCompletePage', 'pages.isJoinSimplePage'),
      ],
      [
        'Buying personal trainings',
        by('src/server/personal-trainings/routes.test.ts', 'closed with the rules %o'),
        ruleFields('pages.isBuyPersonalTrainingPage'),
      ],
      [
        'Paying in the app',
        by(
          'src/server/payments/routes.test.ts',
          'a centre that takes no payments has none of it, but hears of what is under way',
        ),
        ruleFields('payment.isPaymentActive'),
      ],
      [
        'Paying without leaving the page',
        by('e2e/payment.spec.ts', 'a card is typed on the page itself where the centre has it so'),
        ruleFields('payment.isPaymentInFrame'),
      ],
      [
        'The timetable’s filters',
        by(
          'e2e/page-rules.spec.ts',
          'a timetable offers the filters its centre names, and no other that would have choices',
        ),
        ruleFields('filters'),
      ],
    ],
  },
  {
    point: 3,
    title: 'Words of the product',
    lines: [
      [
        'Themes: light, dark',
        by('src/shared/tenants/domain.test.ts', 'a theme is two hex colours and a mode'),
        value('src/shared/kernel/page-rules.ts', 'colourModes', ['light', 'dark']),
      ],
      [
        'Environments: development, staging, production',
        by('src/server/kernel/env.test.ts', '%o stops the start'),
        written('src/server/kernel/env.ts', "'development', 'staging', 'production'"),
      ],
      [
        'Nine presets of dates',
        by('src/shared/statistics/periods/domain.test.ts', '%s on %s'),
        value('src/shared/statistics/kinds/domain.ts', 'periods', [
          'previousWeek',
          'currentWeek',
          'currentWeekPast',
          'currentWeekFuture',
          'nextWeek',
          'previousMonth',
          'currentMonth',
          'currentMonthPast',
          'currentMonthFuture',
        ]),
      ],
    ],
  },
];
