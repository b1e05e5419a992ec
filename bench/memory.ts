import { makeDataDir } from './lib/place.ts';
import { megabytes, type Report } from './lib/report.ts';
import { sleep } from './lib/rounds.ts';
import { residentBytes, startServer } from './lib/server.ts';
import { request, sendAll } from './lib/sockets.ts';

const most = 200_000_000;
const host = 'pohjala-sport.ee';
const reads = 20_000;

/** What the server's process holds at rest, after a start with the demo centres already loaded. */
export async function memory(): Promise<Report> {
  const dataDir = makeDataDir();
  const first = await startServer({ dataDir, environment: 'development' });
  await first.stop();
  const server = await startServer({ dataDir, environment: 'development' });
  await sleep(5000);
  const atRest = residentBytes(server.pid);
  const paths = ['/api/v0.1/public/schedule', '/public/calendar/day', '/api/v0.1/page/configuration'];
  await sendAll(
    server.port,
    32,
    Array.from({ length: reads }, (_, index) =>
      request('GET', paths[index % paths.length] ?? '/', {
        Host: `${host}.localhost:${server.port}`,
        'Accept-Language': 'et',
        'Accept-Encoding': 'br',
        'X-Forwarded-For': `10.1.${(index >> 8) & 255}.${index & 255}`,
      }),
    ),
  );
  await sleep(5000);
  const afterReads = residentBytes(server.pid);
  return {
    lines: [
      { what: 'server at rest', figure: megabytes(atRest), budget: '< 200 MB', isOk: atRest < most },
      { what: `after ${reads.toLocaleString('en-GB')} reads`, figure: megabytes(afterReads), budget: '–' },
    ],
    notes: ['Resident memory of the server’s own process; the database is not counted.'],
  };
}
