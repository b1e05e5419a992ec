import { expect, test } from 'vitest';
import { userFields } from '#shared/account/users/domain.ts';
import { clientFields } from '#shared/clients/domain.ts';
import { campaignFields, productFields } from '#shared/products/admin/domain.ts';
import {
  clubFields,
  roomFields,
  roomGroupFields,
  styleFields,
  trainerFields,
  trainingGroupFields,
} from '#shared/rooms/places/domain.ts';
import { videoFields, videoTypeFields } from '#shared/videos/admin/domain.ts';
import type { Field } from './fields.ts';

/** A field in one line: kind, whether it must be there and stays as it was, bounds, where its choices come from. */
function inWords({
  name,
  kind,
  isRequired,
  isFixed,
  least,
  most,
  from,
  choices,
  when,
  columns,
}: Field): string {
  return [
    name,
    kind,
    ...(isRequired ? ['needed'] : []),
    ...(isFixed ? ['fixed'] : []),
    ...(least === undefined && most === undefined ? [] : [`${least ?? ''}–${most ?? ''}`]),
    ...(from ? [from] : []),
    ...(choices ? [choices.join('|')] : []),
    ...(when ? [`(${when.name} ${when.is.join('|')})`] : []),
    ...(columns ? [`[${columns.map(inWords).join('; ')}]`] : []),
  ].join(' ');
}

const said = (name: string, rest: string) =>
  ['et', 'en', 'lv'].map((language) => `${name}.${language} ${rest}`);
const names = ['et', 'en', 'lv'].map((language) => `names.${language} text needed –100`);

test.each<[string, readonly Field[], readonly string[]]>([
  [
    'club',
    clubFields,
    [
      'name text needed –100',
      'address text –200',
      'city text –100',
      'position integer needed 0–1000',
      'hours.monday hours',
      'hours.tuesday hours',
      'hours.wednesday hours',
      'hours.thursday hours',
      'hours.friday hours',
      'hours.saturday hours',
      'hours.sunday hours',
    ],
  ],
  [
    'room',
    roomFields,
    [
      'name text needed –100',
      'clubId choice needed fixed clubs',
      'roomGroupId choice roomGroups',
      'capacity integer needed 1–10000',
      'floor integer -5–200',
      'isShared isOn',
      'rentCents cents 1–1000000',
      'partIds choices rooms',
    ],
  ],
  ['roomGroup', roomGroupFields, ['name text needed –100']],
  [
    'style',
    styleFields,
    [
      ...names,
      'colour colour needed',
      'isPersonal isOn',
      ...said('levels', 'text –40'),
      ...said('audiences', 'text –200'),
      ...said('belongings', 'text –200'),
      ...said('descriptions', 'long –1000'),
    ],
  ],
  [
    'trainer',
    trainerFields,
    [
      'firstName text needed –100',
      'lastName text needed –100',
      'isActive isOn',
      'styleIds choices styles',
      'languages choices et|lv|lt|en|ru|uk|fi|de',
      'photo text –300',
      ...said('strengths', 'text –200'),
      ...said('words', 'long –1000'),
    ],
  ],
  [
    'trainingGroup',
    trainingGroupFields,
    [
      'name text needed –100',
      'clubId choice needed clubs',
      'trainerId choice trainers',
      'maxMembers integer needed 1–1000',
    ],
  ],
  [
    'user',
    userFields,
    [
      'email email needed –254',
      'firstName text needed fixed –100',
      'lastName text needed fixed –100',
      'phone phone fixed –40',
      'isAdmin isOn',
      'trainerId choice trainers',
      'canSeeRegistrations isOn',
      'canManageRegistrations isOn',
      'isBlocked isOn',
    ],
  ],
  [
    'video',
    videoFields,
    [
      'titles.et text needed –100',
      'titles.en text needed –100',
      'titles.lv text needed –100',
      'descriptions.et long –500',
      'descriptions.en long –500',
      'descriptions.lv long –500',
      'url text needed –300',
      'thumbnail text –300',
      'captions.et text –300',
      'captions.en text –300',
      'captions.lv text –300',
      'typeIds choices videoTypes',
      'position integer needed 0–1000',
      'isActive isOn',
    ],
  ],
  ['videoType', videoTypeFields, [...names, 'position integer needed 0–1000']],
  [
    'campaign',
    campaignFields,
    [
      'code text needed fixed –30',
      ...names,
      'effect choice needed none|set|subtract|percent',
      'amount euros needed 0–100000 (effect set|subtract)',
      'percent integer needed 1–100 (effect percent)',
      'validFrom date needed',
      'validUntil date',
      'places integer 1–1000000',
      'isOncePerClient isOn',
      'productIds choices products',
      'clubIds choices clubs',
      'isActive isOn',
    ],
  ],
  [
    'product',
    productFields,
    [
      'kind choice needed fixed ticket|voucher|package|personalTraining|joiningFee|training',
      ...names,
      'descriptions.et long –500',
      'descriptions.en long –500',
      'descriptions.lv long –500',
      'category choice needed webapp_fitness|webapp_pilates',
      'clientType choice needed groupTraining|gym|other|personalTraining|pool',
      'vatKind choice needed standard|reduced|zero|exempt',
      'visits integer 1–1000',
      'validCount integer needed 1–1000',
      'validUnit choice needed day|week|month',
      'startMode choice needed purchase|firstUse|chosen',
      'isShareable isOn',
      'isActive isOn',
      'position integer needed 0–1000',
      'prices rows [clubId choice needed clubs; price euros needed 0–100000; priceOnline euros 0–100000]',
      'terms.periodMonths integer needed 1–12 (kind package)',
      'terms.termMonths integer 1–120 (kind package)',
      'terms.renews isOn (kind package)',
      'terms.bindingMonths integer needed 0–120 (kind package)',
      'terms.anchor choice needed start|first (kind package)',
      'terms.joiningFeeId choice fees (kind package)',
      'terms.benefits rows needed (kind package) [clientType choice needed groupTraining|gym|other|personalTraining|pool; visits integer 1–1000; from time; until time; weekdays choices 1|2|3|4|5|6|7; clubIds choices clubs]',
    ],
  ],
  [
    'client',
    clientFields,
    [
      'firstName text needed –100',
      'lastName text needed –100',
      'email email –254',
      'phone phone –40',
      'address text –200',
      'city text –100',
      'county text –100',
      'zip text –20',
      'isBlocked isOn',
    ],
  ],
])('what is typed of a %s', (_, fields, expected) => {
  expect(fields.map(inWords)).toEqual(expected);
});
