import { readdirSync, readFileSync } from 'node:fs';
import type { Place } from './place.ts';

const ticksPerSecond = 100;

/** Seconds of processor time that a process has used, and those its ended children left to it. */
function secondsOf(pid: number, hasChildren: boolean): number {
  const fields = fieldsOf(pid);
  if (!fields) return 0;
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15).map(Number);
  return (user + system + (hasChildren ? childrenUser + childrenSystem : 0)) / ticksPerSecond;
}

/** What follows the name in /proc/<pid>/stat: state, parent, …; undefined when the process is gone. */
function fieldsOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** Processor time of a server and of its database so far: unlike a rate it hardly depends on who else works. */
export class CpuMeter {
  private readonly serverPid: number;
  private readonly postmasterPid: number;

  private constructor(serverPid: number, postmasterPid: number) {
    this.serverPid = serverPid;
    this.postmasterPid = postmasterPid;
  }

  static async of(serverPid: number, { owner }: Place): Promise<CpuMeter> {
    const { rows } = await owner.query<{ text: string }>("select pg_read_file('postmaster.pid') as text");
    return new CpuMeter(serverPid, Number(rows[0]?.text.split('\n')[0] ?? 0));
  }

  read(): { server: number; database: number } {
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => Number(fieldsOf(pid)?.[1]) === this.postmasterPid);
    return {
      server: secondsOf(this.serverPid, false),
      database:
        secondsOf(this.postmasterPid, true) +
        children.reduce((seconds, pid) => seconds + secondsOf(pid, false), 0),
    };
  }

  /** What `work` used. */
  async during<T>(work: () => Promise<T>): Promise<{ result: T; server: number; database: number }> {
    const before = this.read();
    const result = await work();
    const after = this.read();
    return {
      result,
      server: after.server - before.server,
      database: after.database - before.database,
    };
  }
}
