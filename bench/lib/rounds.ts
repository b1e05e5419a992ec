/** How long a run may take: `quick` while changing the benchmark, otherwise figures to keep. */
export interface Effort {
  readonly isQuick: boolean;
  /** The large data set of the growth part. */
  readonly isFull: boolean;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which the share `at` of the values lies; 0 for none. */
export function quantile(values: ArrayLike<number>, at: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? 0;
}

/**
 * Runs every contestant once per round, in turns (A B, B A, A B …), so that whatever disturbs the machine
 * disturbs all of them. Returns each contestant's results in the order of the rounds.
 */
export async function interleave<Name extends string, Result>(
  rounds: number,
  contestants: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(contestants) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      results[name].push(await contestants[name]());
    }
  }
  return results;
}

/** The median over rounds of `one` divided by `other` of the same round. */
export function medianRatio(one: readonly number[], other: readonly number[]): number {
  return median(one.map((value, index) => value / (other[index] || Number.NaN)));
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
