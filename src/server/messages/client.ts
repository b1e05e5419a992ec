import { createTransport } from 'nodemailer';
import type { Tenant } from '#server/kernel/tenant.ts';
import { isEmail } from '#shared/kernel/emails.ts';
import type { Invitation } from '#shared/kernel/invitations.ts';
import { tenantHeader } from './emulator.ts';
import { writePage } from './layout.ts';
import { SendingError } from './outcomes.ts';

export interface Mail {
  readonly from: { readonly name: string; readonly address: string };
  /** One mailbox: no text that somebody typed ever becomes several. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same as a page; without it the text alone is sent. */
  readonly html?: string;
  /** Entries for the reader's calendar. */
  readonly invitations?: readonly Invitation[];
  /** The same for every try, so that a receiver can know a repeat. */
  readonly messageId: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly MailAttachment[];
}

/** A file that goes with a mail. */
interface MailAttachment {
  readonly filename: string;
  readonly content: Buffer;
  readonly contentType: string;
}

/**
 * Where mails go out; whom it cannot reach is told by an error, an address that is none by a `SendingError`. The only
 * implementation speaks SMTP; the stand-in is a server at the other end.
 */
export interface MailClient {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/**
 * @param isPlainRefused whether a server is to be spoken to in TLS only: what is `smtp://` begins in the clear and fails
 * there when the server offers no TLS, unless its address says `?ignoreTLS=true`
 */
export function smtpClient(url: string, isPlainRefused = false): MailClient {
  const isPlainMeant = URL.canParse(url) && new URL(url).searchParams.get('ignoreTLS') === 'true';
  const transport = createTransport({
    url,
    requireTLS: isPlainRefused && !isPlainMeant,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return {
    send: async ({ invitations = [], to, ...mail }) => {
      if (!isEmail(to)) throw new SendingError('refused', 'the mail was for no address');
      const [only, ...more] = invitations;
      await transport.sendMail({
        ...mail,
        to: { name: '', address: to },
        headers: { ...mail.headers },
        // One is part of the mail itself, as programs want it that change a calendar by it; several are files.
        ...(only && more.length === 0 && { icalEvent: { ...only } }),
        attachments: [
          ...(mail.attachments ?? []),
          ...(more.length > 0 ? invitations : []).map(({ filename, content, method }) => ({
            filename,
            content: Buffer.from(content),
            contentType: `text/calendar; charset=utf-8; method=${method}`,
          })),
        ],
      });
    },
    close: () => transport.close(),
  };
}

/**
 * A mail client whose mails are pages as well: each made of its text, so that both say the same and nothing in it is markup.
 * A mail of no known centre goes as it is.
 */
export function withLayout(
  client: MailClient,
  tenants: () => readonly Tenant[],
  originOf: (tenant: Tenant) => string,
): MailClient {
  return {
    send: (mail) => {
      const tenant = tenants().find(({ id }) => String(id) === mail.headers?.[tenantHeader]);
      if (!tenant) return client.send(mail);
      return client.send({ ...mail, html: writePage({ tenant, origin: originOf(tenant) }, mail) });
    },
    close: () => client.close(),
  };
}
