/**
 * The house: which files there may be, and what may import what. The whole law is in this one file;
 * a new name here needs a record in docs/decisions. In names `*` stands for kebab-case words,
 * in folders `<noun>` for one of the nouns and `<part>` for a kebab-case folder inside it.
 */

/** A noun earns its folder when it owns a table, an outside service or a lifecycle. */
export const nouns = [
  'account',
  'campaigns',
  'clients',
  'contracts',
  'entry',
  'feedback',
  'invoices',
  'joining',
  'messages',
  'payments',
  'personal-trainings',
  'products',
  'registrations',
  'replacements',
  'rooms',
  'schedule',
  'statistics',
  'tenants',
  'tickets',
  'trainers',
  'training-groups',
  'videos',
  'vouchers',
];

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
const drawn = ['*.ts', '*.tsx', '*.module.css'];

export const places: readonly Place[] = [
  { folder: 'src/shared', files: ['endpoints.ts', 'tsconfig.json'] },
  { folder: 'src/shared/kernel', files: ['*.ts'], hasTests: true, isNounless: true },
  { folder: 'src/shared/<noun>', files: sharedFiles, hasTests: true },
  { folder: 'src/shared/<noun>/<part>', files: sharedFiles, hasTests: true },

  { folder: 'src/server', files: ['assemble.ts', 'main.ts', 'pages.ts', 'tsconfig.json'], hasTests: true },
  { folder: 'src/server/kernel', files: ['*.ts'], hasTests: true, most: 24, isNounless: true },
  { folder: 'src/server/kernel/<part>', files: ['*.ts'], hasTests: true, most: 24, isNounless: true },
  { folder: 'src/server/demo', files: ['*.ts'], hasTests: true },
  { folder: 'src/server/testing', files: ['*.ts'], hasTests: true },
  { folder: 'src/server/account', files: ['passwords.ts'], hasTests: true },
  { folder: 'src/server/messages', files: ['mails.ts', 'stand-in.ts'], hasTests: true },
  { folder: 'src/server/tenants', files: ['logos.ts', 'texts.ts'], hasTests: true },
  { folder: 'src/server/<noun>', files: [...serverFiles, 'races.test.ts'], hasTests: true },
  { folder: 'src/server/<noun>/<part>', files: [...serverFiles, 'races.test.ts'], hasTests: true },

  { folder: 'src/web', files: ['routes.gen.ts', 'service-worker.ts', '*.d.ts', '*.json', 'tsconfig.*.json'] },
  { folder: 'src/web/app', files: [...drawn, '*.css'], hasTests: true },
  { folder: 'src/web/app/<part>', files: drawn, hasTests: true },
  { folder: 'src/web/kernel', files: drawn, hasTests: true, isNounless: true },
  { folder: 'src/web/ui', files: [...drawn, '*.css'], hasTests: true, isNounless: true },
  { folder: 'src/web/routes/**', files: ['*.tsx', '__root.tsx', '$.tsx', '$*.tsx'] },
  { folder: 'src/web/<noun>', files: webFiles, hasTests: true },
  { folder: 'src/web/<noun>/components', files: drawn, hasTests: true },

  { folder: 'i18n', files: ['en.ts', 'et.ts', 'lv.ts'] },
  { folder: 'i18n/en', files: ['*.ts'] },
  { folder: 'i18n/et', files: ['*.ts'] },
  { folder: 'i18n/lv', files: ['*.ts'] },
  { folder: 'db', files: ['schema.sql'] },
  { folder: 'db/migrations', files: ['000000_*.sql'] },
  { folder: 'e2e', files: ['playwright.config.ts', '*.spec.ts', 'tsconfig.json'] },
  { folder: 'e2e/support', files: ['*.ts'] },
  { folder: 'scripts', files: ['*.ts', '*.mjs'], hasTests: true },
  { folder: 'scripts/lib', files: ['*.ts', '*.mjs'], hasTests: true },
  { folder: 'scripts/check', files: ['*.ts'], hasTests: true },
  { folder: 'bench/**', files: ['*.ts', '*.sql', '*.json', '*.md'], hasTests: true },
  { folder: 'docs', files: ['*.md'] },
  { folder: 'docs/decisions', files: ['0000-*.md'] },
  { folder: 'docs/pictures', files: ['*.png'] },
];

/** No file is longer; the cure is a second noun or a part. There is no suppression. */
export const mostLines = 400;
/** What is generated, or only texts. */
export const freeOfLength = [/\.gen\.ts$/, /^src\/server\/kernel\/rows\.ts$/, /^i18n\//, /^db\/schema\.sql$/];

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
  /** npm packages: names, or 'any'. */
  readonly packages: 'any' | readonly string[];
  readonly hasNode: boolean;
}

const shared = ['shared kernel', 'contract', 'domain', 'policy'];
const server = ['server kernel', 'routes', 'commands', 'data', 'client', 'jobs', 'built-in', 'server extra'];
const web = ['web kernel', 'ui', 'queries', 'screen', 'component', 'route', 'app', 'generated routes'];
const testPackages = ['vitest', 'fast-check'];
const drawing = ['react', 'react-dom', '@tanstack/react-router', '@tanstack/react-query'];

export const zones: readonly Zone[] = [
  // Tests know their own root whole.
  {
    name: 'shared test',
    path: /^src\/shared\/.*\.test\.ts$/,
    from: [...shared, 'endpoints', 'texts'],
    packages: [...testPackages, 'zod'],
    hasNode: false,
  },
  {
    name: 'server test',
    path: /^src\/server\/.*\.test\.ts$/,
    from: [...shared, ...server, 'endpoints', 'texts', 'demo', 'server', 'testing'],
    packages: 'any',
    hasNode: true,
  },
  {
    name: 'web test',
    path: /^src\/web\/.*\.test\.tsx?$/,
    from: [...shared, ...web, 'texts'],
    packages: [...testPackages, ...drawing],
    hasNode: false,
  },

  { name: 'texts', path: /^i18n\//, from: ['texts'], packages: [], hasNode: false },
  {
    name: 'endpoints',
    path: /^src\/shared\/endpoints\.ts$/,
    from: ['shared kernel', 'contract'],
    packages: [],
    hasNode: false,
  },
  {
    name: 'shared kernel',
    path: /^src\/shared\/kernel\//,
    from: ['shared kernel'],
    types: ['texts'],
    packages: ['zod'],
    hasNode: false,
  },
  {
    name: 'contract',
    path: /\/contract\.ts$/,
    from: ['shared kernel', 'contract', 'domain'],
    packages: ['zod'],
    hasNode: false,
  },
  {
    name: 'domain',
    path: /\/domain\.ts$/,
    from: ['shared kernel', 'domain'],
    types: ['contract'],
    packages: ['zod'],
    hasNode: false,
  },
  {
    name: 'policy',
    path: /\/policy\.ts$/,
    from: ['shared kernel'],
    own: ['domain'],
    types: ['contract'],
    packages: [],
    hasNode: false,
  },

  {
    name: 'server kernel',
    path: /^src\/server\/kernel\//,
    from: [...shared, 'endpoints', 'texts', 'server kernel'],
    packages: 'any',
    hasNode: true,
  },
  {
    name: 'demo',
    path: /^src\/server\/demo\//,
    from: [...shared, 'server kernel', 'commands', 'data', 'built-in', 'server extra', 'demo'],
    packages: 'any',
    hasNode: true,
  },
  {
    name: 'testing',
    path: /^src\/server\/testing\//,
    from: [...shared, ...server, 'endpoints', 'texts', 'demo', 'server', 'testing'],
    packages: 'any',
    hasNode: true,
  },
  {
    name: 'server',
    path: /^src\/server\/[a-z]+\.ts$/,
    from: [...shared, ...server, 'endpoints', 'texts', 'demo', 'server'],
    packages: 'any',
    hasNode: true,
  },
  {
    name: 'routes',
    path: /^src\/server\/.*\/routes\.ts$/,
    from: [...shared, 'server kernel', 'server extra'],
    own: ['commands', 'data', 'built-in'],
    packages: ['zod'],
    hasNode: false,
  },
  {
    name: 'commands',
    path: /^src\/server\/.*\/commands\.ts$/,
    from: [...shared, 'server kernel', 'commands', 'data', 'client', 'server extra', 'built-in'],
    packages: [],
    hasNode: true,
  },
  {
    name: 'data',
    path: /^src\/server\/.*\/data\.ts$/,
    from: [...shared, 'server kernel', 'data'],
    packages: ['kysely'],
    hasNode: false,
  },
  {
    name: 'client',
    path: /^src\/server\/.*\/client\.ts$/,
    from: ['shared kernel', 'server kernel'],
    own: ['server extra', 'contract', 'domain'],
    packages: 'any',
    hasNode: true,
  },
  {
    name: 'jobs',
    path: /^src\/server\/.*\/jobs\.ts$/,
    from: [...shared, 'server kernel', 'commands', 'data', 'client', 'server extra'],
    packages: ['zod'],
    hasNode: false,
  },
  {
    name: 'built-in',
    path: /^src\/server\/.*\/built-in\.ts$/,
    from: [...shared, 'built-in'],
    own: ['server extra'],
    packages: [],
    hasNode: false,
  },
  {
    name: 'server extra',
    path: /^src\/server\//,
    from: [...shared, 'texts', 'server kernel'],
    own: ['data', 'built-in', 'server extra'],
    packages: 'any',
    hasNode: true,
  },

  {
    name: 'generated routes',
    path: /^src\/web\/routes\.gen\.ts$/,
    from: ['route', 'app'],
    packages: 'any',
    hasNode: false,
  },
  {
    name: 'worker',
    path: /^src\/web\/service-worker\.ts$/,
    from: ['shared kernel'],
    packages: 'any',
    hasNode: false,
  },
  {
    name: 'ui',
    path: /^src\/web\/ui\//,
    from: ['ui', 'shared kernel'],
    packages: ['react', 'react-dom', '@tanstack/react-router'],
    hasNode: false,
  },
  {
    name: 'web kernel',
    path: /^src\/web\/kernel\//,
    from: [...shared, 'web kernel', 'ui'],
    types: ['texts'],
    packages: [...drawing, 'i18next', 'react-i18next', 'zod'],
    hasNode: false,
  },
  {
    name: 'route',
    path: /^src\/web\/routes\//,
    from: [...shared, ...web],
    packages: drawing,
    hasNode: false,
  },
  {
    name: 'app',
    path: /^src\/web\/app\//,
    from: [...shared, ...web, 'endpoints', 'texts'],
    packages: 'any',
    hasNode: false,
  },
  {
    name: 'queries',
    path: /^src\/web\/.*\/queries\.ts$/,
    from: [...shared, 'web kernel', 'ui', 'queries'],
    packages: ['react', '@tanstack/react-query'],
    hasNode: false,
  },
  {
    name: 'component',
    path: /^src\/web\/.*\/components\//,
    from: [...shared, 'web kernel', 'ui', 'queries'],
    own: ['component'],
    packages: ['react', 'react-dom', '@tanstack/react-router', '@tanstack/react-query'],
    hasNode: false,
  },
  {
    name: 'screen',
    path: /^src\/web\//,
    from: [...shared, 'web kernel', 'ui', 'queries'],
    own: ['component', 'screen'],
    packages: ['react', 'react-dom', '@tanstack/react-router', '@tanstack/react-query'],
    hasNode: false,
  },

  {
    name: 'journeys',
    path: /^e2e\//,
    from: [...shared, 'texts', 'journeys'],
    packages: 'any',
    hasNode: true,
  },
  {
    name: 'programs',
    path: /^(scripts|bench)\//,
    from: [...shared, ...server, 'endpoints', 'texts', 'demo', 'server', 'testing', 'programs'],
    packages: 'any',
    hasNode: true,
  },
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
    where: code,
    except: timeModules,
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
    except: [],
    why: 'every test runs',
  },
  {
    word: /@ts-(ignore|nocheck|expect-error)|\b(TODO|FIXME|XXX)\b/,
    where: /^(src|i18n|e2e|scripts|bench)\/.*\.(tsx?|mjs)$/,
    except: ['scripts/check/house.ts', 'src/web/routes.gen.ts'],
    why: 'finish it, or leave it out',
    isInComments: true,
  },
];
