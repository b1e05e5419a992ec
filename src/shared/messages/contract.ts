import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, InstantText, queryInteger } from '#shared/kernel/wire.ts';

export const OutgoingMail = z.object({
  id: Id,
  recipient: z.string(),
  subject: z.string(),
  text: z.string(),
  /** What came with it; sizes in bytes. */
  attachments: z.array(z.object({ name: z.string(), size: z.number().int() })),
  createdDateTime: InstantText,
});

export const listOutgoingMails = endpoint({
  noun: 'messages',
  method: 'GET',
  path: '/admin/message/mail',
  role: 'admin',
  summary: 'Mails that the stand-in for a mail server took, latest first; only outside production',
  query: z.object({ offset: queryInteger, limit: queryInteger }),
  response: z.object({ items: z.array(OutgoingMail), total: z.number().int() }),
});

export const OutgoingSms = z.object({
  id: Id,
  recipient: z.string(),
  sender: z.string(),
  text: z.string(),
  /** How many SMS it is paid as. */
  parts: z.number().int(),
  createdDateTime: InstantText,
});

export const listOutgoingSms = endpoint({
  noun: 'messages',
  method: 'GET',
  path: '/admin/message/sms',
  role: 'admin',
  summary: 'SMS that the stand-in for a provider took, latest first; only outside production',
  query: z.object({ offset: queryInteger, limit: queryInteger }),
  response: z.object({ items: z.array(OutgoingSms), total: z.number().int() }),
});
