import { rmSync } from 'node:fs';
import { z } from 'zod';
import { run } from '../lib/run.ts';
import { readAt, runAt, timeZone } from './at.ts';
import type { Choice } from './choice.ts';
import { type Result, readReport, sumFile } from './result.ts';
import { type Scope, seedOfCommit, slices } from './share.ts';

const SliceSum = z.object({ passed: z.number(), failures: z.array(z.string()) });

/** A time at which what leans on the clock fails, and why. */
export interface Hour {
  readonly title: string;
  /** Wall time in Tallinn, as `--at` takes it. */
  readonly at: string;
}

export interface HoursOptions {
  readonly parts: Choice['parts'];
  readonly scope: Extract<Scope, { kind: 'long' }>;
}

/**
 * Runs a slice of the tests at each of the hours: all rules, a part of the API's files and of the journeys, which one changes
 * from commit to commit.
 * @param add runs one and keeps what it came to
 */
export async function runAtHours(
  { parts, scope }: HoursOptions,
  add: (title: string, work: () => Promise<Result>) => Promise<void>,
): Promise<void> {
  const only = parts.filter((name) => name !== 'check');
  if (only.length === 0) return;
  const { output } = await run('git', ['rev-parse', 'HEAD']);
  for (const [index, { title, at }] of nextHours(Temporal.Now.instant()).entries()) {
    if (index % scope.shards !== scope.shard - 1) continue;
    const slice = (seedOfCommit(output) + index) % slices;
    const args = ['--only', only.join(','), '--slice', String(slice)];
    await add(`${title} (again: npm test -- --at ${at} --slice ${slice})`, () => runSlice(at, args));
  }
}

async function runSlice(at: string, args: readonly string[]): Promise<Result> {
  rmSync(sumFile, { force: true });
  const code = await runAt(readAt(at) ?? '', args);
  const sum = SliceSum.safeParse(readReport(sumFile));
  if (!sum.success) return { passed: 0, failures: [`at ${at}: ended with ${code}`], timed: [] };
  return {
    passed: sum.data.passed,
    failures: sum.data.failures.map((name) => `at ${at}: ${name}`),
    timed: [],
  };
}

/**
 * The next of each time that a long run is also run at, seen from `now`: before midnight, when clocks are turned on and back,
 * on a Sunday night, on 29 February and on New Year's Eve.
 */
export function nextHours(now: Temporal.Instant): readonly Hour[] {
  const here = now.toZonedDateTimeISO(timeZone);
  const today = here.toPlainDate();
  const turned = transitions(here, 2);
  const at = (date: Temporal.PlainDate, time: string) => `${date}T${time}`;
  return [
    { title: 'Before midnight', at: at(today, '23:50') },
    ...turned.map((date) => ({ title: `On ${date}, when clocks are turned`, at: at(date, '03:30') })),
    { title: 'On a Sunday night', at: at(today.add({ days: 7 - (today.dayOfWeek % 7) }), '23:30') },
    { title: 'On 29 February', at: at(nextLeapDay(today), '12:00') },
    { title: "On New Year's Eve", at: at(today.with({ month: 12, day: 31 }), '23:50') },
  ];
}

/** The next days on which clocks are turned. */
function transitions(from: Temporal.ZonedDateTime, count: number): Temporal.PlainDate[] {
  const found: Temporal.PlainDate[] = [];
  let next = from.getTimeZoneTransition('next');
  while (next && found.length < count) {
    found.push(next.toPlainDate());
    next = next.getTimeZoneTransition('next');
  }
  return found;
}

/** Today, when it is one. */
function nextLeapDay(today: Temporal.PlainDate): Temporal.PlainDate {
  for (let year = today.year; ; year++) {
    const march = Temporal.PlainDate.from({ year, month: 3, day: 1 });
    const last = march.subtract({ days: 1 });
    if (last.day === 29 && Temporal.PlainDate.compare(last, today) >= 0) return last;
  }
}
