import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { noticeMeans } from '#server/testing/notices.ts';
import { withServer } from '#server/testing/server.ts';
import { changeNoticeChoices } from '#shared/messages/notices/contract.ts';
import { defaultChoices } from '#shared/messages/notices/domain.ts';

/** Takes every message and never answers. */
let asked = 0;
const silent: Server = createServer(() => {
  asked += 1;
}).listen(0, '127.0.0.1');
await once(silent, 'listening');
const { port } = silent.address() as AddressInfo;
const running = withServer({ smsUrl: `http://user:key@127.0.0.1:${port}/v1` });
const { furnished, notice, raise, mails } = noticeMeans(running);

beforeAll(() => vi.setConfig({ testTimeout: 30_000 }));
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

async function booked() {
  const here = await furnished();
  await here.home.registration(here.training, here.member.clientId, { place: 1 });
  return here;
}

test('while a carrier of SMS answers nothing, the mails of others go on', async () => {
  const here = await booked();
  const choices = { ...defaultChoices, promoted: { mail: false, sms: true, push: false } };
  await running.call(changeNoticeChoices, { body: { choices } }, { actor: here.member });
  // More than all hands together.
  await raise(here, ...Array.from({ length: 8 }, () => notice('promoted', here)));
  await vi.waitFor(() => expect(asked).toBeGreaterThan(0), { timeout: 10_000 });
  const other = await booked();
  await raise(other, notice('promoted', other));
  // Sooner than one of the carrier's calls is given up.
  await vi.waitFor(async () => expect(await mails(other)).toHaveLength(1), { timeout: 6000, interval: 50 });
});
