/**
 * The house: which files there may be, and what may import what. The whole law is in this one file;
 * a new name here needs a record in docs/decisions. In names `*` stands for kebab-case words,
 * in folders `<noun>` for one of the nouns (nouns.ts) and `<part>` for a kebab-case folder inside it.
 */

export interface Place {
  readonly folder: string;
  readonly files: readonly string[];
  /** Beside each code file `<file>.test.ts`, or `<file>-<aspect>.test.ts` when one is not enough. */
  readonly hasTests?: boolean;
  /** Most files of a folder, tests not counted. */
  readonly most?: number;
  /** Folder of framework glue: a file there may not be called like a noun. */
  readonly isNounless?: boolean;
}

const sharedFiles = ['contract.ts', 'domain.ts', 'policy.ts'];
const serverFiles = ['routes.ts', 'commands.ts', 'data.ts', 'client.ts', 'jobs.ts', 'built-in.ts'];
const webFiles = ['queries.ts', '*-screen.tsx', '*-screen.module.css'];
const rootFiles = [
  'package.json',
  'package-lock.json',
  'biome.json',
  'tsconfig.base.json',
  'vite.config.ts',
  'vitest.config.ts',
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'RELEASE_NOTES.md',
  '.env.example',
  'LICENSE',
];
const drawn = ['*.ts', '*.tsx', '*.module.css'];

export const places: readonly Place[] = [
  { folder: 'src/shared', files: ['endpoints.ts', 'start-context.ts', 'tsconfig.json'], hasTests: true },
  { folder: 'src/shared/kernel', files: ['*.ts'], hasTests: true, isNounless: true },
  { folder: 'src/shared/<noun>', files: sharedFiles, hasTests: true },
  { folder: 'src/shared/<noun>/<part>', files: sharedFiles, hasTests: true },

  {
    folder: 'src/server',
    files: ['assemble.ts', 'main.ts', 'nouns.ts', 'pages.ts', 'tasks.ts', 'tsconfig.json'],
    hasTests: true,
  },
  { folder: 'src/server/kernel', files: ['*.ts'], hasTests: true, most: 24, isNounless: true },
  { folder: 'src/server/kernel/<part>', files: ['*.ts'], hasTests: true, most: 24, isNounless: true },
  { folder: 'src/server/demo/**', files: ['*.ts'], hasTests: true },
  { folder: 'src/server/testing', files: ['*.ts'], hasTests: true },
  { folder: 'src/server/testing/furnished', files: ['*.ts'] },
  { folder: 'src/server/testing/recorded', files: ['*.ts'] },
  { folder: 'src/server/testing/fuzzing', files: ['*.ts'] },
  { folder: 'src/server/account', files: ['passwords.ts'], hasTests: true },
  { folder: 'src/server/account/alerts', files: ['mails.ts'], hasTests: true },
  { folder: 'src/server/account/emails', files: ['mails.ts'], hasTests: true },
  { folder: 'src/server/account/factors', files: ['codes.ts'], hasTests: true },
  {
    folder: 'src/server/account/emulator',
    files: ['api.ts', 'authority.ts', 'cards.ts', 'page.ts', 'phones.ts', 'responder.ts', 'sim-cards.ts'],
    hasTests: true,
  },
  {
    folder: 'src/server/account/identities',
    files: ['certificates.ts', 'provider.ts', 'service.ts'],
    hasTests: true,
  },
  { folder: 'src/server/account/id-card', files: ['protocol.ts'], hasTests: true },
  { folder: 'src/server/account/mobile-id', files: ['protocol.ts'], hasTests: true },
  { folder: 'src/server/account/revocation', files: ['protocol.ts', 'service.ts'], hasTests: true },
  { folder: 'src/server/account/smart-id', files: ['certificates.ts', 'protocol.ts'], hasTests: true },
  { folder: 'src/server/account/passkeys', files: ['ceremonies.ts', 'wire.ts'], hasTests: true },
  { folder: 'src/server/account/inviting', files: ['mails.ts'], hasTests: true },
  { folder: 'src/server/account/resets', files: ['mails.ts'], hasTests: true },
  { folder: 'src/server/account/sessions', files: ['cookie.ts'], hasTests: true },
  { folder: 'src/server/admin/importing', files: ['files.ts'], hasTests: true },
  { folder: 'src/server/tenants/logos', files: ['pictures.ts'], hasTests: true },
  { folder: 'src/server/contracts', files: ['mails.ts', 'wire.ts'], hasTests: true },
  { folder: 'src/server/contracts/billing-runs', files: ['mails.ts'], hasTests: true },
  { folder: 'src/server/feeds', files: ['calendar-files.ts'], hasTests: true },
  { folder: 'src/server/invoices/bank', files: ['statements.ts'], hasTests: true },
  { folder: 'src/server/invoices/mails', files: ['texts.ts'], hasTests: true },
  {
    folder: 'src/server/invoices/pdf',
    files: ['brand.ts', 'head.ts', 'palette.ts', 'lines.ts', 'document.ts', 'payment.ts', 'sums.ts'],
    hasTests: true,
  },
  { folder: 'src/server/joining', files: ['mails.ts'], hasTests: true },
  {
    folder: 'src/server/messages',
    files: ['layout.ts', 'mails.ts', 'outcomes.ts', 'emulator.ts'],
    hasTests: true,
  },
  { folder: 'src/server/messages/mornings', files: ['mails.ts'], hasTests: true },
  { folder: 'src/server/messages/notices', files: ['texts.ts'], hasTests: true },
  { folder: 'src/server/messages/push', files: ['keys.ts'] },
  { folder: 'src/server/messages/sms', files: ['phones.ts', 'emulator.ts'], hasTests: true },
  { folder: 'src/server/entry/codes', files: ['keys.ts'] },
  { folder: 'src/server/entry/apple', files: ['certificates.ts', 'card-file.ts'], hasTests: true },
  { folder: 'src/server/entry/keycards', files: ['keys.ts', 'wallets.ts'] },
  { folder: 'src/server/entry/google', files: ['card.ts', 'keys.ts'], hasTests: true },
  {
    folder: 'src/server/entry/wallet-emulator',
    files: ['authority.ts', 'google.ts', 'page.ts', 'phones.ts'],
  },
  { folder: 'src/server/entry/locks', files: ['signature.ts', 'emulator.ts'], hasTests: true },
  {
    folder: 'src/server/payments',
    files: ['mails.ts', 'ports.ts', 'provider.ts'],
    hasTests: true,
  },
  {
    folder: 'src/server/payments/emulator',
    files: ['api.ts', 'cards.ts', 'page.ts', 'shop.ts'],
    hasTests: true,
  },
  { folder: 'src/server/personal-trainings', files: ['mails.ts'], hasTests: true },
  { folder: 'src/server/personal-trainings/slots', files: ['wire.ts'], hasTests: true },
  { folder: 'src/server/privacy', files: ['mails.ts'], hasTests: true },
  { folder: 'src/server/products', files: ['wire.ts'], hasTests: true },
  { folder: 'src/server/registrations', files: ['wire.ts'], hasTests: true },
  { folder: 'src/server/registrations/attendance', files: ['wire.ts'], hasTests: true },
  { folder: 'src/server/registrations/personal', files: ['mails.ts'], hasTests: true },
  { folder: 'src/server/registrations/staff-booking', files: ['mails.ts'], hasTests: true },
  { folder: 'src/server/rooms/rentals', files: ['mails.ts'], hasTests: true },
  { folder: 'src/server/schedule', files: ['wire.ts', 'live.ts'], hasTests: true },
  { folder: 'src/server/statistics/reports', files: ['sheet.ts'], hasTests: true },
  { folder: 'src/server/statistics/simulation', files: ['replays.ts'] },
  { folder: 'src/server/tenants', files: ['logos.ts', 'texts.ts'], hasTests: true },
  { folder: 'src/server/tickets', files: ['mails.ts'], hasTests: true },
  { folder: 'src/server/videos', files: ['frame.ts'], hasTests: true },
  { folder: 'src/server/visitors', files: ['mails.ts'], hasTests: true },
  { folder: 'src/server/vouchers', files: ['mails.ts'], hasTests: true },
  { folder: 'src/server/<noun>', files: [...serverFiles, 'races.test.ts'], hasTests: true },
  { folder: 'src/server/<noun>/<part>', files: [...serverFiles, 'races.test.ts'], hasTests: true },

  {
    folder: 'src/web',
    files: ['routes.gen.ts', 'service-worker.ts', '*.d.ts', 'tsconfig.json', 'tsconfig.*.json'],
    hasTests: true,
  },
  { folder: 'src/web/app', files: [...drawn, '*.css'], hasTests: true },
  { folder: 'src/web/app/<part>', files: drawn, hasTests: true },
  { folder: 'src/web/kernel', files: drawn, hasTests: true, isNounless: true },
  { folder: 'src/web/ui', files: [...drawn, '*.css'], hasTests: true, isNounless: true },
  {
    folder: 'src/web/routes/**',
    files: ['*.tsx', '__root.tsx', '$.tsx', '$*.tsx', '$groupId.tsx', 'profile_.*.tsx'],
  },
  { folder: 'src/web/<noun>', files: webFiles, hasTests: true },
  { folder: 'src/web/<noun>/<part>', files: webFiles, hasTests: true },
  { folder: 'src/web/<noun>/<part>/components', files: drawn, hasTests: true },
  { folder: 'src/web/<noun>/components', files: drawn, hasTests: true },

  { folder: 'i18n', files: ['en.ts', 'et.ts', 'lv.ts'] },
  { folder: 'i18n/en', files: ['*.ts'] },
  { folder: 'i18n/et', files: ['*.ts'] },
  { folder: 'i18n/lv', files: ['*.ts'] },
  { folder: 'db', files: ['schema.sql'] },
  { folder: 'db/migrations', files: ['000000_*.sql'] },
  { folder: 'db/records', files: ['*.txt'] },
  { folder: 'db/twins', files: ['*.txt'] },
  {
    folder: 'e2e',
    files: ['playwright.config.ts', '*.spec.ts', '*.desk.spec.ts', '*.phone.spec.ts', 'tsconfig.json'],
  },
  { folder: 'e2e/support', files: ['*.ts'] },
  { folder: 'scripts', files: ['*.ts', '*.mjs'], hasTests: true },
  { folder: 'scripts/tests', files: ['*.ts'], hasTests: true },
  { folder: 'scripts/lib', files: ['*.ts', '*.mjs'], hasTests: true },
  { folder: 'scripts/mutation', files: ['*.ts'], hasTests: true },
  { folder: 'scripts/check', files: ['*.ts', 'knip.json'], hasTests: true },
  { folder: 'scripts/specification', files: ['*.ts'], hasTests: true },
  { folder: 'bench/**', files: ['*.ts', '*.d.ts', '*.sql', '*.json', '*.md'], hasTests: true },
  { folder: '.', files: rootFiles },
  {
    folder: 'deploy',
    files: ['Caddyfile', 'Dockerfile', 'compose.yaml', 'nginx.conf', 'roles.sql', '*.service', '*.timer'],
  },
  { folder: 'docs', files: ['*.md', 'endpoints.txt'] },
  { folder: 'docs/decisions', files: ['0000-*.md', 'README.md'] },
  { folder: 'docs/pictures', files: ['*.png'] },
];

/** No file is longer; the cure is a second noun or a part. There is no suppression. */
export const mostLines = 400;
/** What is generated, or only texts. */
export const freeOfLength = [
  /\.gen\.ts$/,
  /^src\/server\/kernel\/rows\.ts$/,
  /^i18n\//,
  /^db\/(schema|migrations\/000001_schema)\.sql$/,
];

export interface Zone {
  readonly name: string;
  /** The first zone whose path matches is the file's. */
  readonly path: RegExp;
  /** Zones of any noun it may import from. */
  readonly from: readonly string[];
  /** Zones it may import from within its own noun, beside `from`. */
  readonly own?: readonly string[];
  /** Zones it may take types from, beside the others. */
  readonly types?: readonly string[];
  /** npm packages: names, or 'any'; absent means none. */
  readonly packages?: 'any' | readonly string[];
  /** Whether it may import Node's modules. */
  readonly hasNode?: true;
}

const shared = ['shared kernel', 'contract', 'domain', 'policy'];
const server = ['server kernel', 'routes', 'commands', 'data', 'client', 'jobs', 'built-in', 'server extra'];
const web = ['web kernel', 'ui', 'queries', 'screen', 'component', 'route', 'app', 'generated routes'];
const whole = [...shared, ...server, 'endpoints', 'texts', 'demo', 'server'];
const drawing = ['react', 'react-dom', '@tanstack/react-router', '@tanstack/react-query'];
const testing = ['vitest', 'fast-check', 'zod'];
const node = { packages: 'any', hasNode: true } as const;

type ZoneRest = Omit<Zone, 'name' | 'path' | 'from'>;
const zone = (name: string, path: RegExp, from: readonly string[], rest: ZoneRest = {}): Zone => ({
  name,
  path,
  from,
  ...rest,
});

export const zones: readonly Zone[] = [
  // Tests know their own root whole.
  zone('shared test', /^src\/shared\/.*\.test\.ts$/, [...shared, 'endpoints', 'texts'], {
    packages: testing,
  }),
  zone('server test', /^src\/server\/.*\.test\.ts$/, [...whole, 'testing'], node),
  zone('web test', /^src\/web\/.*\.test\.tsx?$/, [...shared, ...web, 'texts'], {
    packages: [...testing, ...drawing],
  }),

  zone('texts', /^i18n\//, ['texts']),
  zone('endpoints', /^src\/shared\/endpoints\.ts$/, ['shared kernel', 'contract']),
  zone('shared kernel', /^src\/shared\/kernel\//, ['shared kernel'], {
    types: ['texts'],
    packages: ['zod', 'leven'],
  }),
  zone('contract', /^src\/shared\/.*\/contract\.ts$/, ['shared kernel', 'contract', 'domain'], {
    packages: ['zod'],
  }),
  zone('domain', /^src\/shared\/.*\/domain\.ts$/, ['shared kernel', 'domain'], {
    types: ['contract'],
    packages: ['zod'],
  }),
  zone('policy', /^src\/shared\/.*\/policy\.ts$/, ['shared kernel'], {
    own: ['domain'],
    types: ['contract'],
  }),

  zone('server kernel', /^src\/server\/kernel\//, [...shared, 'endpoints', 'texts', 'server kernel'], node),
  zone(
    'demo',
    /^src\/server\/demo\//,
    [...shared, 'server kernel', 'commands', 'data', 'built-in', 'server extra', 'demo'],
    node,
  ),
  zone('testing', /^src\/server\/testing\//, [...whole, 'testing'], node),
  zone('server', /^src\/server\/[a-z]+\.ts$/, whole, node),
  zone('routes', /^src\/server\/.*\/routes\.ts$/, [...shared, 'server kernel', 'server extra'], {
    own: ['commands', 'data', 'built-in'],
    packages: ['zod'],
  }),
  zone(
    'commands',
    /^src\/server\/.*\/commands\.ts$/,
    [...shared, 'server kernel', 'commands', 'data', 'client', 'server extra', 'built-in'],
    { hasNode: true },
  ),
  zone('data', /^src\/server\/.*\/data\.ts$/, [...shared, 'server kernel', 'data'], { packages: ['kysely'] }),
  zone('client', /^src\/server\/.*\/client\.ts$/, ['shared kernel', 'server kernel'], {
    ...node,
    own: ['server extra', 'contract', 'domain'],
  }),
  zone(
    'jobs',
    /^src\/server\/.*\/jobs\.ts$/,
    [...shared, 'server kernel', 'commands', 'data', 'client', 'server extra'],
    { packages: ['zod'] },
  ),
  zone('built-in', /^src\/server\/.*\/built-in\.ts$/, [...shared, 'built-in'], { own: ['server extra'] }),
  zone('server extra', /^src\/server\//, [...shared, 'texts', 'server kernel'], {
    ...node,
    own: ['data', 'built-in', 'server extra'],
  }),

  zone('generated routes', /^src\/web\/routes\.gen\.ts$/, ['route', 'app'], { packages: 'any' }),
  zone('worker', /^src\/web\/service-worker\.ts$/, ['shared kernel'], { packages: 'any' }),
  zone('ui', /^src\/web\/ui\//, ['ui', 'shared kernel'], {
    packages: ['react', 'react-dom', '@tanstack/react-router', 'qr'],
  }),
  zone('web kernel', /^src\/web\/kernel\//, [...shared, 'web kernel', 'ui', 'texts'], {
    packages: [...drawing, '@simplewebauthn/browser', 'i18next', 'idb-keyval', 'zod'],
  }),
  zone('route', /^src\/web\/routes\//, [...shared, ...web], { packages: drawing }),
  zone('app', /^src\/web\/app\//, [...shared, ...web, 'endpoints', 'texts'], { packages: 'any' }),
  zone('queries', /^src\/web\/.*\/queries\.ts$/, [...shared, 'web kernel', 'ui', 'queries'], {
    packages: ['react', '@tanstack/react-query'],
  }),
  zone('component', /^src\/web\/.*\/components\//, [...shared, 'web kernel', 'ui', 'queries'], {
    own: ['component'],
    packages: [...drawing, 'zod'],
  }),
  zone('screen', /^src\/web\//, [...shared, 'web kernel', 'ui', 'queries'], {
    own: ['component', 'screen'],
    packages: [...drawing, 'zod'],
  }),

  zone('journeys', /^e2e\//, [...shared, 'texts', 'journeys'], node),
  zone('configuration', /^[a-z.]+\.ts$/, [], node),
  zone('programs', /^(scripts|bench)\//, [...whole, 'testing', 'programs'], node),
];

export interface ForbiddenWord {
  readonly word: RegExp;
  /** Where it counts. */
  readonly where: RegExp;
  readonly except: readonly string[];
  readonly why: string;
  /** Searched in comments as well. */
  readonly isInComments?: boolean;
}

const timeModules = [
  'src/shared/kernel/dates.ts',
  'src/server/kernel/clock.ts',
  'src/web/kernel/clock.ts',
  'src/web/kernel/format.ts',
];
const code = /^(src|i18n|e2e)\/.*\.tsx?$/;

export const forbiddenWords: readonly ForbiddenWord[] = [
  {
    word: /\btoLocale\w*/,
    where: code,
    except: timeModules,
    why: 'texts are formatted in kernel/format.ts and kernel/dates.ts',
  },
  { word: /\bIntl\./, where: code, except: timeModules, why: 'texts are formatted in kernel/format.ts' },
  {
    word: /\bnew Date\(/,
    // A test may measure Temporal against it.
    where: /^(src|i18n|e2e)\/.*(?<!\.test)\.tsx?$/,
    // The worker has no Temporal to speak of.
    except: [...timeModules, 'src/web/service-worker.ts'],
    why: 'dates are Temporal or ISO texts; kernel/clock.ts gives the time',
  },
  { word: /\bDate\.now\(/, where: code, except: timeModules, why: 'kernel/clock.ts gives the time' },
  { word: /\sstyle=/, where: /^src\/.*\.tsx$/, except: [], why: 'the content policy allows no inline style' },
  {
    word: /\bdangerouslySetInnerHTML\b/,
    where: /^src\/(?!web\/app\/).*\.tsx?$/,
    // The document itself: its one style and its one block of data.
    except: ['src/web/routes/__root.tsx'],
    why: 'markup from texts belongs to web/app alone',
  },
  {
    word: /\b(await|async)\b|\bPromise\b/,
    where: /\/(domain|policy)\.ts$/,
    except: [],
    why: 'domain.ts and policy.ts never wait',
  },
  {
    word: /\bsqlBuilder\b|\bsql`/,
    where: /\/(routes|commands)\.ts$/,
    except: [],
    why: 'SQL belongs to data.ts',
  },
  {
    word: /\bfetch\(/,
    where: /^src\/web\/(?!app\/|kernel\/)[a-z-]+\//,
    except: [],
    why: 'a screen never fetches',
  },
  {
    word: /\b(test|it|describe)\.only\b/,
    where: /\.(test|spec)\.tsx?$/,
    except: ['scripts/check/check.test.ts'],
    why: 'every test runs',
  },
  {
    // Also as a value to be spread: `type: 'date'`, and as one of two.
    word: /\btype(?:=["']|: ?["']|=\{[^{}]*["'])(?:date|time|datetime-local|month|week|number)["']/,
    where: /^src\/web\/.*\.tsx?$/,
    except: [],
    why: 'the browser would write it in its own language: DateField, TimeField, AmountField or inputMode (decision 0094)',
  },
  {
    word: /@ts-(ignore|nocheck|expect-error)|\b(TODO|FIXME|XXX)\b/,
    where: /^(src|i18n|e2e|scripts|bench)\/.*\.(tsx?|mjs)$/,
    except: ['scripts/check/house.ts', 'scripts/check/check.test.ts', 'src/web/routes.gen.ts'],
    why: 'finish it, or leave it out',
    isInComments: true,
  },
];
