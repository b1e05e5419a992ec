import { z } from 'zod';
import type { AnyEndpoint } from '#shared/kernel/endpoint.ts';
import type { Noun } from '../furnished.ts';

/** A place in what an endpoint is given that names a thing: `body.prices[].clubId`. */
export interface NamedThing {
  readonly part: 'params' | 'query' | 'body';
  /** With `[]` where each of a list is one. */
  readonly field: string;
  readonly noun: Noun;
}

/** What a field names wherever it stands. */
const byName: Readonly<Record<string, Noun>> = {
  ...{ trainingId: 'training', trainingIds: 'training', training: 'training' },
  ...{ roomId: 'room', roomIds: 'room', room: 'room', partIds: 'spareRoom', roomGroupId: 'roomGroup' },
  ...{ clubId: 'club', clubIds: 'club', unitId: 'club', unit: 'club' },
  ...{
    styleId: 'style',
    styleIds: 'style',
    trainerId: 'trainer',
    trainer: 'trainer',
    preferredIds: 'otherTrainer',
  },
  ...{
    clientId: 'client',
    clientNumber: 'clientNumber',
    otherId: 'otherClient',
    groupId: 'trainingGroup',
    account: 'account',
  },
  ...{ productId: 'product', productIds: 'product', product: 'product', joiningFeeId: 'joiningFee' },
  ...{
    registrationIds: 'registration',
    contractId: 'contract',
    freezeId: 'freeze',
    exceptionId: 'exception',
  },
  ...{
    invoiceId: 'invoice',
    invoiceIds: 'invoice',
    invoiceToken: 'invoiceToken',
    creditNoteId: 'creditNote',
  },
  ...{ replacementId: 'replacement', commentId: 'comment', closureId: 'closure', typeIds: 'videoType' },
  ...{ voucherId: 'voucher', packageId: 'personalPackage', takingId: 'taking', cardCode: 'ticketToken' },
  ...{ draftToken: 'joinToken', emailToken: 'emailToken', resetToken: 'resetToken' },
  ...{
    pairingCode: 'pairingCode',
    sessionId: 'session',
    passkeyId: 'passkey',
    identityId: 'identity',
    code: 'campaignCode',
  },
};

/** What `id`, `token` and their like name at an address and below it, or of one endpoint; the longest wins. */
const byPath: Readonly<Record<string, Readonly<Record<string, Noun>>>> = {
  '/account/factor/reset': { resetToken: 'factorResetToken' },
  '/admin/back-office/campaign': { id: 'campaign' },
  '/admin/back-office/client': { id: 'client' },
  '/admin/back-office/client/:id/voucher': { productId: 'voucherProduct' },
  '/admin/back-office/club': { id: 'club' },
  '/admin/back-office/door': { id: 'door' },
  '/admin/back-office/product': { id: 'product' },
  '/admin/back-office/room': { id: 'room' },
  '/admin/back-office/room-group': { id: 'roomGroup' },
  '/admin/back-office/style': { id: 'style' },
  '/admin/back-office/ticket': { id: 'ticket' },
  '/admin/back-office/trainer': { id: 'trainer' },
  '/admin/back-office/training-group': { id: 'trainingGroup' },
  'POST /admin/back-office/training-group/:id/member': { clientId: 'otherClient' },
  '/admin/back-office/user': { id: 'account', trainerId: 'spareTrainer' },
  '/admin/back-office/user/:id/factor-reset': { id: 'lostAccount' },
  '/admin/back-office/video': { id: 'video' },
  '/admin/back-office/video-type': { id: 'videoType' },
  '/admin/back-office/voucher': { id: 'voucher' },
  '/admin/bank-import': { id: 'bankEntry', invoiceNumber: 'invoiceNumber' },
  '/admin/client': { id: 'client' },
  '/admin/client/:id/contract': { productId: 'otherPackage' },
  '/admin/contract': { id: 'contract' },
  '/admin/contract/price': { productId: 'package' },
  '/admin/invoice': { id: 'invoice' },
  '/admin/invoice/:id/payment': { id: 'paidInvoice' },
  '/admin/message': { id: 'message' },
  '/admin/payment': { id: 'payment', invoiceId: 'paidInvoice' },
  '/admin/registration': { id: 'registration' },
  'PUT /admin/registration/:id': { id: 'pastRegistration' },
  '/admin/registration/:id/strike': { id: 'strike' },
  '/admin/registration/class': { id: 'training' },
  '/admin/room/reservation': { id: 'reservation' },
  '/admin/schedule': { id: 'training', group: 'roomGroup', filter: 'style' },
  '/admin/schedule/undo': { id: 'change' },
  '/admin/schedule/substitute/resolve': { trainerId: 'otherTrainer' },
  '/admin/ticket': { id: 'ticket' },
  '/admin/trainer': { id: 'trainer', exceptionId: 'spareException' },
  '/admin/voucher': { id: 'voucher' },
  '/public/contract/withdrawal': { token: 'withdrawalToken' },
  '/public/door': { token: 'doorToken', code: 'ticketToken' },
  '/public/invoice': { token: 'invoiceToken', invoiceNumber: 'invoiceToken' },
  '/public/join': { id: 'package', productId: 'package', token: 'joinToken' },
  '/public/join/confirm': { token: 'joinProofToken' },
  '/public/message/report': { token: 'reportToken' },
  '/public/product/translation': { invoiceNumber: 'invoiceToken' },
  '/public/registration/cancel': { id: 'visitorToken' },
  '/public/registration/calendar': { id: 'visitorToken' },
  '/public/registration/confirm': { linkToken: 'visitorRequestToken' },
  '/public/schedule': { id: 'training', group: 'roomGroup', filter: 'style' },
  '/public/ticket': { token: 'ticketToken' },
  '/public/voucher': { token: 'voucherToken' },
  'POST /public/voucher': { token: 'voucherLinkToken' },
  '/public/voucher/code': { code: 'voucherCode' },
  '/public/voucher/purchase': { productId: 'voucherProduct' },
  '/public/trainer': { id: 'trainer' },
  '/trainer/entry/refusals': { id: 'refusal' },
  '/trainer/personal-training/client': { id: 'client' },
  '/trainer/personal-training/exception': { id: 'exception' },
  '/trainer/registration': { id: 'registration', registrationIds: 'pastRegistration' },
  'POST /trainer/registration': { trainingId: 'otherTraining' },
  '/trainer/registration/roll/:trainingId/close': { trainingId: 'pastTraining' },
  '/trainer/registration/scan': { trainingId: 'pastTraining' },
  '/trainer/substitute': { trainingIds: 'otherTraining' },
  '/admin/schedule/substitute': { trainingIds: 'otherTraining' },
  '/trainer/substitute/absence': { id: 'absence' },
  '/trainer/substitute/apply': { replacementId: 'openReplacement' },
  '/trainer/substitute/apply/cancel': { replacementId: 'appliedReplacement' },
  '/trainer/substitute/resolve': { trainerId: 'otherTrainer' },
  '/trainer/ticket': { token: 'ticketToken' },
  '/user/calendar/registration': { id: 'registration' },
  '/user/card/entrycodes/scan': { code: 'doorCode' },
  '/user/card/voucher/info': { id: 'voucher' },
  '/user/card/voucher/keep': { token: 'voucherToken' },
  '/user/card/voucher/link': { id: 'voucherLink' },
  '/user/card/voucher/purchase': { productId: 'voucherProduct' },
  '/user/contract': { id: 'contract', productId: 'otherPackage' },
  '/user/invoice': { id: 'invoice' },
  '/user/join': { token: 'joinToken' },
  '/user/personal-training': { 'cover.id': 'personalPackage' },
  '/user/product/contract': { id: 'club' },
  '/user/product/personal-training': { id: 'personalPackage', productId: 'personalProduct' },
  '/user/product/personal-training/share': { id: 'share' },
  '/user/product/personal-training/share/:id/accept': { id: 'offeredShare' },
  '/user/purchase': { id: 'ticket' },
  '/user/registration': { id: 'registration', 'cover.id': 'ticket' },
  '/user/registration/:id/accept': { id: 'offer' },
  '/user/registration/wish': { trainingIds: 'otherTraining' },
  '/user/registration/purchase': { trainingId: 'paidTraining' },
  '/user/registration/:id/keep': { id: 'clashing' },
  '/user/registration/:id/swap': { trainingId: 'otherTraining' },
  '/user/registration/:id/undo': { id: 'cancelled' },
  '/user/rental': { id: 'rental', roomId: 'rentedRoom' },
  '/user/schedule': { id: 'training', group: 'roomGroup', filter: 'style' },
};

/** Fields that look as if they named a thing, and do not, by name or by address and name; and why. */
const nameNothing: Readonly<Record<string, string>> = {
  kind: 'one of a list of words',
  scanId: "the caller's own mark of a scan",
  credentialId: "an authenticator's own mark of a key",
  planId: 'a sum of what was shown',
  issuerId: 'of Google',
  orderToken: 'signed by the payment service, of which the tests of payments have their own',
  idCode: 'of a person, not of a row',
  phoneNumber: 'of a person, not of a row',
  guardianIdCode: 'of a person, not of a row',
  ...{ offset: 'a count', limit: 'a count', page: 'a count', quantity: 'a count' },
  ...{ duration: 'minutes', setUp: 'minutes', value: 'a number of a rule' },
  ...{ mine: 'yes or no', list: 'yes or no' },
  'POST /admin/back-office/campaign values.code': 'the new code itself',
  'PUT /admin/back-office/campaign/:id values.code': 'the new code itself',
  'POST /account/login/factor proof.code': "of the account's own app",
  'POST /user/account/proof proof.code': "of the account's own app",
  'PUT /user/account/factor/codes code': "of the account's own app",
  'POST /public/payment sessionId': 'of the payment service',
};

interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

/** Every field a schema may have, lists with `[]`, with what it takes. */
function fieldsOf(schema: JsonSchema, at = ''): { field: string; type: string }[] {
  const { properties, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  const inner = [
    ...Object.entries(properties ?? {}).flatMap(([key, one]) =>
      fieldsOf(one, at === '' ? key : `${at}.${key}`),
    ),
    ...(items ? fieldsOf(items, `${at}[]`) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((one) => fieldsOf(one, at)),
  ];
  return inner.length > 0 || properties ? inner : [{ field: at, type: schema.type ?? '' }];
}

const lastName = (field: string) => field.replaceAll('[]', '').split('.').at(-1) ?? '';

function looksLikeName(part: NamedThing['part'], { field, type }: { field: string; type: string }): boolean {
  if (part === 'params') return true;
  const isOfOne = /(^id|Ids?|^token|Token|^code|Code|Number)$/.test(lastName(field));
  return isOfOne || (part === 'query' && type === 'integer');
}

function nounOf({ method, path }: AnyEndpoint, field: string): Noun | undefined {
  const [here] = Object.keys(byPath)
    .filter((prefix) => `${method} ${path}` === prefix || `${path}/`.startsWith(`${prefix}/`))
    .filter((prefix) => byPath[prefix]?.[field] ?? byPath[prefix]?.[lastName(field)])
    .sort((one, other) => other.length - one.length);
  const found = here === undefined ? undefined : byPath[here];
  return found?.[field] ?? found?.[lastName(field)] ?? byName[lastName(field)];
}

const isNothing = ({ method, path }: AnyEndpoint, field: string) =>
  (nameNothing[`${method} ${path} ${field}`] ?? nameNothing[lastName(field)]) !== undefined;

/** What the ids and tokens an endpoint is given name; without a noun where the tables above know none. */
export function namesIn(endpoint: AnyEndpoint): (Omit<NamedThing, 'noun'> & { noun: Noun | undefined })[] {
  const found = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part];
    if (!schema) return [];
    const fields = fieldsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
    return fields
      .filter((one) => looksLikeName(part, one) || nounOf(endpoint, one.field) !== undefined)
      .filter(({ type }) => type !== 'null' && type !== 'boolean')
      .filter(({ field }) => !isNothing(endpoint, field))
      .map(({ field }) => ({ part, field, noun: nounOf(endpoint, field) }));
  });
  return [...new Map(found.map((one) => [`${one.part} ${one.field}`, one])).values()];
}

/** What the ids and tokens an endpoint is given name. */
export function thingsIn(endpoint: AnyEndpoint): NamedThing[] {
  return namesIn(endpoint).flatMap(({ noun, ...at }) => (noun === undefined ? [] : [{ ...at, noun }]));
}
