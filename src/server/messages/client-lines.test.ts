import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { smtpClient } from './client.ts';

test('what stands in a mail makes no line of its head and no receiver', async () => {
  const taken: { readonly to: readonly string[]; readonly head: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, { envelope }, done) => {
      void text(stream).then((mail) => {
        taken.push({
          to: envelope.rcptTo.map(({ address }) => address),
          head: mail.split('\r\n\r\n')[0] ?? '',
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const mails = smtpClient(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
  const more = '\r\nBcc: thief@elsewhere.test\r\n\r\nMore';
  await mails.send({
    from: { name: `Centre${more}`, address: 'info@centre.test' },
    to: 'mari@centre.test',
    subject: `Hello Mari${more}`,
    text: `Hello${more}`,
    messageId: '<1@centre.test>',
    headers: { 'List-Unsubscribe': `<https://centre.test/${more}>` },
    attachments: [{ filename: `a${more}.pdf`, content: Buffer.from('a'), contentType: 'application/pdf' }],
  });
  mails.close();
  await new Promise<void>((resolve) => server.close(resolve));
  expect(taken.map(({ to }) => to)).toEqual([['mari@centre.test']]);
  expect(taken[0]?.head).toContain('Hello Mari');
  expect(taken[0]?.head.split('\r\n').filter((line) => /^bcc/i.test(line))).toEqual([]);
});
