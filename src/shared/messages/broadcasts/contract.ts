import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import { Id, InstantText, LocalDateText, pathId, queryInteger } from '#shared/kernel/wire.ts';
import { broadcastChannels, deliveryStates, longestText, registered } from './domain.ts';

/** Whom a message is for. */
export const Audience = z.discriminatedUnion('kind', [
  /** The registered of one training. */
  z.strictObject({ kind: z.literal('training'), trainingId: Id, whom: z.enum(registered) }),
  /** The members of a training group, as long as they are in it. */
  z.strictObject({ kind: z.literal('group'), groupId: Id }),
  /** The registered of every training of some dates that fits; null fits all. */
  z.strictObject({
    kind: z.literal('filter'),
    from: LocalDateText,
    until: LocalDateText,
    clubId: Id.nullable(),
    roomId: Id.nullable(),
    trainerId: Id.nullable(),
    styleId: Id.nullable(),
    whom: z.enum(registered),
  }),
]);
export type Audience = z.infer<typeof Audience>;

const parts = {
  audience: Audience,
  channel: z.enum(broadcastChannels),
  /** Offers or news: goes to those alone who agreed to them by this channel. */
  isOffer: z.boolean().default(false),
  /** Of a mail; an SMS has none. */
  subject: z.string().trim().max(120),
  text: z.string().trim().max(longestText.mail),
};

export const BroadcastPreview = z.object({
  /** What the audience is called: a training with its time, a group, the dates. */
  audienceName: z.string(),
  /** People who get it: each once, whatever number of trainings or children of theirs it is about. */
  recipients: z.number().int(),
  /** The first of those it cannot reach by this channel, with how else they can be. */
  unreachable: z.array(z.object({ clientId: Id, name: z.string(), phone: z.string(), email: z.string() })),
  /** All of them. */
  unreachableCount: z.number().int(),
  /** Of an offer: people who have not agreed to offers by this channel, and get nothing. */
  withheld: z.number().int(),
  /** How many SMS a copy is paid as; 0 for a mail. */
  parts: z.number().int(),
  /** Of all copies together; 0 for mails. */
  price: Euros,
  partPrice: Euros,
  /** The quiet hours hold it back until then; null: it goes at once. */
  waitsUntilDateTime: InstantText.nullable(),
});
export type BroadcastPreview = z.infer<typeof BroadcastPreview>;

export const previewMessage = endpoint({
  noun: 'messages',
  method: 'POST',
  path: '/admin/message/preview',
  role: 'admin',
  summary: 'Whom a message would reach, as how many SMS, at what price and when; sends nothing',
  body: z.strictObject({ ...parts }),
  response: BroadcastPreview,
  errors: ['itemNotFound', 'trainingNotFound', 'trainingGroupNotFound', 'dataValidationFailed'],
});

export const sendMessage = endpoint({
  noun: 'messages',
  method: 'POST',
  path: '/admin/message',
  role: 'admin',
  summary:
    'Sends an SMS or a mail to the registered of a training, a group or a filter; each person once. `expected` is what the preview said: `messageOutdated` when it would be another',
  body: z.strictObject({
    ...parts,
    expected: z.strictObject({ recipients: z.number().int(), parts: z.number().int() }),
  }),
  response: z.object({ messageId: Id, recipients: z.number().int(), parts: z.number().int(), price: Euros }),
  errors: [
    'itemNotFound',
    'trainingNotFound',
    'trainingGroupNotFound',
    'dataValidationFailed',
    'messageOutdated',
    'nobodyToTell',
    'proofNeeded',
    'tooManyAttempts',
  ],
  isIdempotencyKeyed: true,
});

const counts = z.record(z.enum(deliveryStates), z.number().int());

export const SentMessage = z.object({
  id: Id,
  channel: z.enum(broadcastChannels),
  isOffer: z.boolean(),
  subject: z.string(),
  text: z.string(),
  audienceName: z.string(),
  authorName: z.string(),
  createdDateTime: InstantText,
  recipients: z.number().int(),
  unreachable: z.number().int(),
  parts: z.number().int(),
  price: Euros,
  /** How many copies are in each state. */
  counts,
});
export type SentMessage = z.infer<typeof SentMessage>;

export const listMessages = endpoint({
  noun: 'messages',
  method: 'GET',
  path: '/admin/message',
  role: 'admin',
  summary: 'Messages that staff sent, the latest first, with what became of them',
  query: z.object({ offset: queryInteger, limit: queryInteger }),
  response: z.object({ items: z.array(SentMessage), total: z.number().int() }),
});

/** `deliveries`: a page of them, what went wrong first; `recipients` says how many there are. */
export const MessageReport = SentMessage.extend({
  deliveries: z.array(
    z.object({ clientId: Id, name: z.string(), state: z.enum(deliveryStates), changedDateTime: InstantText }),
  ),
});
export type MessageReport = z.infer<typeof MessageReport>;

export const getMessage = endpoint({
  noun: 'messages',
  method: 'GET',
  path: '/admin/message/:id',
  role: 'admin',
  summary: 'One message with its delivery report: each person and what became of their copy',
  params: z.object({ id: pathId }),
  query: z.object({ offset: queryInteger, limit: queryInteger }),
  response: MessageReport,
  errors: ['itemNotFound'],
});

/** The provider's news of one copy; the address is known to the provider alone. */
export const reportDelivery = endpoint({
  noun: 'messages',
  method: 'POST',
  path: '/public/message/report/:token',
  role: 'visitor',
  summary: 'Takes the delivery report of an SMS from its provider',
  params: z.object({ token: z.string().max(100) }),
  body: z.object({ status: z.string().max(40) }),
  response: z.object({}),
  errors: ['codeNotFound'],
});
