import { createTransport } from 'nodemailer';

export interface Mail {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for every try, so that a receiver can know a repeat. */
  readonly messageId: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly MailAttachment[];
}

/** A file that goes with a mail. */
export interface MailAttachment {
  readonly filename: string;
  readonly content: Buffer;
  readonly contentType: string;
}

/** Where mails go out. The only implementation speaks SMTP; the stand-in is a server at the other end. */
export interface MailClient {
  send(mail: Mail): Promise<void>;
  close(): void;
}

export function smtpClient(url: string): MailClient {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return {
    send: async (mail) => {
      await transport.sendMail({
        ...mail,
        headers: { ...mail.headers },
        attachments: [...(mail.attachments ?? [])],
      });
    },
    close: () => transport.close(),
  };
}
