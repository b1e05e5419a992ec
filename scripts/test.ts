// npm test: the check, the rules, the API against a real database, the journeys in a browser; one sum at the end.
// npm test -- --only unit,api runs parts alone.
import { parseArgs } from 'node:util';
import { type Result, runCheck, runJourneys, runVitest } from './lib/suites.ts';

const names = ['check', 'unit', 'api', 'e2e'] as const;
type Name = (typeof names)[number];

function readChoice(): readonly Name[] | undefined {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } }, strict: false });
  const asked = (values.only ?? []).flatMap((value) => String(value).split(','));
  if (asked.length === 0) return names;
  const chosen = names.filter((name) => asked.includes(name));
  return chosen.length === new Set(asked).size ? chosen : undefined;
}

async function runAll(chosen: readonly Name[]): Promise<Result> {
  const projects = chosen.filter((name) => name === 'unit' || name === 'api');
  const results: Result[] = [];
  const add = async (title: string, work: () => Promise<Result>) => {
    const begun = performance.now();
    console.log(`\n${title}`);
    results.push(
      await work().catch((error: unknown) => {
        console.error(error);
        return { passed: 0, failures: [`${title}: broke off`] };
      }),
    );
    console.log(`${title}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  };
  if (chosen.includes('check')) await add('Check', runCheck);
  if (projects.length > 0) await add(`Tests (${projects.join(', ')})`, () => runVitest(projects));
  if (chosen.includes('e2e')) await add('Journeys', () => runJourneys());
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failures: results.flatMap(({ failures }) => failures),
  };
}

const chosen = readChoice();
if (chosen) {
  const { passed, failures } = await runAll(chosen);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`);
  console.log(`\n${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length > 0 ? 1 : 0;
} else {
  console.error(`--only takes ${names.join(', ')}, several with commas between.`);
  process.exitCode = 1;
}
