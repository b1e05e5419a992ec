import { headersOf, members, rows, type Seat, signIn } from './fixture.ts';
import type { Place } from './place.ts';
import type { Target, Varying } from './recorded.ts';
import type { RunningServer } from './server.ts';
import { type LoadResult, request, sendAll } from './sockets.ts';

export const connections = 32;
/** Connections of the server to the database (DATABASE_POOL_SIZE), and of whoever is measured against it. */
export const poolSize = 10;
/** Tokens live five minutes; a round must end before. */
const seatMilliseconds = 120_000;

const { spread, hot } = rows;
const everyone: Varying = { base: 1, divide: 1, modulo: members };

/** Call by call the next of many trainings. */
export const spreadTarget: Target = {
  training: { base: spread.first, divide: 1, modulo: spread.count },
  place: { base: 1, divide: spread.count, modulo: spread.places },
  client: everyone,
};

/** All calls after the same training until it is full, then after the next one. */
export const hotTarget: Target = {
  training: { base: hot.first, divide: hot.places, modulo: hot.count },
  place: { base: 1, divide: 1, modulo: hot.places },
  client: everyone,
};

function valueAt({ base, divide, modulo }: Varying, call: number): number {
  return base + (Math.floor(call / divide) % modulo);
}

/** Every member books one place; only places booked count as done. */
export async function bookAll(
  server: RunningServer,
  seats: readonly Seat[],
  target: Pick<Target, 'training'> = spreadTarget,
): Promise<LoadResult> {
  const requests = seats.map((seat, call) =>
    request(
      'POST',
      '/api/v0.1/user/registration',
      { ...headersOf(seat), 'Idempotency-Key': crypto.randomUUID() },
      { trainingId: valueAt(target.training, call), isWaitingAccepted: false },
    ),
  );
  const load = await sendAll(server.port, connections, requests);
  return { ...load, perSecond: (load.statuses.get(200) ?? 0) / load.seconds };
}

/** Whoever books has just looked: each token has been seen once, statements are prepared, code is warm. */
function warm(server: RunningServer, seats: readonly Seat[]): Promise<LoadResult> {
  const looks = seats.map((seat) => request('GET', '/api/v0.1/user/registration?limit=1', headersOf(seat)));
  return sendAll(server.port, connections, looks);
}

export function said({ statuses = new Map() }: Partial<LoadResult>): string {
  return [...statuses].map(([status, count]) => `${status || 'lost'}: ${count}`).join(', ');
}

/** Members signed in, anew when their tokens grow old. */
export class FreshSeats {
  private readonly server: RunningServer;
  private readonly place: Place;
  private readonly count: number;
  private seats: Promise<Seat[]> | undefined;
  private signedInAt = 0;

  constructor(server: RunningServer, place: Place, count: number) {
    this.server = server;
    this.place = place;
    this.count = count;
  }

  take(): Promise<Seat[]> {
    if (this.seats === undefined || performance.now() - this.signedInAt > seatMilliseconds) {
      this.signedInAt = performance.now();
      this.seats = signIn(this.place.dataDir, this.count).then(async (seats) => {
        await warm(this.server, seats);
        return seats;
      });
    }
    return this.seats;
  }
}
