import { by, type Section, texts, value, written } from './entry.ts';

const machineFile = 'src/shared/kernel/session-machine.ts';
const numbers = by('src/shared/kernel/session-machine.test.ts', 'the numbers of specification point 9');
const asked = by(
  'src/server/kernel/robustness.test.ts',
  'of %s say that they keep an hour, and answer 304 to who has them',
);
const snackbar = 'src/web/kernel/snackbar.tsx';
const contract = (noun: string, name: string, seconds: number | undefined) =>
  value(`src/shared/${noun}/contract.ts`, `${name}.cacheSeconds`, seconds);

/** Point 9: numbers. */
export const constants: readonly Section[] = [
  {
    point: 9,
    title: 'Numbers',
    lines: [
      ['Idle for 15 minutes', numbers, value(machineFile, 'idleTimeoutMs', 900_000)],
      ['Counted down for 3 minutes', numbers, value(machineFile, 'logoutCountdownMs', 180_000)],
      ['Refreshed every minute', numbers, value(machineFile, 'sessionRefreshMs', 60_000)],
      ['A token’s last 3 seconds', numbers, value(machineFile, 'tokenExpiryMarginMs', 3000)],
      [
        'A new version looked for every 30 seconds',
        by('e2e/update.spec.ts', 'a new version is found within half a minute, by itself'),
        value('src/web/app/updates.ts', 'checkMs', 30_000),
      ],
      [
        'A wall looks at the date every minute',
        by(
          'e2e/wall.spec.ts',
          'a screen on the wall shows the whole day, and the next one after midnight, by itself',
        ),
      ],
      [
        'Terms, page rules and configuration kept 3600 seconds',
        asked,
        contract('tenants', 'getBuyingTerms', 3600),
        contract('tenants', 'getPageRules', 3600),
        contract('tenants', 'getPageConfiguration', 3600),
      ],
      [
        'Trainers and training groups kept 300 seconds',
        by(
          'src/server/training-groups/routes.test.ts',
          'a group says how many of its members are active, and who they are',
        ),
        contract('trainers', 'listTrainers', 300),
        contract('training-groups', 'listTrainingGroups', 300),
      ],
      [
        'Codes, contracts and whether a trainer is free not kept',
        by(
          'src/server/campaigns/routes.test.ts',
          'a code tells its effect on what is bought and the places left, however it is typed',
        ),
        contract('campaigns', 'checkCode', undefined),
        contract('contracts', 'listContracts', undefined),
        contract('trainers', 'getTrainerAvailability', undefined),
      ],
      [
        'A message shows for 5 seconds, one cut off for 2, and moves for 300 ms',
        by(
          'e2e/choices.spec.ts',
          'a message goes by itself after five seconds, at once when pressed, and a reload shows it again',
        ),
        value(snackbar, 'snackbarMs', 5000),
        value(snackbar, 'initialSnackbarMs', 2000),
        value(snackbar, 'snackbarTransitionMs', 300),
      ],
      [
        'Narrow below 800 px',
        by(
          'e2e/widths.spec.ts',
          'under 800 px the menu lies at the bottom and a week runs down; from 800 px both stand upright',
        ),
        written('src/web/schedule/editing/components/use-is-narrow.ts', '(max-width: 799px)'),
      ],
      [
        'Details part 40 to 60, from 500 px on 30 to 70',
        by('e2e/widths.spec.ts', 'rows of details are parted 40 to 60, from 500 px on 30 to 70'),
        written('src/web/training-groups/components/member-details.module.css', '(min-width: 500px)'),
      ],
      [
        'Widths at which the look changes: 600, 900, 1200, 1536 px',
        by(
          'scripts/check/widths.test.ts',
          'the look changes at 600, 900, 1200 and 1536 px, at 800 px from narrow to wide, and nowhere else',
        ),
        written('src/web/schedule/components/schedule-header.module.css', '(min-width: 1200px)'),
      ],
      [
        'Times lie on slots of 5 minutes',
        by(
          'src/web/schedule/editing/components/grid-places.test.ts',
          'times are minutes of the day and lie on slots of five',
        ),
        value('src/web/schedule/editing/components/grid-places.ts', 'slotMinutes', 5),
      ],
      [
        'Lists of times go by hours and half hours',
        by('src/shared/personal-trainings/slots/domain.test.ts', 'go by %s'),
        value('src/shared/kernel/booking-limits.ts', 'defaultBookingLimits.personalEveryMinutes', 30),
      ],
      [
        'A week is seven days from a Monday',
        by(
          'src/shared/schedule/domain.test.ts',
          'gives each date of the week its trainings in order of time',
        ),
      ],
      [
        'A trainer’s sums: this month, or 30 days',
        by('src/shared/statistics/domain.test.ts', '%s on %s'),
        value('src/shared/statistics/domain.ts', 'windows', ['currentMonth', 'last30Days']),
      ],
      [
        'Ten quotes take turns',
        by(
          'src/shared/registrations/home/domain.test.ts',
          'gives each of ten days its own sentence, and begins anew',
        ),
        texts(...Array.from({ length: 10 }, (_, index) => `registrations.quote${index + 1}`)),
      ],
      [
        'Languages et, en, lv; ee gives et, lv gives lv, others en',
        by('src/shared/kernel/language.test.ts', 'stored %s at %s among %s gives %s'),
        value('src/shared/kernel/language.ts', 'languages', ['et', 'en', 'lv']),
      ],
      ['dd.MM.yyyy, euro', by('src/web/kernel/format.test.ts', '%i cents in %s are %s')],
      [
        'Lists come in pages',
        by(
          'e2e/back-office.spec.ts',
          'how many rows a page has is chosen by keys, stays in the address, and begins with the first page',
        ),
        value('src/web/kernel/rows.ts', 'rowsChoices', [20, 50, 100]),
      ],
    ],
  },
];
