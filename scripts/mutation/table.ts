import type { Verdict } from './ground.ts';
import { kinds, type Site } from './site.ts';

/** A change, and what became of it. */
export interface Trial {
  readonly site: Site;
  readonly verdict: Verdict;
  /** Files of tests that were run. */
  readonly ran: number;
}

/** How many of each kind were drawn, killed, and lived. */
export function tableOf(trials: readonly Trial[]): string {
  const rows = kinds
    .map((kind) => ({ name: kind as string, own: trials.filter(({ site }) => site.kind === kind) }))
    .concat({ name: 'all', own: [...trials] })
    .filter(({ own }) => own.length > 0)
    .map(({ name, own }) => {
      const killed = own.filter(({ verdict }) => verdict.outcome !== 'passed').length;
      const share = `${Math.floor((100 * killed) / own.length)} %`;
      return [name, own.length, killed, own.length - killed, share].map(String);
    });
  return [['kind', 'drawn', 'killed', 'lived', 'share'], ...rows]
    .map(([name = '', ...numbers]) => name.padEnd(12) + numbers.map((each) => each.padStart(8)).join(''))
    .join('\n');
}
