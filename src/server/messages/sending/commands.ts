import type { Tenant } from '#server/kernel/tenant.ts';
import type { Invitation } from '#shared/kernel/invitations.ts';
import type { NoticeChannel } from '#shared/messages/notices/domain.ts';
import { senderName } from '#shared/messages/sms/domain.ts';
import type { MailClient } from '../client.ts';
import { tenantHeader } from '../emulator.ts';
import { contactOf } from '../mails.ts';
import { type NoticeStyle, type NoticeSubject, type NoticeText, writeNotice } from '../notices/texts.ts';
import { type FailedOutcome, mailError, SendingError } from '../outcomes.ts';
import type { PushClient } from '../push/client.ts';
import type { SmsClient } from '../sms/client.ts';

export interface Delivery {
  readonly channel: NoticeChannel;
  /** The same for every try of the same words. */
  readonly name: string;
  readonly firstName: string;
  readonly email: string;
  /** E.164; undefined for a client no SMS can reach. */
  readonly phone: string | undefined;
  /** The device of a push, while it is the client's. */
  readonly device: { readonly endpoint: string; readonly p256dh: string; readonly auth: string } | undefined;
  readonly validMinutes: number;
  /** With a mail: what changes the reader's calendar. */
  readonly invitations?: readonly Invitation[];
  /** Where the SMS provider tells what became of it. */
  readonly reportTo?: string | undefined;
}

export interface SendingOutcome {
  readonly state: 'sent' | 'planned' | 'refused' | 'unknown';
  /** To be thrown: the job tries again. */
  readonly retry?: SendingError;
  readonly isDeviceGone?: boolean;
}

export interface SenderParts {
  readonly mails: MailClient;
  /** Undefined where there is no provider: no SMS goes out. */
  readonly sms: SmsClient | undefined;
  readonly push: PushClient;
}

/** Sends words by one channel and says what became of them. Never throws what the outside did. */
export class Sender {
  private readonly parts: SenderParts;

  constructor(parts: SenderParts) {
    this.parts = parts;
  }

  get hasSms(): boolean {
    return this.parts.sms !== undefined;
  }

  /** A notice, in words made of its matters. Throws for none. */
  send(
    tenant: Tenant,
    delivery: Delivery,
    matters: readonly NoticeSubject[],
    wording: NoticeStyle,
  ): Promise<SendingOutcome> {
    return this.sendWords(tenant, delivery, writeNotice(matters, wording), wording.t);
  }

  /** What somebody wrote, as it is: no link, no date added. */
  sendText(
    tenant: Tenant,
    delivery: Delivery,
    { subject, text }: { readonly subject: string; readonly text: string },
    t: NoticeStyle['t'],
  ): Promise<SendingOutcome> {
    return this.sendWords(tenant, delivery, { title: subject, text, mail: text, sms: text, link: '/' }, t);
  }

  private async sendWords(
    tenant: Tenant,
    delivery: Delivery,
    words: NoticeText,
    t: NoticeStyle['t'],
  ): Promise<SendingOutcome> {
    try {
      const isSent = await this.hand(tenant, delivery, words, t);
      return { state: isSent ? 'sent' : 'refused' };
    } catch (error) {
      const failure = delivery.channel === 'mail' ? mailError(error) : asSendingError(error);
      return afterFailure(delivery.channel, failure);
    }
  }

  /** False when there is nowhere to send it to. */
  private async hand(
    tenant: Tenant,
    delivery: Delivery,
    words: NoticeText,
    t: NoticeStyle['t'],
  ): Promise<boolean> {
    const { mails, sms, push } = this.parts;
    const { channel, name, phone, device, validMinutes, reportTo } = delivery;
    if (channel === 'mail') {
      await mails.send({
        from: { name: tenant.name, address: contactOf(tenant) },
        to: delivery.email,
        subject: `${tenant.name}: ${words.title}`,
        text: [
          t('mail.greeting', { name: delivery.firstName }),
          words.mail,
          t('mail.signature', { tenant: tenant.name }),
        ].join('\n\n'),
        ...(delivery.invitations && { invitations: delivery.invitations }),
        messageId: `<${name}.${tenant.id}@${tenant.host}>`,
        headers: { [tenantHeader]: String(tenant.id) },
      });
      return true;
    }
    if (channel === 'sms') {
      if (!sms || phone === undefined) return false;
      await sms.send({
        tenantId: tenant.id,
        to: phone,
        sender: senderName(tenant.name),
        text: words.sms,
        validMinutes,
        reportTo,
      });
      return true;
    }
    if (!device) return false;
    await push.send({
      endpoint: device.endpoint,
      keys: { p256dh: device.p256dh, auth: device.auth },
      payload: JSON.stringify({ title: words.title, text: words.text, link: words.link, name }),
      topic: `${tenant.id}.${name}`,
      validSeconds: validMinutes * 60,
      subject: `mailto:${contactOf(tenant)}`,
    });
    return true;
  }
}

/** Who keeps apart a repeat can be sent one: a mail has its id, a push its topic. An SMS rings twice. */
const knowsRepeats: Readonly<Record<NoticeChannel, boolean>> = { mail: true, push: true, sms: false };

function afterFailure(channel: NoticeChannel, failure: SendingError): SendingOutcome {
  const outcomes: Readonly<Record<FailedOutcome, SendingOutcome>> = {
    notNow: { state: 'planned', retry: failure },
    unknown: knowsRepeats[channel] ? { state: 'planned', retry: failure } : { state: 'unknown' },
    refused: { state: 'refused' },
    gone: { state: 'refused', isDeviceGone: true },
  };
  return outcomes[failure.outcome];
}

/** What a client did not foresee: words of unknown origin stay out of the log. */
function asSendingError(error: unknown): SendingError {
  return error instanceof SendingError ? error : new SendingError('unknown', 'sending failed unforeseen');
}
