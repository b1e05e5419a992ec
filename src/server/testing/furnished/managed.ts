import type { Things } from '../furnished.ts';
import { named } from './rows.ts';

type Values = (things: Things) => object;

/** Whoever a sample is about. */
export const sampleVisitor = {
  firstName: 'Kai',
  lastName: 'Kask',
  email: 'kai@test.test',
  phone: '+372 5555 1234',
};

const sampleNames = named('Yoga');

/** Of making and changing one thing that administrators look after; what is made is otherwise where told. */
function managedBodies(kind: string, values: Values, fresh: object = {}): Record<string, Values> {
  const path = `/admin/back-office/${kind}`;
  return {
    [`POST ${path}`]: (things) => ({ values: { ...values(things), ...fresh } }),
    [`PUT ${path}/:id`]: (things) => ({ version: 'x', values: values(things) }),
  };
}

/** A well-formed body for each endpoint by which administrators make or change one thing. */
export const managed: Readonly<Record<string, Values>> = {
  ...managedBodies('club', () => ({
    name: 'Sadam',
    address: '',
    city: '',
    position: 0,
    hours: {
      monday: '06:30-22:00',
      tuesday: '',
      wednesday: '',
      thursday: '',
      friday: '',
      saturday: '',
      sunday: '',
    },
  })),
  ...managedBodies('room-group', () => ({ name: 'Saalid' })),
  ...managedBodies('room', ({ club, roomGroup }) => ({
    ...{ name: 'Saal', clubId: club, roomGroupId: roomGroup, capacity: 20, partIds: [] },
  })),
  ...managedBodies('training-group', ({ club, trainer }) => ({
    ...{ name: 'Noored', clubId: club, trainerId: trainer, maxMembers: 12 },
  })),
  ...managedBodies('door', ({ club }) => ({
    ...{ name: 'Peauks', clubId: club, direction: 'in', clientType: 'gym', relayUrl: '', isActive: true },
  })),
  ...managedBodies('style', () => ({ names: sampleNames, colour: '#487CDE' })),
  ...managedBodies('trainer', ({ style }) => ({
    ...{ firstName: 'Kai', lastName: 'Kask', isActive: true, styleIds: [style] },
  })),
  ...managedBodies('user', ({ spareTrainer }) => ({
    ...sampleVisitor,
    isAdmin: false,
    trainerId: spareTrainer,
    canSeeRegistrations: true,
    canManageRegistrations: false,
    isBlocked: false,
  })),
  ...managedBodies('client', () => ({
    ...sampleVisitor,
    ...{ address: '', city: '', county: '', zip: '', isBlocked: false },
  })),
  ...managedBodies('product', ({ club }) => ({
    ...{ kind: 'ticket', names: sampleNames, descriptions: sampleNames, category: 'webapp_fitness' },
    ...{ clientType: 'gym', vatKind: 'standard', visits: 10, validCount: 1, validUnit: 'month' },
    ...{ startMode: 'purchase', isShareable: false, isActive: true, position: 0 },
    prices: [{ clubId: club, price: 10, priceOnline: null }],
  })),
  ...managedBodies(
    'campaign',
    ({ campaignCode, product, club }) => ({
      ...{ code: campaignCode, names: sampleNames, effect: 'percent', percent: 10, validFrom: '2026-09-01' },
      ...{ validUntil: null, places: null, isOncePerClient: false, isActive: true },
      ...{ productIds: [product], clubIds: [club] },
    }),
    { code: 'SUGIS-26' },
  ),
  ...managedBodies('video-type', () => ({ names: sampleNames, position: 0 })),
  ...managedBodies('video', ({ videoType }) => ({
    ...{ titles: sampleNames, descriptions: sampleNames, url: '/media/videos/squat.webm', thumbnail: '' },
    ...{ captions: named(''), typeIds: [videoType], position: 0, isActive: true },
  })),
};
