import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { z } from 'zod';
import type { Clock } from '#server/kernel/clock.ts';
import type { Db } from '#server/kernel/db.ts';
import { smsSize } from '#shared/messages/sms/domain.ts';
import { tenantHeader } from '../emulator.ts';
import * as data from './data.ts';

const Omnimessage = z.object({
  to: z.string().regex(/^\+[1-9]\d{6,14}$/),
  messages: z
    .array(z.object({ channel: z.literal('sms'), sender: z.string().max(11), text: z.string().min(1) }))
    .min(1),
  dlr_url: z.url().optional(),
});

/** Where reports go: this server, under the host their address names. */
export interface ReportTarget {
  port(): number;
  readonly isSecure: boolean;
}

/** A number that ends so is out of reach: its SMS never arrive. */
export const unreachableEnd = '00009';

export interface SmsEmulator {
  /** As the environment would name a real provider. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A provider that speaks Messente's protocol and keeps what it takes; on the loopback address only. */
export async function startSmsEmulator(
  system: Db,
  clock: Clock,
  deliverTo: ReportTarget,
): Promise<SmsEmulator> {
  const credentials = `trenn:${randomUUID()}`;
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;

  const reports = new Map<string, { readonly url: URL; readonly to: string }>();
  const underway = new Set<Promise<void>>();

  /** After its answer: nobody hears of what became of an SMS before they know its name. */
  function tell(body: object): void {
    const id = 'omnimessage_id' in body ? String(body.omnimessage_id) : '';
    const report = reports.get(id);
    if (!report) return;
    reports.delete(id);
    const { url, to } = report;
    const isReached = !to.endsWith(unreachableEnd);
    const content = JSON.stringify({
      omnimessage_id: id,
      to,
      channel: 'sms',
      status: isReached ? 'DELIVRD' : 'UNDELIV',
      err: isReached ? 0 : 1,
      timestamp: clock.now(),
    });
    const told = post(deliverTo, url, content);
    underway.add(told);
    void told.finally(() => underway.delete(told));
  }

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
      data.insertEmulatorSms({
        tenantId: Number(request.headers[tenantHeader.toLowerCase()]),
        recipient: parsed.data.to,
        sender: message.sender,
        text: message.text,
        parts: smsSize(message.text).parts,
        now: clock.now(),
      }),
    );
    const omnimessageId = randomUUID();
    const { dlr_url: reportTo, to } = parsed.data;
    if (reportTo !== undefined) reports.set(omnimessageId, { url: new URL(reportTo), to });
    return [
      201,
      {
        omnimessage_id: omnimessageId,
        to: parsed.data.to,
        messages: [{ message_id: randomUUID(), channel: 'sms', sender: message.sender }],
      },
    ];
  }

  const server = createServer((request, response) => {
    const reply = (status: number, body: object) => {
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(body), () => tell(body));
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
    stop: async () => {
      await Promise.all(underway);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** One try: a report that is lost is lost, as it may be with a real provider. */
function post({ port, isSecure }: ReportTarget, url: URL, content: string): Promise<void> {
  return new Promise((resolve) => {
    const outgoing = (isSecure ? secureRequest : request)(
      {
        host: '127.0.0.1',
        port: port(),
        method: 'POST',
        path: url.pathname + url.search,
        timeout: 10_000,
        rejectUnauthorized: false,
        headers: {
          host: url.host,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(content),
        },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve());
      },
    );
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', () => resolve());
    outgoing.end(content);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
