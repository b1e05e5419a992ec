/** -1, 0 or 1, by the texts' code units: the order of local dates, and one that is the same for everybody. */
export function compareTexts(one: string, other: string): number {
  return Number(one > other) - Number(one < other);
}

/** The earlier of two local dates; null stands for one that never comes. */
export function earlierOf(one: string, other: string | null): string {
  return other !== null && other < one ? other : one;
}

/** The later of two local dates; null stands for one that there never was. */
export function laterOf(one: string, other: string | null): string {
  return other !== null && other > one ? other : one;
}
