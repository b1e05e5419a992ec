import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { sampleDevice } from '#server/testing/samples.ts';
import { FreshSeats } from './lib/bookings.ts';
import { fillFixture, headersOf, host, members, resetBookings, rows, type Seat } from './lib/fixture.ts';
import {
  daysHeld,
  doorToken,
  fillNeighbour,
  invoices,
  neighbourHeaders,
  neighbourHost,
  refusals,
  yesterday,
} from './lib/neighbour.ts';
import { openPlace, whenOver } from './lib/place.ts';
import { type Line, milliseconds, type Report } from './lib/report.ts';
import { type Effort, median, quantile, sleep } from './lib/rounds.ts';
import { type RunningServer, startServer } from './lib/server.ts';
import { openWires, request, upload } from './lib/sockets.ts';

/** How much later than without the neighbour one booking in a hundred may be, in milliseconds. */
const mostAdded = 50;
/** Bookings a second of the calm centre, whatever the answers take. */
const rate = 50;
const hostile = 8;

type Headers = Readonly<Record<string, string>>;
/** Calls one after the other, as they are sent: what is large is made once, so that making it delays nobody. */
type Calls = (call: number) => string | Buffer;

/** What the neighbour asks for, over several connections at once. */
interface Attack {
  readonly name: string;
  prepare(headers: Headers): Calls;
}

const { spread } = rows;

/** Masks that refer to two masks each, forty deep; and a drawing that is allowed and takes long. */
const masks = Array.from(
  { length: 40 },
  (_, level) =>
    `<mask id="m${level}">${`<rect width="9" height="9" mask="url(#m${level + 1})"/>`.repeat(2)}</mask>`,
).join('');
const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inner}</svg>`;
const logos = [
  svg(`${masks}<rect width="9" height="9" mask="url(#m0)"/>`),
  svg(
    `<g opacity="0.5">${'<circle cx="50" cy="50" r="49" fill="#123456" opacity="0.01"/>'.repeat(3900)}</g>`,
  ),
];
const titles = 'first_name;last_name;email\n';
const person = (index: number) => `Mari${index};Maasikas${index};m${index}@a.ee\n`;
const entry = (
  index: number,
) => `<Ntry><Amt Ccy="EUR">${index}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>2026-01-01</Dt></BookgDt><AcctSvcrRef>R${index}</AcctSvcrRef></Ntry>`;
const list = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('');
const statement = (entries: string) =>
  `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>EE382200221020145685</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`;

const bankFile = (headers: Headers, xml: string) =>
  upload('POST', '/api/v0.1/admin/bank-import', headers, xml);
const importFile = (headers: Headers, csv: string) =>
  upload('POST', '/api/v0.1/admin/back-office/import/check?kind=clients', headers, csv);

/** Two of the same endpoint are more than a minute apart: a centre may only send so many a minute. */
const attacks: readonly Attack[] = [
  {
    name: 'a lock that does not answer',
    prepare: (headers) => (call) =>
      request(
        'POST',
        `/api/v0.1/trainer/entry/refusals/${refusals.first + (call % refusals.count)}/let-in`,
        headers,
        { reason: 'Known at the desk' },
      ),
  },
  {
    name: 'mails and SMS that nobody takes',
    prepare: (headers) => (call) =>
      request(
        'POST',
        '/api/v0.1/admin/message',
        { ...headers, 'Idempotency-Key': crypto.randomUUID() },
        {
          audience: {
            kind: 'training',
            trainingId: yesterday.first + (call % yesterday.count),
            whom: 'booked',
          },
          channel: call % 2 === 0 ? 'mail' : 'sms',
          subject: call % 2 === 0 ? 'The water is warm' : '',
          text: 'Come and see.',
          expected: { recipients: yesterday.booked, parts: call % 2 },
        },
      ),
  },
  {
    name: 'logos',
    prepare: (headers) => {
      const sent = logos.map((logo) =>
        upload('PUT', '/api/v0.1/admin/back-office/logo?kind=light', headers, logo),
      );
      return (call) => sent[call % sent.length] ?? '';
    },
  },
  {
    name: 'bank files of 4.8 MB',
    prepare: (headers) => always(bankFile(headers, '<a/>'.repeat(1_200_000))),
  },
  {
    name: 'imports of 180,000 lines',
    prepare: (headers) => always(importFile(headers, titles + 'Mari;Maasikas;m@a.ee\n'.repeat(180_000))),
  },
  {
    name: 'files of somebody without rights',
    prepare: ({ Authorization: _, ...headers }) => always(importFile(headers, 'a'.repeat(3_900_000))),
  },
  {
    name: 'reports of a year',
    prepare: (headers) => (call) => request('GET', `/api/v0.1/admin/report?${reportOf(call)}`, headers),
  },
  {
    name: 'simulations',
    prepare: (headers) => (call) =>
      request('GET', `/api/v0.1/admin/report/simulation?limit=upcomingMax&value=${1 + (call % 9)}`, headers),
  },
  {
    name: 'wrong passwords',
    prepare: (headers) => (call) =>
      request(
        'POST',
        '/api/v0.1/account/login',
        { ...headers, 'X-Forwarded-For': addressOf(call) },
        {
          userCredentials: { username: `n${call}@neighbour.example`, password: 'Wrong123', keep: false },
          deviceParameters: sampleDevice,
        },
      ),
  },
  {
    name: 'payments that are not answered',
    prepare: (headers) => (call) =>
      request(
        'POST',
        '/api/v0.1/public/payment',
        { ...headers, 'X-Forwarded-For': addressOf(call) },
        { invoiceToken: `t${1 + (call % invoices)}`, method: 'cardPayments' },
      ),
  },
  {
    name: 'timetables of ever other dates',
    prepare:
      ({ Authorization: _, ...headers }) =>
      (call) => {
        // Never the same again: what is kept of an answer helps nobody.
        const back = 42 + (call % (daysHeld - 42));
        const until = beforeToday(back - 30 - (call % 12));
        const dates = `from=${beforeToday(back)}&until=${until}&room=${1 + call}`;
        return request('GET', `/api/v0.1/public/schedule?${dates}`, {
          ...headers,
          'X-Forwarded-For': addressOf(call),
        });
      },
  },
  {
    name: 'a door’s lists for two thousand phones',
    prepare:
      ({ Authorization: _, ...headers }) =>
      () =>
        request('POST', '/api/v0.1/public/door/list', headers, { token: doorToken }),
  },
  {
    name: 'messages to whoever came in a quarter of a year',
    prepare: (headers) => (call) =>
      request('POST', '/api/v0.1/admin/message/preview', headers, {
        audience: {
          ...{ kind: 'filter', from: beforeToday(daysHeld), until: beforeToday(call % 2), whom: 'booked' },
          ...{ clubId: null, roomId: null, trainerId: null, styleId: null },
        },
        ...{ channel: 'sms', isOffer: false, subject: '', text: '' },
      }),
  },
  {
    name: 'bank files of 5000 entries',
    prepare: (headers) => always(bankFile(headers, statement(list(5000, entry)))),
  },
  {
    name: 'imports of 20,000 lines',
    prepare: (headers) => always(importFile(headers, titles + list(20_000, person))),
  },
];

const beforeToday = (back: number) => Temporal.Now.plainDateISO('UTC').subtract({ days: back }).toString();

const always =
  (sent: Buffer): Calls =>
  () =>
    sent;

const addressOf = (call: number) => `10.201.${(call >> 8) & 255}.${call & 255}`;

function reportOf(call: number): string {
  const kinds = ['occupancy', 'attendance', 'hours'];
  const year = new Date().getUTCFullYear();
  return `kind=${kinds[call % kinds.length]}&by=style&from=${year - 1}-01-01&until=${year}-12-31&n=${call}`;
}

interface Stretch {
  readonly p99: number;
  readonly booked: number;
  readonly asked: number;
  /** What the neighbour heard, by status. */
  readonly heard: ReadonlyMap<number, number>;
}

/**
 * A centre whose members book fifty times a second, and beside it, on the same installation, another one that sends what takes
 * long. Each attack is measured between two stretches without one.
 */
export async function neighbours({ isQuick }: Effort): Promise<Report> {
  const place = await openPlace(true);
  await fillFixture(place.owner);
  const silent = await startSilent();
  const mailServer = await startDeaf();
  await fillNeighbour(place.owner, `${silent}/open`);
  const keys = join(place.dataDir, 'payment-keys.json');
  const own = { accessKey: 'access', secretKey: 'a secret of 32 characters or more' };
  writeFileSync(keys, JSON.stringify({ [host]: own, [neighbourHost]: own }));
  const server = await startServer({
    dataDir: place.dataDir,
    databaseUrl: place.url,
    environment: 'staging',
    settings: {
      ...{ MONTONIO_KEYS: keys, MONTONIO_URL: silent, LOCK_ORIGINS: `${neighbourHost}=${silent}` },
      ...{ SMTP_URL: `smtp://127.0.0.1:${mailServer}`, SMS_URL: silent.replace('//', '//user:key@') },
    },
  });
  const seats = new FreshSeats(server, place, isQuick ? 1500 : members);
  const seconds = isQuick ? 5 : 20;
  const stretch = async (attack?: Attack): Promise<Stretch> => {
    await resetBookings(place.owner);
    const everybody = await seats.take();
    const headers = await neighbourHeaders(place.dataDir);
    return measure(server, everybody, seconds, attack?.prepare(headers));
  };
  await stretch();
  const lines: Line[] = [];
  const notes: string[] = [];
  const quiet: number[] = [(await stretch()).p99];
  for (const attack of attacks) {
    const under = await stretch(attack);
    quiet.push((await stretch()).p99);
    const beside = median(quiet.slice(-2));
    const added = under.p99 - beside;
    lines.push({
      what: attack.name,
      figure: milliseconds(under.p99),
      limit: milliseconds(beside),
      budget: `≤ ${mostAdded} ms more`,
      isOk: added <= mostAdded && under.booked === under.asked,
    });
    notes.push(`${attack.name}: ${said(under)}; ${under.booked} of ${under.asked} booked.`);
  }
  return {
    lines,
    notes: [
      `p99 of a booking at ${rate} a second for ${seconds} s, with the neighbour on ${hostile} connections and between its attacks.`,
      ...notes,
    ],
  };
}

function said({ heard }: Stretch): string {
  return `heard ${[...heard].map(([status, count]) => `${status || 'lost'}: ${count}`).join(', ') || 'nothing'}`;
}

/** Bookings begin by the clock, so that a server that stands still is seen by all that were due meanwhile. */
async function measure(
  server: RunningServer,
  seats: readonly Seat[],
  seconds: number,
  ask?: Calls,
): Promise<Stretch> {
  const asked = Math.min(seats.length, rate * seconds);
  const wires = await openWires(server.port, 32);
  const attackers = await openWires(server.port, ask ? hostile : 0);
  const free = [...wires];
  const heard = new Map<number, number>();
  const waits: number[] = [];
  let booked = 0;
  let isOver = false;
  const attacking = Promise.all(
    attackers.map(async (wire, index) => {
      for (let call = index; !isOver && ask; call += hostile) {
        const { status, milliseconds: took } = await wire.send(ask(call));
        heard.set(status, (heard.get(status) ?? 0) + 1);
        // Refused at once, it asks again soon, and not in a circle that only measures itself.
        if (took < 20) await sleep(20);
        if (status === 0) break;
      }
    }),
  );
  const begun = performance.now();
  await Promise.all(
    seats.slice(0, asked).map(async (seat, index) => {
      const due = begun + (index * 1000) / rate;
      await sleep(Math.max(0, due - performance.now()));
      const wire = free.pop() ?? (await openWires(server.port, 1))[0];
      const { status } = (await wire?.send(bookingOf(seat, index))) ?? { status: 0 };
      waits.push(performance.now() - due);
      if (status === 200) booked += 1;
      if (wire) free.push(wire);
    }),
  );
  isOver = true;
  for (const wire of [...free, ...attackers]) wire.close();
  await attacking;
  return { p99: quantile(waits, 0.99), booked, asked, heard };
}

function bookingOf(seat: Seat, index: number): string {
  return request(
    'POST',
    '/api/v0.1/user/registration',
    { ...headersOf(seat), 'Idempotency-Key': crypto.randomUUID() },
    { trainingId: spread.first + (index % spread.count), isWaitingAccepted: false },
  );
}

/** A payment service, a carrier of SMS and a lock that take calls and never answer. */
async function startSilent(): Promise<string> {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  whenOver(() => {
    silent.closeAllConnections();
    silent.close();
  });
  return `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
}

/** A mail server that takes connections and never says a word. */
async function startDeaf(): Promise<number> {
  const taken = new Set<Socket>();
  const deaf = createTcpServer((socket) => {
    taken.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => taken.delete(socket));
  });
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
  whenOver(() => {
    for (const socket of taken) socket.destroy();
    deaf.close();
  });
  return (deaf.address() as AddressInfo).port;
}
