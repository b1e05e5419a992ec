import { existsSync } from 'node:fs';
import { run, show } from '../lib/run.ts';

/** Where a wall time given for a run is: most of the demo's centres, and whoever works on Trenn. */
export const timeZone = 'Europe/Tallinn';

const libraries = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/faketime/libfaketime.so.1',
  '/usr/lib64/faketime/libfaketime.so.1',
];
const findLibrary = () => [process.env.LIBFAKETIME ?? '', ...libraries].find((path) => existsSync(path));

/** The instant of a wall time such as `2027-03-28T02:50`; undefined when it is none. */
export function readAt(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text)) return undefined;
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).toInstant().toString();
  } catch {
    return undefined;
  }
}

export class WrongTime extends Error {
  override message = '--at takes a wall time in Tallinn, such as 2027-03-28T02:50.';
}

/**
 * Takes `--at 2027-03-28T02:50` out of a program's arguments: the instant, undefined where none is named, and the rest.
 * @throws WrongTime
 */
export function takeAt(args: readonly string[]): { at: string | undefined; rest: string[] } {
  const place = args.findIndex((arg) => arg === '--at' || arg.startsWith('--at='));
  if (place < 0) return { at: undefined, rest: [...args] };
  const joined = args[place]?.startsWith('--at=');
  const at = readAt((joined ? args[place]?.slice('--at='.length) : args[place + 1]) ?? '');
  if (at === undefined) throw new WrongTime();
  return { at, rest: args.toSpliced(place, joined ? 1 : 2) };
}

/**
 * Runs this program again as if it were then: the clock of every process below it, the database's included, goes on from
 * there. Browsers do not bear it and are told by the journeys (e2e/support/clock.ts). Its exit code.
 * @param instant ISO 8601
 * @throws Error with advice where the library that turns clocks is missing and cannot be had
 */
export async function runAt(instant: string, args: readonly string[]): Promise<number> {
  const library = await ensureLibrary();
  const seconds = Math.round(
    (Temporal.Instant.from(instant).epochMilliseconds - Temporal.Now.instant().epochMilliseconds) / 1000,
  );
  return show(process.execPath, [process.argv[1] ?? '', ...args], {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    FAKETIME_DISABLE_SHM: '1',
    // What is measured and waited for goes on as it does.
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
    CLOCK_SHIFT_SECONDS: String(seconds),
  });
}

async function ensureLibrary(): Promise<string> {
  const found = findLibrary();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Getting libfaketime for another clock…');
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-q'], quiet);
    await run('apt-get', ['install', '-y', '-q', 'libfaketime'], quiet);
    const installed = findLibrary();
    if (installed) return installed;
  }
  throw new Error(
    '--at needs libfaketime (on Debian: apt-get install libfaketime), or its path in LIBFAKETIME.',
  );
}
