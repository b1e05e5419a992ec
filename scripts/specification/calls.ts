import { catalogue } from '../check/catalogue.ts';
import { by, type Line, open, type Proof, type Section, value } from './entry.ts';

const api = (noun: string, title: string) => by(`src/server/${noun}/routes.test.ts`, title);
const tenants = 'src/shared/tenants/contract.ts';
const asked = by(
  'src/server/kernel/robustness.test.ts',
  'of %s say that they keep an hour, and answer 304 to who has them',
);
const machine = by('src/shared/kernel/session-machine.test.ts', '$name');
const timetable = api('schedule/editing', 'is made in wall time and holds it over the clock change');
const replaces = api(
  'replacements',
  'the whole way: asked, applied, accepted; the training changes hands and everybody hears of it',
);
const unasked = api(
  'replacements',
  'a request is taken back by who made it or an administrator, until somebody is accepted',
);
const takenBack = api('replacements', 'an offer is taken back while nobody was accepted');
const rooms = api('rooms', 'rooms are listed by club and group, each with its parts');
const codes = api(
  'campaigns',
  'a code tells its effect on what is bought and the places left, however it is typed',
);
const reportsRoll = api(
  'registrations/attendance',
  'is noted, taken back, and stands in the audit trail with before and after',
);

const byNumber = api(
  'schedule/series',
  'one training is read, edited, called off and deleted by its number, and no other of its series',
);

/** The test of each path of the catalogue (scripts/check/catalogue.ts), by its family and path. */
const proofs: Readonly<Record<string, Proof>> = {
  'account/login': api(
    'account',
    'gives a token with the claims of the specification and a cookie no script can read',
  ),
  'account/refresh': api('account', 'changes the cookie, and two honest tabs get the same successor'),
  'account/logout': api('account', 'logging out ends the session at once, and again is no error'),
  'page/': api(
    'tenants',
    'are the rules as they are stored, the fallback where nothing is, each centre its own',
  ),
  'page/buying-terms': api(
    'tenants',
    'are the buying terms in the language of the reader, or else of the centre',
  ),
  'page/configuration': api('tenants', 'are its title, colours of both modes, logos, languages and clubs'),
  'public/code': codes,
  'public/invoice/config': api(
    'payments',
    'ways to pay come by country, the centre’s own first, in the provider’s order',
  ),
  'public/invoice/draft/:invoiceNumber': api(
    'payments',
    'an invoice tells its lines, its taxes and what is still to be paid',
  ),
  'public/join/check': api('joining', 'every wrong field at once'),
  'public/join/discount': by(
    'src/server/joining/routes-prices.test.ts',
    'a code takes its part off each line of the first payment, however it is typed',
  ),
  'public/join/online-discount': by(
    'src/server/joining/routes-prices.test.ts',
    'the app says what a period costs at the desk, what in the app, and the difference',
  ),
  'public/join/product': api('joining', 'clubs, packages with terms, countries and rules'),
  'public/room': rooms,
  'public/payment': api(
    'payments',
    'a purchase is paid on the bank’s page: issued, booked, handed over, told, once',
  ),
  'public/payment/confirm': api('payments', 'what costs nothing is confirmed at once'),
  'public/payment/methods': api(
    'payments',
    'ways to pay come by country, the centre’s own first, in the provider’s order',
  ),
  'public/product/translation/invoice/:invoiceNumber': api(
    'invoices',
    'in three languages, by token; a number, a dropped draft and another centre’s token open nothing',
  ),
  'public/registration/cancel/:id': api('visitors', 'gives a place, and a mail with the way back'),
  'public/registration/free': api('visitors', 'gives a place, and a mail with the way back'),
  'public/schedule': api(
    'registrations',
    'the public timetable hides what is not public, a member sees it, filters narrow both',
  ),
  'public/ticket': by(
    'src/server/tickets/commands-sale.test.ts',
    'costs what was shown; paid, it is handed over and the place of the campaign is gone for good',
  ),
  'public/voucher': api(
    'vouchers',
    'a stranger sees what is given and by whom, claims it, and both have a mail',
  ),
  'user/account/profile': by(
    'src/server/account/profile/routes.test.ts',
    'keeps what its owner typed, the phone as it is called from abroad',
  ),
  'user/account/status': by(
    'src/server/contracts/standing/commands.test.ts',
    'allows what it allows, and nothing is taken from the other contract',
  ),
  'user/account/password': api('account', 'keeps this session and ends the others'),
  'user/account/substitute-offers/status': api(
    'replacements',
    'who opted in gets an SMS, others do not; centres without SMS send none',
  ),
  'user/card/voucher': api(
    'vouchers',
    'are listed with their state, the usable ones first, each in the reader’s language',
  ),
  'user/card/voucher/info': api('vouchers', 'one shows its code, its links and the ledger behind its number'),
  'user/card/entrycodes': by(
    'src/server/entry/doors/routes.test.ts',
    'opens the door, takes one visit a stay, and only its first name is said',
  ),
  'user/code': api('campaigns', 'a member who has used it is told so; a stranger cannot be known'),
  'user/comment': by(
    'src/server/feedback/routes.test.ts',
    'rates once, changes it for seven days, and on the eighth no more',
  ),
  'user/comment/:trainingId': by(
    'src/server/feedback/routes.test.ts',
    'rates once, changes it for seven days, and on the eighth no more',
  ),
  'user/contract': api(
    'contracts',
    'are split into valid and archived: by the end, which is valid today still',
  ),
  'user/contract/add/check': api('contracts', 'is shown line by line before, and comes to the same'),
  'user/invoice': api(
    'invoices',
    'unpaid ones first, the most urgent on top, with their sum; then the rest, latest first',
  ),
  'user/payment': api('payments', 'a member pays an own invoice, and nobody else’s'),
  'user/product/contract/:id': api('contracts', 'is shown line by line before, and comes to the same'),
  'user/product/personal-training': api(
    'personal-trainings',
    'own ones with remaining and total, and what is for sale',
  ),
  'user/registration': api('registrations', 'gives a place, shows it everywhere, and says what was done'),
  'user/registration/purchase': by(
    'src/server/registrations/purchases/commands.test.ts',
    'holds the place for a quarter of an hour with one draft, and paying it books it once',
  ),
  'user/room/unit': rooms,
  'user/schedule': api(
    'registrations',
    'the public timetable hides what is not public, a member sees it, filters narrow both',
  ),
  'user/statistics': api(
    'statistics',
    'a client reads how often and in what they trained, by month, in a row, and the trainings behind it',
  ),
  'user/video': by(
    'src/server/videos/routes.test.ts',
    'members see what an administrator set, in their language and the order given',
  ),
  'trainer/card/:cardCode': api(
    'entry/desk',
    'is looked at, a visit is taken with a reason, and put back within the minute, once',
  ),
  'trainer/comment/allow': by(
    'src/server/feedback/routes.test.ts',
    'is read by others once its trainer allowed it, under first name and initial',
  ),
  'trainer/comment/hide': by(
    'src/server/feedback/routes.test.ts',
    'is read by others once its trainer allowed it, under first name and initial',
  ),
  'trainer/registration': reportsRoll,
  'trainer/substitute/apply': replaces,
  'trainer/substitute/apply/cancel': takenBack,
  'trainer/substitute/resolve': replaces,
  'trainer/substitute/cancel': unasked,
  'trainer/statistics/group-trainings': api(
    'statistics',
    'a trainer reads own sums whatever is asked for; an administrator those of whom is named',
  ),
  'trainer/statistics/personal-trainings': api('statistics', 'personal trainings are summed apart'),
  'trainer/traininggroup': api(
    'training-groups',
    'a group says how many of its members are active, and who they are',
  ),
  'trainer/traininggroup/:groupId': api(
    'training-groups',
    'a group says how many of its members are active, and who they are',
  ),
  'admin/message': api('messages/broadcasts', 'an SMS to each once, and what became of it'),
  'admin/trainer': api('rooms', 'a room and a trainer are free or say what they are taken by'),
  'admin/trainer/availability': api('rooms', 'a room and a trainer are free or say what they are taken by'),
  'admin/room/availability': api('rooms', 'a room and a trainer are free or say what they are taken by'),
  'admin/room/:roomId/style': api('rooms', 'styles held in a room lately come first'),
  'admin/room/group': rooms,
  'admin/room/unit': api(
    'rooms',
    'a reservation takes its rooms, tells what is there, is changed and given back',
  ),
  'admin/registration/:id': api(
    'registrations/placing',
    'notes who is here, takes the note back, and takes them out, whoever leads the training',
  ),
  'admin/registration/class/:id': api(
    'registrations/placing',
    'puts somebody into any training, who then stands on its roll',
  ),
  'admin/schedule': timetable,
  'admin/schedule/:id': byNumber,
  'admin/schedule/cancel/:id': byNumber,
  'admin/schedule/regular/:id': api(
    'schedule/series',
    'a series is edited by the number of one of its trainings, from it on, by whoever saw it last',
  ),
  'admin/schedule/substitute': replaces,
  'admin/schedule/substitute/resolve': by(
    'src/server/replacements/routes-fit.test.ts',
    'an administrator gives it to whoever can hold it, an asker only to who applied',
  ),
  'admin/schedule/substitute/cancel': unasked,
};

function lineOf({ family, path, method }: (typeof catalogue)[number]): Line {
  const name = `${method ? `${method} ` : ''}/${family}/${path}`;
  return [name, proofs[`${family}/${path}`] ?? open('a test of its own')];
}

const families = ['account', 'page', 'public', 'user', 'trainer', 'admin'] as const;

/** Point 7: the calls. */
export const calls: readonly Section[] = [
  ...families.map((family) => ({
    point: 7,
    title: `Paths of /${family}`,
    lines: catalogue.filter((entry) => entry.family === family).map(lineOf),
  })),
  {
    point: 7,
    title: 'How calls are made',
    lines: [
      [
        'Under /api/v0.1',
        by('src/server/kernel/robustness.test.ts', 'an address that no endpoint has'),
        value('src/shared/kernel/endpoint.ts', 'apiBase', '/api/v0.1'),
      ],
      [
        'Secure at port 8443 in production',
        by('src/server/kernel/env.test.ts', 'the port %s, secure: %s, is %s'),
      ],
      [
        'JSON goes out and is asked for',
        by(
          'e2e/calls.spec.ts',
          'every call says which centre it is for, which client asks, in which language, and who',
        ),
      ],
      [
        'A bearer token where there is one',
        by(
          'e2e/calls.spec.ts',
          'every call says which centre it is for, which client asks, in which language, and who',
        ),
      ],
      [
        'Version 0.1, client 0.5.7',
        by(
          'e2e/calls.spec.ts',
          'every call says which centre it is for, which client asks, in which language, and who',
        ),
        value('src/shared/kernel/endpoint.ts', 'apiVersion', '0.1'),
        value('src/shared/kernel/endpoint.ts', 'clientVersion', '0.5.7'),
      ],
      [
        'The language goes along',
        by(
          'e2e/calls.spec.ts',
          'every call says which centre it is for, which client asks, in which language, and who',
        ),
      ],
      [
        'Cookies go along',
        by(
          'src/server/account/routes.test.ts',
          'changes the cookie, and two honest tabs get the same successor',
        ),
      ],
      ['Refused with 400, 401 or 403 a refresh ends the session, otherwise not', machine],
      [
        'A logout that fails is no matter',
        by('e2e/session.spec.ts', 'logging out ends the session here although its call fails'),
      ],
      [
        'Without rules of its own a centre has the fallback',
        by('src/shared/kernel/page-rules.test.ts', 'an empty object gives the fallback rules'),
      ],
      [
        'Where the call of the rules fails, those that are known hold on',
        by(
          'e2e/remembered.spec.ts',
          'rules are asked for anew; where that fails, those that are known hold on',
        ),
      ],
      [
        'Rules and look come with the start',
        by('e2e/calls.spec.ts', 'the first page brings the rules and the colours of its centre'),
      ],
      [
        'Tags of what is kept: comments',
        by(
          'src/server/feedback/routes.test.ts',
          'rates once, changes it for seven days, and on the eighth no more',
        ),
        value('src/shared/feedback/contract.ts', 'commentsTag', 'TrainingComments'),
      ],
      [
        'Tags of what is kept: replacement requests',
        by('e2e/replacements.spec.ts', 'a trainer asks, a colleague applies, the trainer gives it away'),
        value('src/shared/replacements/contract.ts', 'listReplacements.noun', 'ReplacementRequests'),
        value(
          'src/shared/replacements/contract.ts',
          'listTrainerReplacements.noun',
          'TrainerReplacementRequests',
        ),
      ],
      [
        'Terms, rules and configuration keep an hour',
        asked,
        value(tenants, 'getBuyingTerms.cacheSeconds', 3600),
        value(tenants, 'getPageRules.cacheSeconds', 3600),
        value(tenants, 'getPageConfiguration.cacheSeconds', 3600),
      ],
    ],
  },
];

/** Paths that are named here and not in the catalogue, or there and not here. */
export function unmatchedPaths(): string[] {
  const known = new Set(catalogue.map(({ family, path }) => `${family}/${path}`));
  const here = Object.keys(proofs);
  return [...here.filter((name) => !known.has(name)), ...[...known].filter((name) => !here.includes(name))];
}
