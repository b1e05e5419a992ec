import { bookAll, FreshSeats, said } from './lib/bookings.ts';
import { fillFixture, headersOf, resetBookings, rows } from './lib/fixture.ts';
import { openPlace } from './lib/place.ts';
import { type Line, milliseconds, type Report } from './lib/report.ts';
import { type Effort, quantile, sleep } from './lib/rounds.ts';
import { startServer } from './lib/server.ts';
import { openWires, request } from './lib/sockets.ts';

const attempts = 5000;
const { rush: row } = rows;
const places = row.count * row.places;
/** Everybody has an answer within this time of asking. */
const patience = 2000;

interface Try {
  readonly booked: number;
  readonly waiting: number;
  readonly refused: number;
  readonly failed: number;
  /** Failed answers by status; 0 for those that never came. */
  readonly failures: ReadonlyMap<number, number>;
  readonly waits: readonly number[];
  /** From the first attempt to the last answer, in milliseconds. */
  readonly whole: number;
  readonly bookedInDatabase: number;
  readonly waitingInDatabase: number;
  /** Trainings that hold more or fewer than their places. */
  readonly wrongTrainings: number;
}

/**
 * Bookings open: 5,000 members, each on a connection of its own, ask within one second for 600 places of 20
 * trainings; every second one would rather wait than go away.
 */
export async function rush({ isQuick }: Effort): Promise<Report> {
  const place = await openPlace(true);
  await fillFixture(place.owner);
  const server = await startServer({
    dataDir: place.dataDir,
    databaseUrl: place.url,
    environment: 'staging',
  });
  // Everybody has the timetable open: tokens have been seen, and some bookings have warmed the code.
  const everybody = new FreshSeats(server, place, attempts);
  await bookAll(server, (await everybody.take()).slice(0, 500));
  const tries: Try[] = [];
  for (let round = 0; round < (isQuick ? 1 : 5); round += 1) {
    await resetBookings(place.owner);
    tries.push(await open());
  }

  async function open(): Promise<Try> {
    const seats = await everybody.take();
    const wires = await openWires(server.port, attempts);
    const counts = { booked: 0, waiting: 0, refused: 0, failed: 0 };
    const requests = seats.map((seat, index) =>
      request(
        'POST',
        '/api/v0.1/user/registration',
        { ...headersOf(seat), 'Idempotency-Key': crypto.randomUUID() },
        {
          trainingId: row.first + (index % row.count),
          isWaitingAccepted: Math.floor(index / row.count) % 2 === 0,
        },
      ),
    );
    const waits: number[] = [];
    const failures = new Map<number, number>();
    const begun = performance.now();
    await Promise.all(
      wires.map(async (wire, index) => {
        await sleep((index * 997) % 1000);
        const { status, milliseconds: wait, body } = await wire.send(requests[index] ?? '');
        waits.push(wait);
        if (status === 200) counts[body.includes('"outcome":"booked"') ? 'booked' : 'waiting'] += 1;
        else if (status === 409) counts.refused += 1;
        else {
          counts.failed += 1;
          failures.set(status, (failures.get(status) ?? 0) + 1);
        }
      }),
    );
    const whole = performance.now() - begun;
    for (const wire of wires) wire.close();
    const { rows: found } = await place.owner.query<{ booked: number; waiting: number; wrong: number }>(
      `select (sum(booked))::integer as booked, sum(waiting)::integer as waiting,
         (count(*) filter (where booked <> max_places or booked <> taken))::integer as wrong
       from trainings t, lateral (select count(*) as taken from registrations r
         where r.tenant_id = t.tenant_id and r.training_id = t.id and r.state = 'booked') of_it
       where t.id between $1 and $2`,
      [row.first, row.first + row.count - 1],
    );
    return {
      ...counts,
      failures,
      waits,
      whole,
      bookedInDatabase: found[0]?.booked ?? 0,
      waitingInDatabase: found[0]?.waiting ?? 0,
      wrongTrainings: found[0]?.wrong ?? 0,
    };
  }

  return { lines: linesOf(tries), notes: notesOf(tries) };
}

function linesOf(tries: readonly Try[]): Line[] {
  const isExact = tries.every(
    (one) =>
      one.booked === places &&
      one.bookedInDatabase === places &&
      one.waiting === one.waitingInDatabase &&
      one.wrongTrainings === 0,
  );
  const longest = Math.max(...tries.map(({ waits }) => quantile(waits, 1)));
  const p99 = Math.max(...tries.map(({ waits }) => quantile(waits, 0.99)));
  const failed = tries.reduce((sum, one) => sum + one.failed, 0);
  return [
    {
      what: `places booked of ${places}`,
      figure: [...new Set(tries.map(({ bookedInDatabase }) => bookedInDatabase))].join(', '),
      budget: `exactly ${places}`,
      isOk: isExact,
    },
    {
      what: 'longest wait for an answer',
      figure: `${milliseconds(longest)} (p99 ${milliseconds(p99)})`,
      budget: `≤ ${patience} ms`,
      isOk: longest <= patience,
    },
    { what: 'failed answers (5xx, lost)', figure: String(failed), budget: '0', isOk: failed === 0 },
  ];
}

function notesOf(tries: readonly Try[]): string[] {
  return [
    `${attempts} attempts within a second, each on its own connection, opened before; the worst of ${tries.length} rushes.`,
    ...tries.map(
      (one) =>
        `booked ${one.booked}, waiting ${one.waiting}, refused ${one.refused}, failed ${one.failed}${one.failed > 0 ? ` (${said({ statuses: one.failures })})` : ''}; last answer ${milliseconds(one.whole)} after the first attempt`,
    ),
  ];
}
