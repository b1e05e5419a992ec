import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { smtpClient } from './client.ts';

/** A mail server that offers no TLS, and what it was given. */
async function plainServer() {
  const mails: string[] = [];
  const recipients: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _, done) => {
      recipients.push(address);
      done();
    },
    onData: (stream, _, done) => {
      void text(stream).then((mail) => {
        mails.push(mail);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, mails, recipients };
}

async function send(url: string, isPlainRefused?: boolean, to = 'kai@test.test'): Promise<void> {
  const client = smtpClient(url, isPlainRefused);
  onTestFinished(() => client.close());
  await client.send({
    ...{ from: { name: 'Klubi', address: 'klubi@test.test' }, to },
    ...{ subject: 'Koht', text: 'Koht on sinu', messageId: '<1@test.test>' },
  });
}

test('where mails must be encrypted, a server that offers no TLS gets none', async () => {
  const { url, mails } = await plainServer();
  await expect(send(url, true)).rejects.toThrow(/STARTTLS/);
  expect(mails).toEqual([]);
});

test('one whose address says so is spoken to in the clear', async () => {
  const { url, mails } = await plainServer();
  await send(`${url}?ignoreTLS=true`, true);
  await send(url);
  expect(mails).toHaveLength(2);
});

test.each([
  'one@test.test, two@test.test',
  'one@test.test;two@test.test',
  '"Three" <three@test.test>',
  'one@test.test>\r\nRCPT TO:<two@test.test',
  'Klubi: one@test.test, two@test.test;',
])('a mail goes to one mailbox, never to what %j would name', async (to) => {
  const { url, mails, recipients } = await plainServer();
  await expect(send(url, false, to)).rejects.toThrow('for no address');
  expect([mails, recipients]).toEqual([[], []]);
  await send(url, false, 'kai@õie.ee');
  expect(recipients).toEqual(['kai@õie.ee']);
});
