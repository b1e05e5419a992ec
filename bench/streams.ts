import { connect, type Socket } from 'node:net';
import { apiBase } from '#shared/kernel/endpoint.ts';
import { liveEvents, livePath } from '#shared/schedule/contract.ts';
import { bookAll, FreshSeats, hotTarget } from './lib/bookings.ts';
import { fillFixture, host, resetBookings, type Seat } from './lib/fixture.ts';
import { openPlace } from './lib/place.ts';
import { megabytes, milliseconds, percent, type Report } from './lib/report.ts';
import { type Effort, median, quantile, sleep } from './lib/rounds.ts';
import { computedSeconds, type RunningServer, residentBytes, startServer } from './lib/server.ts';

/** Open timetables of one process: most lie in other centres than the one that is booked. */
const open = 10_000;
const watching = 300;
const storm = 5_000;
const stormMilliseconds = 10_000;
/** Before memory is read, before as after: what the load left behind is nobody's stream. */
const quietMilliseconds = 15_000;
/** After ten thousand came or went: what that left to do is done. */
const settleMilliseconds = 5000;
/** Bookings of one reading of the server's work. */
const lot = 1000;
const mostMemory = 200_000_000;
const longestMilliseconds = 250;
const mostWork = 1.05;
const quietHost = 'quiet.example';

/** One open timetable: tells when numbers came, and whether it is heard at all. */
class Listener {
  readonly heardAt: number[] = [];
  readonly opened: Promise<number>;
  private readonly socket: Socket;
  private isOpen = false;

  constructor(port: number, hostName: string, index: number) {
    const begun = performance.now();
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.setEncoding('latin1');
    this.opened = new Promise((resolve, reject) => {
      this.socket.on('error', reject);
      this.socket.on('data', (chunk) => {
        const text = String(chunk);
        if (!this.isOpen) {
          this.isOpen = true;
          if (text.startsWith('HTTP/1.1 200')) resolve(performance.now() - begun);
          else reject(new Error(text.slice(0, 40)));
        }
        if (text.includes(`event: ${liveEvents.numbers}`)) this.heardAt.push(performance.now());
      });
    });
    const address = `10.${(index >> 14) & 63}.${(index >> 7) & 127}.${index & 127}`;
    this.socket.write(
      `GET ${apiBase}${livePath} HTTP/1.1\r\nHost: ${hostName}\r\nX-Tenant-Host: ${hostName}\r\nX-Forwarded-For: ${address}\r\n\r\n`,
    );
  }

  close(): void {
    this.socket.removeAllListeners('error').on('error', () => {});
    this.socket.destroy();
  }
}

/** Bookings taken in many small lots, and what each lot cost the server. */
class Taken {
  private readonly server: RunningServer;
  private readonly works: number[] = [];
  private readonly rates: number[] = [];

  constructor(server: RunningServer) {
    this.server = server;
  }

  async book(booking: readonly Seat[]): Promise<void> {
    for (let from = 0; from < booking.length; from += lot) {
      const some = booking.slice(from, from + lot);
      const before = computedSeconds(this.server.pid);
      this.rates.push((await bookAll(this.server, some)).perSecond);
      this.works.push((computedSeconds(this.server.pid) - before) / some.length);
    }
  }

  /** A booking's work in seconds: the lower quartile, since others on the machine only ever add to it. */
  leastWork(): number {
    return quantile(this.works, 0.25);
  }

  rate(): number {
    return median(this.rates);
  }
}

async function openSome(server: RunningServer, from: number, count: number): Promise<Listener[]> {
  const listeners: Listener[] = [];
  while (listeners.length < count) {
    const some = Math.min(200, count - listeners.length);
    const opened = Array.from({ length: some }, (_, index) => {
      const number = from + listeners.length + index;
      return new Listener(server.port, number < watching ? host : quietHost, number);
    });
    await Promise.all(opened.map((listener) => listener.opened));
    listeners.push(...opened);
  }
  return listeners;
}

/** Ten thousand open timetables: their memory, what they cost bookings, how soon they hear, and a return of half. */
export async function streams({ isQuick }: Effort): Promise<Report> {
  const place = await openPlace(true);
  await fillFixture(place.owner);
  await place.owner.query(
    'insert into tenants overriding system value select (jsonb_populate_record(t, $1)).* from tenants t limit 1',
    [{ tenant_id: 2, host: quietHost }],
  );
  const server = await startServer({
    dataDir: place.dataDir,
    databaseUrl: place.url,
    environment: 'staging',
  });
  const calls = isQuick ? 1000 : 8000;
  const seats = new FreshSeats(server, place, calls);
  const turns = isQuick ? 1 : 8;
  const [alone, together]: [Taken, Taken] = [new Taken(server), new Taken(server)];
  const book = async (into: Taken) => {
    await resetBookings(place.owner);
    await into.book(await seats.take());
  };
  for (let round = 0; round < 3; round += 1) await book(new Taken(server));
  await sleep(quietMilliseconds);
  const atRest = residentBytes(server.pid);
  let listeners: Listener[] = [];
  const beside = async () => {
    listeners = await openSome(server, 0, open);
    await sleep(settleMilliseconds);
    await book(together);
  };
  const closeAll = async () => {
    for (const listener of listeners) listener.close();
    listeners = [];
    await sleep(settleMilliseconds);
  };
  // In turns, so that whatever disturbs the machine disturbs both.
  for (let turn = 0; turn < turns; turn += 1) {
    if (turn % 2 === 0) await book(alone);
    await beside();
    await closeAll();
    if (turn % 2 === 1) await book(alone);
  }
  listeners = await openSome(server, 0, open);
  await sleep(quietMilliseconds);
  const withStreams = residentBytes(server.pid) - atRest;

  await resetBookings(place.owner);
  const waits: number[] = [];
  const [...members] = (await seats.take()).slice(0, isQuick ? 10 : 40);
  for (const member of members) {
    const before = listeners.slice(0, watching).map(({ heardAt }) => heardAt.length);
    const pressed = performance.now();
    await bookAll(server, [member], hotTarget);
    await sleep(700);
    for (const [index, count] of before.entries()) {
      const heard = listeners[index]?.heardAt[count];
      waits.push(heard === undefined ? Number.POSITIVE_INFINITY : heard - pressed);
    }
  }

  const begun = performance.now();
  const returned: Promise<number>[] = [];
  for (const [index, listener] of listeners.slice(-storm).entries()) {
    listener.close();
    const again = new Listener(server.port, quietHost, open + index);
    returned.push(again.opened);
    listeners.push(again);
    const due = (index / storm) * stormMilliseconds;
    await sleep(Math.max(0, due - (performance.now() - begun)));
  }
  const settled = await Promise.allSettled(returned);
  const back = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  for (const listener of listeners) listener.close();

  const work = together.leastWork() / alone.leastWork();
  const share = together.rate() / alone.rate();
  const p99 = quantile(waits, 0.99);
  return {
    lines: [
      {
        what: `${open.toLocaleString('en-GB')} open timetables: more memory`,
        figure: megabytes(withStreams),
        budget: '≤ 200 MB',
        isOk: withStreams <= mostMemory,
      },
      {
        what: 'the server’s work for a booking beside them, of that without (lower quartiles)',
        figure: percent(work),
        budget: `≤ ${percent(mostWork)}`,
        isOk: work <= mostWork,
      },
      {
        what: 'bookings a second beside them, the listeners computing on the same cores',
        figure: percent(share),
        budget: '–',
      },
      {
        what: `a booking until ${watching} open timetables show it: p99`,
        figure: `${milliseconds(p99)} (p50 ${milliseconds(quantile(waits, 0.5))})`,
        budget: `≤ ${longestMilliseconds} ms`,
        isOk: p99 <= longestMilliseconds,
      },
      {
        what: `${storm.toLocaleString('en-GB')} come back within 10 s`,
        figure: `${back.length} (p99 ${milliseconds(quantile(back, 0.99))})`,
        budget: 'all',
        isOk: back.length === storm,
      },
    ],
    notes: [
      `${watching} of them at the centre that is booked; from the press, over HTTP, to the message on each.`,
      'Without them: before they opened and after they were gone. The load and the listeners share the cores with server and database, which listeners elsewhere would not.',
    ],
  };
}
