import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths. */
const ticksPerSecond = 100;

/** How many seconds of processors the living processes of a group have taken; undefined where nobody counts them. */
export function processorSeconds(group: number): number | undefined {
  let pids: string[];
  try {
    pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return undefined;
  }
  const ticks = pids.map((pid) => ticksOf(pid, group));
  return ticks.reduce((sum, own) => sum + own, 0) / ticksPerSecond;
}

function ticksOf(pid: string, group: number): number {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Behind the name, which may hold anything: state, parent, group, … and user and system time.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return Number(fields[2]) === group ? Number(fields[11]) + Number(fields[12]) : 0;
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}
