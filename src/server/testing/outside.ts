import type { Mail, MailClient } from '#server/messages/client.ts';
import { SendingError } from '#server/messages/outcomes.ts';
import type { Sms, SmsClient } from '#server/messages/sms/client.ts';

/** What the outside got, and what it does next: takes, or what is thrown, or never answers after taking. */
export class Outside implements MailClient, SmsClient {
  readonly mails: Mail[] = [];
  readonly texts: Sms[] = [];
  next: (() => Promise<void>)[] = [];

  async send(message: Mail | Sms): Promise<void> {
    const react = this.next.shift();
    if (react) await react();
    this.take(message);
  }

  take(message: Mail | Sms): void {
    if ('subject' in message) this.mails.push(message);
    else this.texts.push(message);
  }

  close(): void {}
}

/** What the outside does that does not take it. */
export const refuse = (outcome: 'notNow' | 'refused' | 'unknown') => async () => {
  throw new SendingError(outcome, 'told so');
};
