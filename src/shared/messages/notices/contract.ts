import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { reminderMinutes } from '../reminders/domain.ts';
import { NoticeChoices } from './domain.ts';

/** How long before a training the member is reminded, in minutes; none for not at all. */
const Reminders = z.array(z.literal(reminderMinutes)).max(reminderMinutes.length);

/** What a member hears of and how, and where it goes. */
export const NoticeSettings = z.object({
  choices: NoticeChoices,
  reminders: Reminders,
  /** Whether the reader, who is staff, is told each morning what waits that day; null for whoever is none. */
  isMorningWanted: z.boolean().nullable(),
  email: z.string(),
  /** E.164; null when no SMS can reach the member. */
  phone: z.string().nullable(),
  /** Whether this centre sends SMS at all. */
  isSmsOffered: z.boolean(),
  /** Addresses of the member's devices that notifications go to. */
  devices: z.array(z.string()),
  /** What a browser subscribes with (RFC 8292), base64url. */
  pushPublicKey: z.string(),
});
export type NoticeSettings = z.infer<typeof NoticeSettings>;

export const getNoticeSettings = endpoint({
  noun: 'notices',
  method: 'GET',
  path: '/user/account/notices',
  role: 'client',
  summary: 'Which messages the member wants, by which channels',
  response: NoticeSettings,
});

export const changeNoticeChoices = endpoint({
  noun: 'notices',
  method: 'PUT',
  path: '/user/account/notices',
  role: 'client',
  summary: 'Keeps which messages the member wants, by which channels',
  /** What is left out stays as it is. */
  body: z.strictObject({
    choices: NoticeChoices,
    reminders: Reminders.optional(),
    isMorningWanted: z.boolean().optional(),
  }),
  response: z.object({}),
});

/** As a browser's `PushSubscription.toJSON()`. */
const PushAddress = z.string().min(10).max(1000);

export const subscribeDevice = endpoint({
  noun: 'notices',
  method: 'PUT',
  path: '/user/account/device',
  role: 'client',
  summary: 'Notifications to this browser, which becomes the member’s',
  body: z.strictObject({
    endpoint: PushAddress,
    keys: z.strictObject({
      p256dh: z.string().regex(/^[\w-]{80,100}={0,2}$/),
      auth: z.string().regex(/^[\w-]{16,32}={0,2}$/),
    }),
  }),
  response: z.object({}),
});

export const unsubscribeDevice = endpoint({
  noun: 'notices',
  method: 'DELETE',
  path: '/user/account/device',
  role: 'client',
  summary: 'No more notifications to this browser',
  body: z.strictObject({ endpoint: PushAddress }),
  response: z.object({}),
});
