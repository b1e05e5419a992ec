import { emptyForm } from '#shared/joining/domain.ts';
import type { AnyEndpoint, EndpointInput } from '#shared/kernel/endpoint.ts';
import { defaultChoices } from '#shared/messages/notices/domain.ts';

export const sampleDevice = {
  platform: 'test',
  userAgent: 'test',
  screenWidth: 390,
  screenHeight: 844,
  colorDepth: 24,
  cpuCores: 2,
  touchPoints: 1,
};

const sampleVisitor = {
  firstName: 'Kai',
  lastName: 'Kask',
  email: 'kai@test.test',
  phone: '+372 5555 1234',
};
const sampleProfile = {
  ...{ firstName: 'Kai', lastName: 'Kask', phone: '+372 5555 1234', language: 'et' },
  ...{ address: 'Pikk 1', city: 'Tallinn', county: 'Harju maakond', zip: '10123' },
};
const sampleProduct = { productId: 1, unitId: 1 };
const sampleTicket = { ...sampleProduct, startsOn: null };
const sampleContract = { ...sampleProduct, startsOn: '2026-09-14' };
const sampleDates = { from: '2026-10-01', until: '2026-10-14' };
const sampleHours = { hours: [{ weekday: 1, from: '09:00', until: '17:00', roomId: 1 }], version: 'x' };
const sampleException = { date: '2026-10-01', kind: 'off', from: '00:00', until: '24:00', roomId: null };
const sampleJoin = { ...emptyForm('EE', '2026-09-14', 1), ...sampleVisitor };
const samplePlacing = { clientId: 1, isBeyondPlaces: false, isWithoutCover: false, reason: '' };
const sampleDraft = { draftToken: 'x'.repeat(43) };

const sampleNames = { et: 'Jooga', en: 'Yoga', lv: 'Joga' };

/** Of making and changing one thing that administrators look after. */
function managedBodies(kind: string, values: object): Record<string, () => unknown> {
  const path = `/admin/back-office/${kind}`;
  return { [`POST ${path}`]: () => ({ values }), [`PUT ${path}/:id`]: () => ({ version: 'x', values }) };
}

const sampleMessage = {
  channel: 'mail',
  subject: 'Hall B',
  text: 'We train in hall B today.',
};

const sampleAsking = (trainingId: number) => ({
  ...{ trainingIds: [trainingId], reason: 'ill', comment: '', preferredIds: [] },
});

const sampleReservation = {
  ...{ name: 'Birthday', roomIds: [1], date: '2026-10-01', time: '12:00', duration: 60, comment: '' },
};

/** A well-formed body for each endpoint that has one, about the things with these ids. */
const bodies: Readonly<Record<string, (ids: SampleIds) => unknown>> = {
  'POST /account/login': () => ({
    userCredentials: { username: 'nobody@test.test', password: 'Nobody123', keep: false },
    deviceParameters: sampleDevice,
  }),
  'POST /account/refresh': () => sampleDevice,
  'POST /account/password/forgotten': () => ({ email: 'nobody@test.test' }),
  'POST /account/password/reset': () => ({ resetToken: 'x'.repeat(32), newPassword: 'Quite1Unusual' }),
  'PUT /user/account/profile': () => sampleProfile,
  'PUT /user/account/email': () => ({ email: 'other@test.test', password: 'Wrong1234' }),
  'POST /account/email/confirm': () => ({ emailToken: 'x'.repeat(32) }),
  'PUT /user/account/password': () => ({ oldPassword: 'Wrong1234', newPassword: 'Quite1Unusual' }),
  'POST /public/registration': ({ trainingId }) => ({
    trainingId,
    isWaitingAccepted: true,
    ...sampleVisitor,
  }),
  'PUT /admin/registration/:id/strike': () => ({ reason: 'Was ill' }),
  'POST /user/account/data': () => ({ password: 'Wrong1234' }),
  'POST /user/account/erasure': () => ({ password: 'Wrong1234' }),
  'PUT /user/account/consent': () => ({ purpose: 'marketingMail', isGiven: true }),
  'POST /admin/back-office/client/:id/data': () => ({}),
  'POST /admin/back-office/client/:id/erasure': () => ({}),
  'PUT /user/account/notices': () => ({ choices: defaultChoices }),
  'PUT /user/account/device': () => ({
    endpoint: 'https://fcm.googleapis.com/fcm/send/nobody',
    keys: { p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) },
  }),
  'DELETE /user/account/device': () => ({ endpoint: 'https://fcm.googleapis.com/fcm/send/nobody' }),
  'POST /public/join': () => ({ ...sampleDraft, form: sampleJoin }),
  'POST /public/join/check': () => sampleJoin,
  'POST /public/join/discount': () => ({ productId: 1, unitId: 1, startsOn: '2026-09-14', code: 'X' }),
  'POST /public/join/online-discount': () => ({ productId: 1, unitId: 1 }),
  'POST /public/join/draft': () => sampleJoin,
  'PUT /public/join/draft': () => ({ ...sampleDraft, form: sampleJoin }),
  'POST /user/join': () => sampleDraft,
  'POST /public/ticket': () => ({ ...sampleTicket, ...sampleVisitor }),
  'POST /user/ticket': () => sampleTicket,
  'POST /user/product/personal-training': () => ({ productId: 1, unitId: 1 }),
  'POST /user/product/personal-training/:id/share': () => ({ recipient: 'nobody@test.test' }),
  'POST /user/rental': () => ({ roomId: 1, startDateTime: '2026-10-01T09:00:00Z', hours: 1, people: 1 }),
  'PUT /trainer/personal-training/hours': () => sampleHours,
  'POST /trainer/personal-training/exception': () => sampleException,
  'PUT /admin/trainer/:id/personal-training/hours': () => sampleHours,
  'POST /admin/trainer/:id/personal-training/exception': () => sampleException,
  'POST /user/personal-training': () => ({ trainerId: 1, startDateTime: '2026-10-01T09:00:00Z' }),
  'POST /trainer/personal-training': () => ({ clientId: 1, startDateTime: '2026-10-01T09:00:00Z' }),
  'POST /trainer/personal-training/client/:id/share': () => ({
    packageId: 1,
    recipient: 'nobody@test.test',
  }),
  'POST /trainer/ticket': () => ({ token: `1.${'x'.repeat(22)}` }),
  'POST /user/card/voucher/link': () => ({ voucherId: 1 }),
  'POST /user/card/entrycodes': () => ({ publicKey: 'x'.repeat(86) }),
  'POST /user/card/entrycodes/scan': () => ({ code: 'D1.1.1.1.x', scanId: crypto.randomUUID() }),
  'POST /trainer/entry/refusals/:id/let-in': () => ({ reason: 'Paid at the desk' }),
  'POST /public/door/pair': () => ({ pairingCode: '12345678' }),
  'POST /public/door/list': () => ({ token: 'x'.repeat(43) }),
  'POST /public/door/scan': () => ({ token: 'x'.repeat(43), scanId: crypto.randomUUID(), code: 'T1' }),
  'POST /public/door/scans': () => ({
    token: 'x'.repeat(43),
    scans: [
      {
        scanId: crypto.randomUUID(),
        code: 'T1',
        at: '2026-09-14T09:00:00Z',
        result: 'refused',
        reason: null,
      },
    ],
  }),
  'POST /trainer/card/:cardCode': () => ({ reason: 'Visit', version: 1 }),
  'POST /trainer/card/:cardCode/undo': () => ({ takingId: 1, reason: 'Mistake' }),
  'POST /public/voucher': () => ({ token: 'x'.repeat(43), name: 'Kai Kask', email: 'kai@test.test' }),
  'POST /public/voucher/code': () => ({ code: '7K3M-Q9TX-2WRB' }),
  'POST /public/voucher/purchase': () => ({ ...sampleProduct, ...sampleVisitor }),
  'POST /user/card/voucher/purchase': () => sampleProduct,
  'POST /public/payment': () => ({ invoiceToken: 'x'.repeat(43), method: 'cardPayments' }),
  'POST /public/payment/session': () => ({ invoiceToken: 'x'.repeat(43) }),
  'POST /public/payment/confirm': () => ({ invoiceToken: 'x'.repeat(43) }),
  'POST /user/payment': () => ({ invoiceId: 1, method: 'cardPayments' }),
  'POST /admin/payment/:id/refund': () => ({ amount: 1, reason: 'Moved away' }),
  'POST /user/registration': ({ trainingId }) => ({ trainingId, isWaitingAccepted: true }),
  'PUT /user/account/notice': () => ({ noticeMinutes: 0 }),
  'POST /user/registration/purchase': ({ trainingId }) => ({ trainingId }),
  'POST /user/registration/wish': ({ trainingId }) => ({ trainingIds: [trainingId, trainingId + 1] }),
  'POST /admin/ticket/:id/adjust': () => ({ visits: 1, reason: 'Ill' }),
  'POST /admin/voucher/:id/adjust': () => ({ uses: 1, reason: 'Ill' }),
  'POST /admin/voucher/:id/revoke': () => ({ reason: 'Given by mistake' }),
  'POST /admin/voucher/:id/restore': () => ({ reason: 'It was none' }),
  'POST /user/contract/add/check': () => sampleContract,
  'POST /user/contract/add': () => ({ ...sampleContract, startsEarly: true, hasAgreed: true }),
  'POST /user/contract/:id/freeze/preview': () => sampleDates,
  'POST /user/contract/:id/freeze': () => sampleDates,
  'POST /user/contract/:id/freeze/return/preview': () => ({ freezeId: 1 }),
  'POST /user/contract/:id/freeze/return': () => ({ freezeId: 1 }),
  'POST /public/contract/withdrawal': () => ({ token: 'x'.repeat(43) }),
  'POST /admin/contract/:id/block': () => ({ reason: 'Asked to wait', until: null }),
  'POST /admin/contract/:id/unblock': () => ({ reason: 'Talked it over' }),
  'POST /admin/contract/:id/collect': () => ({ reason: 'No answer' }),
  'POST /admin/bank-import': () => ({ xml: '<Document/>' }),
  'POST /admin/bank-import/:id/accept': () => ({ invoiceNumber: 'A-2026-000001' }),
  'POST /admin/invoice/:id/credit': () => ({ lines: 'all', reason: 'Cancelled' }),
  'POST /user/registration/:id/accept': () => ({}),
  'POST /admin/contract/price': () => ({ contractId: 1, price: 49.9, fromDate: '2027-01-01' }),
  'POST /admin/message/preview': ({ trainingId }) => ({
    ...sampleMessage,
    audience: { kind: 'training', trainingId, whom: 'booked' },
  }),
  'POST /admin/message': ({ trainingId }) => ({
    ...sampleMessage,
    audience: { kind: 'training', trainingId, whom: 'booked' },
    expected: { recipients: 1, parts: 0 },
  }),
  'POST /public/message/report/:token': () => ({ status: 'DELIVRD' }),
  'POST /trainer/substitute/preview': ({ trainingId }) => ({ trainingIds: [trainingId] }),
  'POST /trainer/substitute': ({ trainingId }) => sampleAsking(trainingId),
  'POST /admin/schedule/substitute/preview': ({ trainingId }) => ({ trainingIds: [trainingId] }),
  'POST /admin/schedule/substitute': ({ trainingId }) => sampleAsking(trainingId),
  'POST /trainer/substitute/apply': () => ({ replacementId: 1 }),
  'POST /trainer/substitute/apply/cancel': () => ({ replacementId: 1 }),
  'POST /trainer/substitute/resolve': () => ({ replacementId: 1, trainerId: 1 }),
  'POST /trainer/substitute/cancel': () => ({ replacementId: 1 }),
  'POST /admin/schedule/substitute/resolve': () => ({ replacementId: 1, trainerId: 1 }),
  'POST /admin/schedule/substitute/cancel': () => ({ replacementId: 1 }),
  'POST /trainer/substitute/absence': () => sampleDates,
  'POST /admin/schedule/plan': ({ trainingId }) => ({
    command: { kind: 'cancel', trainingId, scope: 'this', reason: '' },
  }),
  'POST /admin/schedule': ({ trainingId }) => ({
    command: { kind: 'cancel', trainingId, scope: 'this', reason: '' },
    planId: 'x',
  }),
  'PUT /admin/schedule/:id': () => ({ changes: { name: 'Yoga' }, version: 1 }),
  'PUT /admin/schedule/regular/:id': () => ({ changes: { name: 'Yoga' }, version: 1, scope: 'this' }),
  'POST /admin/schedule/cancel/:id': () => ({ version: 1 }),
  'POST /admin/room/reservation': () => sampleReservation,
  'PUT /admin/room/reservation/:id': () => ({ ...sampleReservation, version: 1 }),
  'PUT /trainer/registration': ({ registrationId }) => ({
    registrationIds: [registrationId],
    presence: true,
  }),
  'PUT /admin/registration/:id': () => ({ presence: true }),
  'POST /trainer/registration': ({ trainingId }) => ({ trainingId, ...samplePlacing }),
  'POST /user/comment': ({ trainingId }) => ({
    ...{ trainingId, trainingRating: 'like', trainerRating: null, thought: '', isShared: false },
  }),
  'POST /trainer/comment/allow': () => ({ commentId: 1 }),
  'POST /trainer/comment/hide': () => ({ commentId: 1 }),
  'POST /trainer/registration/scan': ({ trainingId }) => ({ trainingId, cardCode: '1000 2345' }),
  'POST /admin/registration/class/:id': () => samplePlacing,
  ...managedBodies('club', {
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
  }),
  ...managedBodies('room-group', { name: 'Saalid' }),
  ...managedBodies('room', { name: 'Saal', clubId: 1, roomGroupId: null, capacity: 20, partIds: [] }),
  ...managedBodies('training-group', { name: 'Noored', clubId: 1, trainerId: null, maxMembers: 12 }),
  ...managedBodies('door', {
    name: 'Peauks',
    clubId: 1,
    direction: 'in',
    clientType: 'gym',
    relayUrl: '',
    isActive: true,
  }),
  ...managedBodies('style', { names: sampleNames, colour: '#487CDE' }),
  ...managedBodies('trainer', { firstName: 'Kai', lastName: 'Kask', isActive: true, styleIds: [] }),
  ...managedBodies('user', {
    ...sampleVisitor,
    isAdmin: false,
    trainerId: null,
    canSeeRegistrations: true,
    canManageRegistrations: false,
    isBlocked: false,
  }),
  ...managedBodies('client', {
    ...sampleVisitor,
    address: '',
    city: '',
    county: '',
    zip: '',
    isBlocked: false,
  }),
  ...managedBodies('product', {
    kind: 'ticket',
    names: sampleNames,
    descriptions: sampleNames,
    category: 'webapp_fitness',
    clientType: 'gym',
    vatKind: 'standard',
    visits: 10,
    validCount: 1,
    validUnit: 'month',
    startMode: 'purchase',
    isShareable: false,
    isActive: true,
    position: 0,
    prices: [],
  }),
  ...managedBodies('campaign', {
    code: 'SUGIS-26',
    names: sampleNames,
    effect: 'percent',
    percent: 10,
    validFrom: '2026-09-01',
    validUntil: null,
    places: null,
    isOncePerClient: false,
    productIds: [],
    clubIds: [],
    isActive: true,
  }),
  ...managedBodies('video-type', { names: sampleNames, position: 0 }),
  ...managedBodies('video', {
    titles: sampleNames,
    descriptions: sampleNames,
    url: '/media/videos/squat.webm',
    thumbnail: '',
    captions: { et: '', en: '', lv: '' },
    typeIds: [],
    position: 0,
    isActive: true,
  }),
  'POST /admin/back-office/client/:id/merge/preview': () => ({ otherId: 1 }),
  'POST /admin/back-office/client/:id/merge': () => ({ otherId: 1 }),
  'POST /admin/back-office/training-group/:id/member': () => ({ clientId: 1 }),
  'PUT /admin/back-office/client/:id/identity': () => ({
    idCountry: null,
    idCode: '',
    birthDate: '1990-01-01',
  }),
  'PUT /admin/back-office/logo': () => ({ kind: 'light', file: 'RWVzbmltaQ==' }),
  'POST /admin/back-office/client/:id/voucher': () => ({
    productId: 1,
    uses: null,
    validFrom: '2026-09-14',
    reason: 'Ill',
  }),
  'POST /admin/back-office/client/:id/ticket': () => ({ ...sampleTicket, terms: 'gift', reason: 'Ill' }),
  'POST /admin/client/:id/contract/check': () => sampleContract,
  'POST /admin/client/:id/contract': () => ({ ...sampleContract, startsEarly: true }),
  'POST /admin/back-office/import/check': () => ({
    kind: 'clients',
    file: 'RWVzbmltaTtQZXJla29ubmFuaW1pO0UtcG9zdApLYWk7S2FzaztrYWlAdGVzdC50ZXN0Cg==',
  }),
  'POST /admin/back-office/import': () => ({ kind: 'clients', file: 'RWVzbmltaQ==', planId: 'x' }),
  'POST /admin/back-office/setup/pass': () => ({ step: 'limits' }),
  'POST /admin/back-office/setup/styles': () => ({ keys: ['strength'] }),
  'PUT /admin/back-office/settings': () => ({ section: 'billing', version: 'x', values: {} }),
  'POST /user/registration/:id/swap': ({ trainingId }) => ({ trainingId }),
};

export interface SampleIds {
  readonly trainingId: number;
  readonly registrationId: number;
}

/** An input that is right in form, for tests that loop over every endpoint. Throws for one that has none yet. */
export function sampleInput(endpoint: AnyEndpoint, ids: SampleIds): EndpointInput<AnyEndpoint> {
  const name = `${endpoint.method} ${endpoint.path}`;
  const make = bodies[name];
  if (endpoint.body && !make) throw new Error(`no sample body for ${name}`);
  const isAboutTraining = endpoint.path.includes('schedule') || endpoint.path.includes(':trainingId');
  const id = isAboutTraining ? ids.trainingId : ids.registrationId;
  return {
    ...(endpoint.params
      ? {
          params: {
            id,
            trainingId: id,
            roomId: id,
            groupId: id,
            clientId: id,
            unitId: id,
            exceptionId: id,
            token: 'x'.repeat(43),
            invoiceNumber: 'x'.repeat(43),
            cardCode: '7K3MQ9TX2WRB',
            kind: 'ticket',
            sessionId: '00000000-0000-4000-8000-000000000000',
          },
        }
      : {}),
    ...(make ? { body: make(ids) } : {}),
  } as EndpointInput<AnyEndpoint>;
}
