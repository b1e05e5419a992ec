import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { z } from 'zod';
import type { Clock } from '#server/kernel/clock.ts';
import type { Db } from '#server/kernel/db.ts';
import { smsSize } from '#shared/messages/sms/domain.ts';
import { tenantHeader } from '../stand-in.ts';
import * as data from './data.ts';

const Omnimessage = z.object({
  to: z.string().regex(/^\+[1-9]\d{6,14}$/),
  messages: z
    .array(z.object({ channel: z.literal('sms'), sender: z.string().max(11), text: z.string().min(1) }))
    .min(1),
});

export interface SmsStandIn {
  /** As the environment would name a real provider. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A provider that speaks Messente's protocol and keeps what it takes; on the loopback address only. */
export async function startSmsStandIn(system: Db, clock: Clock): Promise<SmsStandIn> {
  const credentials = `trenn:${randomUUID()}`;
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;

  async function answer(request: IncomingMessage): Promise<[status: number, body: object]> {
    const refuse = (status: number, code: string, title: string): [number, object] => [
      status,
      { errors: [{ title, detail: title, code, source: 'body' }] },
    ];
    if (request.headers.authorization !== authorization) return refuse(401, '103', 'Unauthorized');
    if (request.method !== 'POST' || request.url !== '/v1/omnimessage')
      return refuse(404, '101', 'Not found');
    const parsed = Omnimessage.safeParse(parseJson(await readText(request)));
    const message = parsed.data?.messages[0];
    if (!parsed.success || !message) return refuse(400, '104', 'Invalid data');
    await system.run(
      data.insertStandInSms({
        tenantId: Number(request.headers[tenantHeader.toLowerCase()]),
        recipient: parsed.data.to,
        sender: message.sender,
        text: message.text,
        parts: smsSize(message.text).parts,
        now: clock.now(),
      }),
    );
    return [
      201,
      {
        omnimessage_id: randomUUID(),
        to: parsed.data.to,
        messages: [{ message_id: randomUUID(), channel: 'sms', sender: message.sender }],
      },
    ];
  }

  const server = createServer((request, response) => {
    const reply = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    answer(request).then(
      ([status, body]) => reply(status, body),
      () => reply(500, { errors: [{ title: 'Internal Server Error', detail: '', code: '105', source: '' }] }),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://${credentials}@127.0.0.1:${port}/v1`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
