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
const sampleProduct = { productId: 1, unitId: 1 };
const sampleTicket = { ...sampleProduct, startsOn: null };
const sampleContract = { ...sampleProduct, startsOn: '2026-09-14' };
const sampleDates = { from: '2026-10-01', until: '2026-10-14' };
const sampleJoin = { ...emptyForm('EE', '2026-09-14', 1), ...sampleVisitor };
const sampleDraft = { draftToken: 'x'.repeat(43) };

/** A well-formed body for each endpoint that has one, about the things with these ids. */
const bodies: Readonly<Record<string, (ids: SampleIds) => unknown>> = {
  'POST /account/login': () => ({
    userCredentials: { username: 'nobody@test.test', password: 'Nobody123', keep: false },
    deviceParameters: sampleDevice,
  }),
  'POST /account/refresh': () => sampleDevice,
  'POST /account/password/forgotten': () => ({ email: 'nobody@test.test' }),
  'POST /account/password/reset': () => ({ resetToken: 'x'.repeat(32), newPassword: 'Quite1Unusual' }),
  'PUT /user/account/password': () => ({ oldPassword: 'Wrong1234', newPassword: 'Quite1Unusual' }),
  'POST /public/registration': ({ trainingId }) => ({
    trainingId,
    isWaitingAccepted: true,
    ...sampleVisitor,
  }),
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
  'POST /trainer/ticket': () => ({ token: `1.${'x'.repeat(22)}` }),
  'POST /user/card/voucher/link': () => ({ voucherId: 1 }),
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
            token: 'x'.repeat(43),
            invoiceNumber: 'x'.repeat(43),
            cardCode: '7K3MQ9TX2WRB',
          },
        }
      : {}),
    ...(make ? { body: make(ids) } : {}),
  } as EndpointInput<AnyEndpoint>;
}
