import { emptyForm } from '#shared/joining/domain.ts';
import type { AnyEndpoint, EndpointInput } from '#shared/kernel/endpoint.ts';
import { defaultChoices } from '#shared/messages/notices/domain.ts';
import { managed, sampleVisitor } from './furnished/managed.ts';
import { thingsIn } from './furnished/nouns.ts';
import { queries } from './furnished/queries.ts';
import type { Things } from './furnished.ts';

const sampleAssertion = {
  ...{ credentialId: 'x', clientData: 'x', authenticatorData: 'x', signature: 'x', userHandle: null },
};

/** Carries pushes in tests that ask for nothing else: nobody listens there, and nothing leaves the machine. */
export const closedPushOrigin = 'http://127.0.0.1:2';

/** What a browser gives whoever writes to it: a point of the curve, and a secret. */
export const samplePushKeys = {
  p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
  auth: 'A'.repeat(22),
};
export const sampleDevice = {
  platform: 'test',
  userAgent: 'test',
  screenWidth: 390,
  screenHeight: 844,
  colorDepth: 24,
  cpuCores: 2,
  touchPoints: 1,
};

const sampleProfile = {
  ...{ firstName: 'Kai', lastName: 'Kask', phone: '+372 5555 1234', language: 'et' },
  ...{ address: 'Pikk 1', city: 'Tallinn', county: 'Harju maakond', zip: '10123' },
};
const sampleTicket = ({ product, club }: Things) => ({ productId: product, unitId: club, startsOn: null });
const sampleVoucher = ({ voucherProduct, club }: Things) => ({ productId: voucherProduct, unitId: club });
const sampleContract = (things: Things) => ({
  ...{ productId: things.package, unitId: things.club, startsOn: '2026-09-14' },
});
/** Of a kind that whoever has the usual one may have besides. */
const otherContract = (things: Things) => ({ ...sampleContract(things), productId: things.otherPackage });
const sampleDates = { from: '2026-10-01', until: '2026-10-14' };
const sampleHours = ({ room }: Things) => ({
  hours: [{ weekday: 1, from: '09:00', until: '17:00', roomId: room }],
  version: 'x',
});
const sampleException = { date: '2026-10-01', kind: 'off', from: '00:00', until: '24:00', roomId: null };
const sampleJoin = (things: Things) => ({
  ...emptyForm('EE', '2026-09-14', things.club),
  ...{
    ...sampleVisitor,
    productId: things.package,
    idCode: '60001019906',
    hasAgreed: true,
    startsEarly: true,
  },
  ...{ address: 'Niine 3', city: 'Tallinn', zip: '10414' },
});
const sampleStaffBooking = ({ client }: Things) => ({
  ...{ clientId: client, isBeyondPlaces: false, isWithoutCover: false, reason: '' },
});
const sampleDraft = ({ joinToken }: Things) => ({ draftToken: joinToken });

const sampleMessage = {
  channel: 'mail',
  subject: 'Hall B',
  text: 'We train in hall B today.',
};

const sampleAsking = ({ otherTraining }: Things) => ({
  ...{ trainingIds: [otherTraining], reason: 'ill', comment: '', preferredIds: [] },
});

const sampleReservation = ({ room }: Things) => ({
  ...{ name: 'Birthday', roomIds: [room], date: '2026-10-01', time: '12:00', duration: 60, comment: '' },
});

const sampleAudience = ({ training }: Things) => ({
  ...sampleMessage,
  audience: { kind: 'training', trainingId: training, whom: 'booked' },
});

const samplePlan = ({ training }: Things) => ({
  command: { kind: 'cancel', trainingId: training, scope: 'this', reason: '' },
});

/** A well-formed body for each endpoint that has one, about the things with these ids. */
const bodies: Readonly<Record<string, (things: Things) => unknown>> = {
  'POST /account/login': () => ({
    userCredentials: { username: 'nobody@test.test', password: 'Nobody123', keep: false },
    deviceParameters: sampleDevice,
  }),
  'POST /account/login/factor': () => ({
    ...{ challenge: 'x'.repeat(43), proof: { kind: 'code', code: '123456' }, deviceParameters: sampleDevice },
  }),
  'POST /admin/back-office/user/:id/factor-reset': () => ({ reason: 'We know her' }),
  'PUT /admin/back-office/user/:id/factor-reset': () => ({}),
  'POST /account/factor/reset': () => ({
    ...{ resetToken: 'x'.repeat(43), password: 'Wrong1234', deviceParameters: sampleDevice },
  }),
  'POST /account/login/passkey/request': () => ({}),
  'POST /account/login/passkey': () => ({
    ...{ assertion: sampleAssertion, keep: false, deviceParameters: sampleDevice },
  }),
  'POST /user/account/factor/passkey/request': () => ({}),
  'POST /user/account/factor/passkey': () => ({
    name: 'Phone',
    attestation: { credentialId: 'x', clientData: 'x', attestation: 'x', transports: [] },
  }),
  'POST /user/account/proof/passkey': () => ({}),
  'POST /account/login/identity/request': () => ({
    asked: { provider: 'smartId', way: 'otherDevice' },
    keep: false,
  }),
  'POST /account/login/identity': () => ({
    ...{ request: 'x'.repeat(43), returned: null, keep: false, deviceParameters: sampleDevice },
  }),
  'POST /user/account/identity/request': () => ({
    asked: { provider: 'smartId', way: 'otherDevice' },
  }),
  'POST /user/account/identity': () => ({ request: 'x'.repeat(43), returned: null }),
  'POST /public/join/identity/request': (things) => ({
    ...sampleDraft(things),
    asked: { provider: 'smartId', way: 'otherDevice' },
  }),
  'POST /public/join/identity': () => ({ request: 'x'.repeat(43), returned: null }),
  'POST /user/account/proof': () => ({ proof: { kind: 'password', password: 'Wrong1234' } }),
  'PUT /user/account/factor/codes': () => ({ code: '123456' }),
  'POST /account/refresh': () => sampleDevice,
  'POST /account/password/forgotten': () => ({ email: 'nobody@test.test' }),
  'POST /account/password/reset': ({ resetToken }) => ({ resetToken, newPassword: 'Quite1Unusual' }),
  'PUT /user/account/profile': () => sampleProfile,
  'PUT /user/account/email': () => ({ email: 'other@test.test', password: 'Wrong1234' }),
  'POST /user/account/email/confirm': ({ emailToken }) => ({ emailToken }),
  'PUT /user/account/password': () => ({ oldPassword: 'Wrong1234', newPassword: 'Quite1Unusual' }),
  'POST /public/registration': ({ training }) => ({
    trainingId: training,
    isWaitingAccepted: true,
    ...sampleVisitor,
  }),
  'POST /public/registration/confirm': ({ visitorRequestToken }) => ({
    linkToken: visitorRequestToken,
    isWaitingAccepted: true,
  }),
  'PUT /admin/registration/:id/strike': () => ({ reason: 'Was ill' }),
  'POST /user/account/data': () => ({ password: 'Wrong1234' }),
  'POST /user/account/erasure': () => ({ password: 'Wrong1234' }),
  'PUT /user/account/consent': () => ({ purpose: 'marketingMail', isGiven: true }),
  'POST /admin/back-office/client/:id/data': () => ({}),
  'POST /admin/back-office/client/:id/erasure': () => ({}),
  'PUT /user/account/notices': () => ({ choices: defaultChoices }),
  'PUT /user/account/device': () => ({
    endpoint: `${closedPushOrigin}/nobody`,
    keys: samplePushKeys,
  }),
  'DELETE /user/account/device': () => ({ endpoint: `${closedPushOrigin}/nobody` }),
  'POST /public/join': (things) => ({ ...sampleDraft(things), form: sampleJoin(things) }),
  'POST /public/join/check': sampleJoin,
  'POST /public/join/confirm': ({ joinProofToken }) => ({ token: joinProofToken }),
  'POST /public/join/discount': (things) => ({ ...sampleContract(things), code: things.campaignCode }),
  'POST /public/join/online-discount': (things) => ({ productId: things.package, unitId: things.club }),
  'POST /public/join/draft': sampleJoin,
  'PUT /public/join/draft': (things) => ({ ...sampleDraft(things), form: sampleJoin(things) }),
  'POST /user/join': (things) => ({ ...sampleDraft(things), agreement: '' }),
  'POST /public/ticket': (things) => ({ ...sampleTicket(things), ...sampleVisitor }),
  'POST /user/ticket': sampleTicket,
  'POST /user/product/personal-training': (things) => ({
    productId: things.personalProduct,
    unitId: things.club,
  }),
  'POST /user/product/personal-training/:id/share': () => ({ recipient: 'nobody@test.test' }),
  'POST /user/rental': ({ rentedRoom }) => ({
    ...{ roomId: rentedRoom, startDateTime: '2026-10-01T09:00:00Z', hours: 1, people: 1 },
  }),
  'PUT /trainer/personal-training/hours': sampleHours,
  'POST /trainer/personal-training/exception': () => sampleException,
  'PUT /admin/trainer/:id/personal-training/hours': sampleHours,
  'POST /admin/trainer/:id/personal-training/exception': () => sampleException,
  'POST /user/personal-training': ({ trainer }) => ({
    trainerId: trainer,
    startDateTime: '2026-09-21T06:00:00Z',
  }),
  'POST /trainer/personal-training': ({ client, clientNumber }) => ({
    clientId: client,
    clientNumber,
    startDateTime: '2026-09-21T07:00:00Z',
  }),
  'POST /trainer/personal-training/client/:id/share': ({ personalPackage }) => ({
    packageId: personalPackage,
    recipient: 'nobody@test.test',
  }),
  'POST /trainer/ticket': ({ ticketToken }) => ({ token: ticketToken }),
  'POST /user/card/voucher/link': ({ voucher }) => ({ voucherId: voucher }),
  'POST /user/card/voucher/keep': ({ voucherToken }) => ({ token: voucherToken }),
  'POST /user/card/entrycodes': () => ({ publicKey: 'x'.repeat(86) }),
  'POST /user/keycards': () => ({ provider: 'apple' }),
  'PUT /admin/keycards/apple': () => ({ isOn: false, keys: null }),
  'PUT /admin/keycards/google': () => ({ isOn: false, keys: null }),
  'POST /user/card/entrycodes/scan': ({ doorCode }) => ({ code: doorCode, scanId: crypto.randomUUID() }),
  'POST /trainer/entry/refusals/:id/let-in': () => ({ reason: 'Paid at the desk' }),
  'POST /public/door/pair': ({ pairingCode }) => ({ pairingCode }),
  'POST /public/door/list': ({ doorToken }) => ({ token: doorToken }),
  'POST /public/door/scan': ({ doorToken, ticketToken }) => ({
    ...{ token: doorToken, scanId: crypto.randomUUID(), code: ticketToken },
  }),
  'POST /public/door/scans': ({ doorToken, ticketToken }) => ({
    token: doorToken,
    scans: [
      {
        scanId: crypto.randomUUID(),
        code: ticketToken,
        at: '2026-09-14T09:00:00Z',
        result: 'refused',
        reason: null,
      },
    ],
  }),
  'POST /trainer/card/:cardCode': () => ({ reason: 'Visit', version: 1 }),
  'POST /trainer/card/:cardCode/undo': ({ taking }) => ({ takingId: taking, reason: 'Mistake' }),
  'POST /public/voucher': ({ voucherLinkToken }) => ({
    token: voucherLinkToken,
    name: 'Kai Kask',
    email: 'kai@test.test',
  }),
  'POST /public/voucher/code': ({ voucherCode }) => ({ code: voucherCode }),
  'POST /public/voucher/purchase': (things) => ({ ...sampleVoucher(things), ...sampleVisitor }),
  'POST /user/card/voucher/purchase': sampleVoucher,
  'POST /public/payment': ({ invoiceToken }) => ({ invoiceToken, method: 'cardPayments' }),
  'POST /public/payment/session': ({ invoiceToken }) => ({ invoiceToken }),
  'POST /public/payment/confirm': ({ invoiceToken }) => ({ invoiceToken }),
  'POST /user/payment': ({ invoice }) => ({ invoiceId: invoice, method: 'cardPayments' }),
  'POST /user/payment/together': ({ invoice }) => ({
    ...{ invoiceIds: [invoice], usesCredit: false, total: 72.4, method: 'cardPayments' },
  }),
  'POST /admin/payment/:id/refund': () => ({ amount: 1, reason: 'Moved away' }),
  'POST /user/registration': ({ otherTraining }) => ({ trainingId: otherTraining, isWaitingAccepted: true }),
  'PUT /user/account/notice': () => ({ noticeMinutes: 0 }),
  'POST /user/registration/purchase': ({ paidTraining }) => ({ trainingId: paidTraining }),
  'POST /user/registration/wish': ({ training, otherTraining }) => ({
    trainingIds: [otherTraining, training],
  }),
  'POST /admin/ticket/:id/adjust': () => ({ visits: 1, reason: 'Ill' }),
  'POST /admin/voucher/:id/adjust': () => ({ uses: 1, reason: 'Ill' }),
  'POST /admin/voucher/:id/revoke': () => ({ reason: 'Given by mistake' }),
  'POST /admin/voucher/:id/restore': () => ({ reason: 'It was none' }),
  'POST /user/contract/add/check': otherContract,
  'POST /user/contract/add': (things) => ({ ...otherContract(things), startsEarly: true, hasAgreed: true }),
  'POST /user/contract/:id/freeze/preview': () => sampleDates,
  'POST /user/contract/:id/freeze': () => sampleDates,
  'POST /user/contract/:id/freeze/return/preview': ({ freeze }) => ({ freezeId: freeze }),
  'POST /user/contract/:id/freeze/return': ({ freeze }) => ({ freezeId: freeze }),
  'POST /public/contract/withdrawal': ({ withdrawalToken }) => ({ token: withdrawalToken }),
  'POST /admin/contract/:id/block': () => ({ reason: 'Asked to wait', until: null }),
  'POST /admin/contract/:id/unblock': () => ({ reason: 'Talked it over' }),
  'POST /admin/contract/:id/collect': () => ({ reason: 'No answer' }),
  'POST /admin/contract/:id/recall': () => ({ reason: 'A slip' }),
  'POST /admin/bank-import': () => '<Document/>',
  'POST /admin/bank-import/:id/accept': ({ invoiceNumber }) => ({ invoiceNumber }),
  'POST /admin/invoice/:id/credit': () => ({ lines: 'all', reason: 'Cancelled' }),
  'POST /user/registration/:id/accept': () => ({}),
  'POST /admin/contract/price': ({ contract }) => ({
    contractId: contract,
    price: 49.9,
    fromDate: '2027-01-01',
  }),
  'POST /admin/message/preview': sampleAudience,
  'POST /admin/message': (things) => ({
    ...sampleAudience(things),
    expected: { recipients: 2, parts: 0 },
  }),
  'POST /public/message/report/:token': () => ({ status: 'DELIVRD' }),
  'POST /trainer/substitute/preview': ({ training }) => ({ trainingIds: [training] }),
  'POST /trainer/substitute': sampleAsking,
  'POST /admin/schedule/substitute/preview': ({ training }) => ({ trainingIds: [training] }),
  'POST /admin/schedule/substitute': sampleAsking,
  'POST /trainer/substitute/apply': ({ openReplacement }) => ({ replacementId: openReplacement }),
  'POST /trainer/substitute/apply/cancel': ({ appliedReplacement }) => ({
    replacementId: appliedReplacement,
  }),
  'POST /trainer/substitute/resolve': ({ replacement, otherTrainer }) => ({
    replacementId: replacement,
    trainerId: otherTrainer,
  }),
  'POST /trainer/substitute/cancel': ({ replacement }) => ({ replacementId: replacement }),
  'POST /admin/schedule/substitute/resolve': ({ replacement, otherTrainer }) => ({
    replacementId: replacement,
    trainerId: otherTrainer,
  }),
  'POST /admin/schedule/substitute/cancel': ({ replacement }) => ({ replacementId: replacement }),
  'POST /trainer/substitute/absence': () => sampleDates,
  'POST /admin/schedule/plan': samplePlan,
  'POST /admin/schedule': (things) => ({ ...samplePlan(things), planId: 'x' }),
  'PUT /admin/schedule/:id': () => ({ changes: { name: 'Yoga' }, version: 1 }),
  'PUT /admin/schedule/regular/:id': () => ({ changes: { name: 'Yoga' }, version: 1, scope: 'this' }),
  'POST /admin/schedule/cancel/:id': () => ({ version: 1 }),
  'POST /admin/room/reservation': sampleReservation,
  'PUT /admin/room/reservation/:id': (things) => ({ ...sampleReservation(things), version: 1 }),
  'PUT /trainer/registration': ({ pastRegistration }) => ({
    registrationIds: [pastRegistration],
    presence: true,
  }),
  'PUT /admin/registration/:id': () => ({ presence: false }),
  'POST /trainer/registration': (things) => ({
    trainingId: things.otherTraining,
    ...sampleStaffBooking(things),
  }),
  'POST /user/comment': ({ pastTraining }) => ({
    ...{
      trainingId: pastTraining,
      trainingRating: 'like',
      trainerRating: null,
      thought: '',
      isShared: false,
    },
  }),
  'POST /trainer/comment/allow': ({ comment, thought }) => ({ commentId: comment, text: thought }),
  'POST /trainer/comment/hide': ({ comment }) => ({ commentId: comment }),
  'POST /trainer/registration/scan': ({ pastTraining, ticketToken }) => ({
    trainingId: pastTraining,
    cardCode: ticketToken,
  }),
  'POST /admin/registration/class/:id': sampleStaffBooking,
  ...managed,
  'POST /admin/back-office/client/:id/merge/preview': ({ otherClient }) => ({ otherId: otherClient }),
  'POST /admin/back-office/client/:id/merge': ({ otherClient }) => ({ otherId: otherClient }),
  'POST /admin/back-office/training-group/:id/member': ({ otherClient }) => ({ clientId: otherClient }),
  'PUT /admin/back-office/client/:id/identity': () => ({
    idCountry: null,
    idCode: '',
    birthDate: '1990-01-01',
  }),
  'PUT /admin/back-office/logo': () => 'Eesnimi',
  'POST /admin/back-office/client/:id/voucher': ({ voucherProduct }) => ({
    productId: voucherProduct,
    uses: null,
    validFrom: '2026-09-14',
    reason: 'Ill',
  }),
  'POST /admin/back-office/client/:id/ticket': (things) => ({
    ...sampleTicket(things),
    terms: 'gift',
    reason: 'Ill',
  }),
  'POST /admin/client/:id/contract/check': otherContract,
  'POST /admin/client/:id/contract': (things) => ({ ...otherContract(things), startsEarly: true }),
  'POST /admin/back-office/import/check': () => 'Eesnimi;Perekonnanimi;E-post\nKai;Kask;kai@test.test\n',
  'POST /admin/back-office/import': () => 'Eesnimi',
  'POST /admin/back-office/setup/pass': () => ({ step: 'limits' }),
  'POST /admin/back-office/setup/styles': () => ({ keys: ['strength'] }),
  'PUT /admin/back-office/settings': () => ({ section: 'billing', version: 'x', values: {} }),
  'POST /user/registration/:id/swap': ({ otherTraining }) => ({ trainingId: otherTraining }),
};

/** Names of nothing, right in form, for inputs of which only the form matters. */
export const nothing = new Proxy({} as Things, {
  get: (_, noun) => (/(Token|Code|Number)$/.test(String(noun)) ? 'x'.repeat(43) : 1),
});

/**
 * An input that is right in form and names these things, for tests that loop over every endpoint. Throws for one that
 * has none yet.
 */
export function sampleInput(endpoint: AnyEndpoint, things: Things): EndpointInput<AnyEndpoint> {
  const name = `${endpoint.method} ${endpoint.path}`;
  const [body, query] = [bodies[name], queries[name]];
  if (endpoint.body && !body) throw new Error(`no sample body for ${name}`);
  const named = thingsIn(endpoint).filter(({ part }) => part === 'params');
  const params = Object.fromEntries(named.map(({ field, noun }) => [field, things[noun]]));
  return {
    ...(endpoint.params ? { params: { kind: 'ticket', ...params } } : {}),
    ...(query ? { query: query(things) } : {}),
    ...(body ? { body: body(things) } : {}),
  } as EndpointInput<AnyEndpoint>;
}
