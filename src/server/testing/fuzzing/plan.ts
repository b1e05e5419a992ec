import { type Role, roles } from '#shared/kernel/actor.ts';

/** What of the calls there may be is tried out. */
export interface Fuzzing {
  readonly seed: number;
  /** How long rounds are begun; one is run whatever this says, and alone in a usual run. */
  readonly seconds: number;
  readonly roles: readonly Role[] | undefined;
  readonly path: string | undefined;
  /** One call alone, after those of its round before it. */
  readonly again: { readonly round: number; readonly call: number } | undefined;
}

/** Reads FUZZ_SEED, FUZZ_SECONDS, FUZZ_ROLES, FUZZ_PATH and FUZZ_AGAIN; without them the share of the run decides. */
export function readFuzzing(env: Readonly<Record<string, string | undefined>>): Fuzzing {
  const [seed, round, call] = (env.FUZZ_AGAIN ?? '').split('.').map(Number);
  const again = round !== undefined && call !== undefined ? { round, call } : undefined;
  const chosen = roles.filter((role) => env.FUZZ_ROLES?.split(',').includes(role));
  return {
    seed: again ? (seed ?? 0) : Number(env.FUZZ_SEED || env.TEST_SHARE || 0),
    seconds: again ? 0 : Number(env.FUZZ_SECONDS || 0),
    roles: chosen.length > 0 ? chosen : undefined,
    path: env.FUZZ_PATH || undefined,
    again,
  };
}

/** How to have one call of it again. */
export function againInWords({ roles: chosen, path }: Fuzzing, at: string): string {
  const more = [...(chosen ? [`--role ${chosen.join(',')}`] : []), ...(path ? [`--path '${path}'`] : [])];
  return ['npm run fuzz -- --again', at, ...more].join(' ');
}

export function inWords({ seed, roles: chosen, path }: Fuzzing): string {
  return [`seed ${seed}`, ...(chosen ? [chosen.join(', ')] : []), ...(path ? [path] : [])].join('; ');
}
