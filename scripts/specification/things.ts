import { by, fields, language, type Section, value } from './entry.ts';

const shared = (noun: string) => `src/shared/${noun}/contract.ts`;

/** Point 3: things and their fields. */
export const things: readonly Section[] = [
  {
    point: 3,
    title: 'Things and their fields',
    lines: [
      [
        'Training',
        by(
          'src/server/registrations/routes.test.ts',
          'the public timetable hides what is not public, a member sees it, filters narrow both',
        ),
        fields(
          shared('schedule'),
          'TrainingDetail',
          'name',
          'namePrefix',
          'typeName',
          'clubName',
          'trainerName',
          'roomName',
          'date',
          'time',
          'duration',
          'maxPlaces',
          'booked',
          'isPublic',
          'isWaitingListAllowed',
          'publicComment',
          'isCommentingAllowed',
        ),
      ],
      [
        'A training’s private comment, for staff',
        by(
          'src/server/schedule/routes.test.ts',
          'the private comment of a training is for administrators, the public one for everybody',
        ),
        fields(shared('schedule/editing'), 'TrainingFields', 'privateComment', 'publicComment'),
      ],
      [
        'How full a training is, who came',
        by('src/shared/registrations/attendance/domain.test.ts', '%i of %i places: %i %%'),
      ],
      [
        'Registration',
        by(
          'src/server/registrations/attendance/routes.test.ts',
          'names who has a place and who waits, with what staff must know of them',
        ),
        fields(
          shared('registrations/attendance'),
          'Registration',
          'name',
          'email',
          'phone',
          'clientNumber',
          'place',
          'presence',
          'status',
        ),
      ],
      [
        'One’s registration',
        by(
          'src/server/registrations/routes.test.ts',
          'are upcoming soonest first and past latest first, in pages',
        ),
        fields(
          shared('registrations'),
          'UserRegistration',
          'id',
          'registrationId',
          'startDateTime',
          'trainingName',
          'trainingColor',
          'trainerName',
          'trainingTypeName',
          'trainingTypeColor',
          'clubName',
          'roomName',
          'placeInWaitingList',
          'cancelingAllowed',
        ),
      ],
      [
        'Invoice',
        by('src/server/invoices/routes.test.ts', 'has every field, and its balance comes from receipts'),
        fields(
          shared('invoices'),
          'Invoice',
          'invoiceNumber',
          'referenceNumber',
          'date',
          'dueDate',
          'payer',
          'client',
          'lines',
          'vatRows',
          'vatTotal',
          'totalWithoutVat',
          'isPaid',
          'balance',
        ),
      ],
      [
        'A line of an invoice',
        by('src/server/invoices/papers/paper.test.ts', 'says all that the law asks for'),
        fields(shared('invoices'), 'InvoiceLine', 'article', 'quantity', 'price', 'total'),
      ],
      [
        'Contract',
        by(
          'src/server/contracts/routes.test.ts',
          'tell in detail what was billed, what comes next and what happened',
        ),
        fields(
          shared('contracts'),
          'Contract',
          'number',
          'createdDate',
          'packagePrice',
          'validFrom',
          'validUntil',
          'isTermless',
          'quantityRemaining',
          'quantityTotal',
        ),
      ],
      [
        'Voucher',
        by(
          'src/server/vouchers/routes.test.ts',
          'are listed with their state, the usable ones first, each in the reader’s language',
        ),
        fields(shared('vouchers'), 'Voucher', 'validFrom', 'validUntil', 'usesLeft', 'state', 'isShareable'),
      ],
      [
        'A voucher claimed with a name and an e-mail',
        by(
          'src/server/vouchers/routes.test.ts',
          'a stranger sees what is given and by whom, claims it, and both have a mail',
        ),
        fields(shared('vouchers'), 'VoucherLink', 'claimedName'),
      ],
      [
        'Ticket',
        by('src/server/tickets/commands.test.ts', 'used, expired, not begun, unknown: each says so'),
        fields(shared('tickets'), 'Ticket', 'validUntil', 'expired', 'used'),
      ],
      [
        'Joining form',
        by('src/server/joining/routes.test.ts', 'every wrong field at once'),
        fields(
          shared('joining'),
          'JoinForm',
          'firstName',
          'lastName',
          'idCode',
          'email',
          'phone',
          'country',
          'address',
          'city',
          'zip',
          'productId',
          'unitId',
          'startsOn',
          'code',
          'additionalInfo',
          'hasAgreed',
        ),
      ],
      [
        'Citizenship is EE, LV or XX',
        by('src/shared/joining/identity/domain.test.ts', '%s of another country is kept as %s'),
        value('src/shared/joining/identity/domain.ts', 'idCountries', ['EE', 'LV', 'XX']),
      ],
      [
        'Joining fee, discount and the sum of the first payment',
        by(
          'src/server/joining/routes-prices.test.ts',
          'a code takes its part off each line of the first payment, however it is typed',
        ),
      ],
      [
        'Profile: address, county, e-mail, names, phone',
        by(
          'src/server/account/profile/routes.test.ts',
          'keeps what its owner typed, the phone as it is called from abroad',
        ),
        fields(shared('account'), 'Profile', 'address', 'county', 'email', 'firstName', 'lastName', 'phone'),
      ],
      [
        'Opting in to SMS about replacements',
        by(
          'src/server/replacements/routes.test.ts',
          'who opted in gets an SMS, others do not; centres without SMS send none',
        ),
      ],
      [
        'Old password, new one and its repeat',
        by('e2e/profile.spec.ts', `every field says what is wrong with it, ${language}`),
      ],
      [
        'Training group',
        by(
          'src/server/training-groups/routes.test.ts',
          'a group says how many of its members are active, and who they are',
        ),
        fields(
          shared('training-groups'),
          'TrainingGroup',
          'id',
          'name',
          'activeMembers',
          'maxMembers',
          'club',
          'contactPerson',
          'capacity',
        ),
      ],
      [
        'Member of a training group',
        by(
          'src/server/training-groups/routes.test.ts',
          'a group says how many of its members are active, and who they are',
        ),
        fields(
          shared('training-groups'),
          'TrainingGroupMember',
          'clientId',
          'firstName',
          'lastName',
          'idCode',
          'email',
          'phone',
          'contractStartDate',
          'contractEndDate',
          'clubName',
          'payerName',
          'payerEmail',
          'payerPhone',
        ),
      ],
      [
        'Training video: id, url, title, description, thumbnailUrl, types',
        by(
          'src/server/videos/routes.test.ts',
          'members see what an administrator set, in their language and the order given',
        ),
        fields(shared('videos'), 'Video', 'id', 'url', 'title', 'description', 'thumbnailUrl', 'types'),
      ],
      [
        'Campaign code: its price and its places',
        by(
          'src/server/campaigns/routes.test.ts',
          'a code tells its effect on what is bought and the places left, however it is typed',
        ),
      ],
      [
        'Replacement offer: training, reason, candidates, whether it is open',
        by(
          'src/server/replacements/routes.test.ts',
          'the whole way: asked, applied, accepted; the training changes hands and everybody hears of it',
        ),
        fields(
          shared('replacements'),
          'Replacement',
          'training',
          'reason',
          'comment',
          'candidates',
          'state',
          'isActive',
        ),
      ],
      [
        'Feedback: dislike, like or love for training and trainer, and a thought',
        by(
          'src/server/feedback/routes.test.ts',
          'rates once, changes it for seven days, and on the eighth no more',
        ),
        fields(shared('feedback'), 'Feedback', 'trainingRating', 'trainerRating', 'thought'),
        value('src/shared/feedback/domain.ts', 'ratings', ['dislike', 'like', 'love']),
      ],
      [
        'A trainer’s sums',
        by(
          'src/server/statistics/routes.test.ts',
          'sums are those of the trainings that were held, by style, type and day, and the list behind them',
        ),
        fields(shared('statistics'), 'TrainerStatistics', 'total.maleCount', 'total.femaleCount'),
      ],
      [
        'Price object',
        by(
          'src/server/products/routes.test.ts',
          'what is for sale, with the price object of each club, in the reader’s language',
        ),
        fields(shared('products'), 'Price', 'price', 'unitId', 'priceOnline'),
      ],
      [
        'Kinds of selectors: club, room and room group of a timetable; of the schedule, a training to write to',
        by('e2e/addresses.spec.ts', 'a destination is where a chosen training leads, an origin the way back'),
        value('src/shared/kernel/page-rules.ts', 'timetableFilters', [
          'club',
          'room',
          'roomGroup',
          'trainer',
          'style',
        ]),
      ],
      ['Kinds of clients, by their Estonian names too', by('src/shared/products/domain.test.ts', '%s is %s')],
      [
        'Categories of products',
        by(
          'src/server/products/routes.test.ts',
          'of one club, category or client type, also by its Estonian name; what cannot be read is absent',
        ),
      ],
      [
        'Whether a trainer is free',
        by('src/server/rooms/routes.test.ts', 'a room and a trainer are free or say what they are taken by'),
        fields('src/shared/trainers/contract.ts', 'getTrainerAvailability.response', 'isCondition'),
      ],
    ],
  },
];
