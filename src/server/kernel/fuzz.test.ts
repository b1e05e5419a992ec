import { expect, test } from 'vitest';
import type { RawAnswer, RawCall } from '#server/testing/call.ts';
import { againInWords, inWords, readFuzzing } from '#server/testing/fuzzing/plan.ts';
import { type Finding, Round, type RoundSum } from '#server/testing/fuzzing/rounds.ts';
import { withServer } from '#server/testing/server.ts';

/** Nobody listens where pushes go in tests: that is no fault of a call. */
const nobodyListens = 'the push service did not answer (ECONNREFUSED)';

const faults: string[] = [];
const running = withServer({
  isAlone: true,
  log: (line) => {
    if (line.includes('"level":50') && !line.includes(nobodyListens)) faults.push(line);
  },
});

const plan = readFuzzing(process.env);

test(`calls of every kind neither break nor delay anything (${inWords(plan)})`, {
  timeout: plan.seconds * 1000 + 300_000,
}, async () => {
  const { again, seed, roles, path } = plan;
  const sums: RoundSum[] = [];
  const run = async (number: number, count?: number) => {
    const options = { seed, roles, path, takeFaults: () => faults.splice(0), told };
    sums.push(await new Round(running, options, number).run(count));
  };
  if (again) await run(again.round, again.call + 1);
  const until = performance.now() + plan.seconds * 1000;
  for (let round = 0; !again && (round === 0 || performance.now() < until); round++) await run(round);
  process.stdout.write(`${sumInWords(sums)}\n`);
  expect(findingsInWords(sums.flatMap(({ findings }) => findings))).toEqual([]);
});

/** Of a call that is looked at again: what was asked and answered. */
function told(at: string, { method, path, body = '' }: RawCall, { status, text }: RawAnswer): void {
  const { again, seed } = plan;
  if (at !== `${seed}.${again?.round}.${again?.call}`) return;
  process.stdout.write(`${method} ${path}\n${body}\n${status} ${text}`.slice(0, 5000).concat('\n\n'));
}

function sumInWords(sums: readonly RoundSum[]): string {
  const reached = new Set(sums.flatMap((sum) => [...sum.reached]));
  const total = (count: (sum: RoundSum) => number) => sums.reduce((all, sum) => all + count(sum), 0);
  const slowest = Math.round(Math.max(...sums.map((sum) => sum.slowest)));
  return `Seed ${plan.seed}: ${total(({ calls }) => calls)} calls in ${sums.length} rounds, ${total(({ writes }) => writes)} taken in by ${reached.size} endpoints, the slowest ${slowest} ms`;
}

/** Each once, with how to have the first of it again. */
function findingsInWords(findings: readonly Finding[]): string[] {
  return [...Map.groupBy(findings, ({ what, cause }) => `${what} ${reasonOf(cause)}`).values()].map(
    (alike) => {
      const [{ at, what, cause, call }] = alike as [Finding];
      const body = call?.body === undefined ? '' : `\n  ${call.body.slice(0, 600)}`;
      return `${what}, ${alike.length} times (again: ${againInWords(plan, at)})\n  ${call?.method} ${call?.path.slice(0, 300)}${body}\n  ${cause.slice(0, 3000)}`;
    },
  );
}

/** What was thrown, without what was asked. */
function reasonOf(cause: string): string {
  const said = /"message":"([^"]{0,60})/.exec(cause) ?? /with error '([^']{0,60})/.exec(cause);
  return said?.[1] ?? cause.slice(0, 60);
}
