import type { Part } from './parts.ts';
import type { Fault } from './tree.ts';

const mostShown = 40;
/** Parts at a time: the compiler uses several threads by itself. */
const atOnce = 2;

/**
 * Runs the parts, prints one line for each and every fault below it. A part that breaks counts as failed.
 * Returns the names of those that failed.
 */
export async function runParts(parts: readonly Part[]): Promise<string[]> {
  const waiting = [...parts];
  const failed: string[] = [];
  const width = Math.max(...parts.map(({ name }) => name.length));

  const work = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      const begun = performance.now();
      let faults: readonly Fault[];
      try {
        faults = await part.run();
      } catch (error) {
        faults = [
          { file: '', text: error instanceof Error ? (error.stack ?? error.message) : String(error) },
        ];
      }
      const seconds = ((performance.now() - begun) / 1000).toFixed(1).padStart(5);
      const words = faults.length === 0 ? 'ok' : `${faults.length} refused`;
      console.log(`${faults.length === 0 ? '✓' : '✗'} ${part.name.padEnd(width)} ${seconds} s  ${words}`);
      if (faults.length > 0) failed.push(part.name);
      for (const fault of faults.slice(0, mostShown)) console.log(`  ${toLine(fault)}`);
      if (faults.length > mostShown) console.log(`  … and ${faults.length - mostShown} more`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failed;
}

export function toLine({ file, line, text }: Fault): string {
  return `${file}${line === undefined ? '' : `:${line}`}${file ? ': ' : ''}${text}`;
}
