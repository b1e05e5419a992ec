// npm run audit: what is known of the parts that are shipped. Licences and sums are looked at without any network, as in
// npm run check; advisories are asked of the registry, where one answers.
import { z } from 'zod';
import { findPackageFaults } from './check/packages.ts';
import { packagesOf, readLock } from './lib/packages.ts';
import { run } from './lib/run.ts';

const Advisories = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
});

/** Packages that are shipped and of which something is known, worst first; undefined where no registry answered. */
async function askAdvisories(): Promise<string[] | undefined> {
  const { output } = await run('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=0']);
  const begin = output.indexOf('{');
  const answer = Advisories.safeParse(begin < 0 ? undefined : readJson(output.slice(begin)));
  if (!answer.success) return undefined;
  const order = ['critical', 'high', 'moderate', 'low', 'info'];
  return Object.entries(answer.data.vulnerabilities)
    .toSorted(([, one], [, other]) => order.indexOf(one.severity) - order.indexOf(other.severity))
    .map(([name, { severity, range }]) => `${name} ${range}: ${severity}`);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const lock = readLock();
const shipped = packagesOf(lock).filter(({ dev }) => !dev);
const faults = findPackageFaults(lock).map(({ text }) => text);
const unvouched = packagesOf(lock).filter(({ integrity }) => integrity === undefined);
const advisories = await askAdvisories();
console.log(`${shipped.length} packages are shipped; the build lists them in dist/parts.cdx.json.`);
console.log(`${unvouched.length} of the lock have no sum.`);
for (const fault of faults) console.log(`  ${fault}`);
if (advisories === undefined) console.log('No registry told of advisories: nothing is known either way.');
else console.log(`Advisories: ${advisories.length}`);
for (const advisory of advisories ?? []) console.log(`  ${advisory}`);
process.exitCode = faults.length > 0 || (advisories?.length ?? 0) > 0 ? 1 : 0;
