import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Clock } from '#server/kernel/clock.ts';
import type { Db } from '#server/kernel/db.ts';
import * as data from './data.ts';

/** Names the tenant to the stand-in; a real mail server passes it on as any header. */
export const tenantHeader = 'X-Trenn-Tenant';

export interface MailEmulator {
  readonly url: string;
  stop(): Promise<void>;
}

/** A mail server that keeps what it takes, for administrators to read; on the loopback address only. */
export async function startMailEmulator(system: Db, clock: Clock): Promise<MailEmulator> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    size: 5_000_000,
    onData: (stream, _session, done) => {
      buffer(stream)
        .then((raw) => PostalMime.parse(raw))
        .then(async (mail) => {
          const tenant = mail.headers.find(({ key }) => key === tenantHeader.toLowerCase());
          await system.run(
            data.insertEmulatorMail({
              tenantId: Number(tenant?.value),
              messageId: mail.messageId ?? '',
              recipient: (mail.to ?? []).map(({ address }) => address ?? '').join(', '),
              subject: mail.subject ?? '',
              text: mail.text ?? '',
              html: mail.html ?? '',
              calendar: calendarOf(mail.attachments),
              // What is said to a calendar is a part of the mail, beside the file of it.
              attachments: mail.attachments.filter(isFile).map(({ filename, content }) => ({
                name: filename ?? '',
                size: typeof content === 'string' ? content.length : content.byteLength,
              })),
              now: clock.now(),
            }),
          );
          done();
        })
        .catch((error: unknown) => done(error instanceof Error ? error : new Error(String(error))));
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function isFile({ mimeType, filename }: Email['attachments'][number]): boolean {
  return filename !== null || !mimeType.startsWith('text/calendar');
}

/** What a mail says to a calendar, however it carries it. */
function calendarOf(attachments: Email['attachments']): string {
  const file = attachments.find(
    ({ mimeType, filename }) => mimeType.startsWith('text/calendar') || filename?.endsWith('.ics'),
  );
  if (!file) return '';
  return typeof file.content === 'string' ? file.content : new TextDecoder().decode(file.content);
}
