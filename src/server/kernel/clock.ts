/** Where the server asks the time. Tests and demos set it; everything else goes by the machine. */
export interface Clock {
  /** The present instant, ISO 8601 with Z, to the millisecond. */
  now(): string;
  epochMilliseconds(): number;
}

export const systemClock: Clock = {
  now: () => Temporal.Now.instant().toString({ smallestUnit: 'millisecond' }),
  epochMilliseconds: () => Temporal.Now.instant().epochMilliseconds,
};

/** A clock that stands still until moved. */
export class SetClock implements Clock {
  private instant: Temporal.Instant;

  constructor(instant: string) {
    this.instant = Temporal.Instant.from(instant);
  }

  now(): string {
    return this.instant.toString({ smallestUnit: 'millisecond' });
  }

  epochMilliseconds(): number {
    return this.instant.epochMilliseconds;
  }

  set(instant: string): void {
    this.instant = Temporal.Instant.from(instant);
  }

  advance(duration: Temporal.DurationLike): void {
    this.instant = this.instant.add(duration);
  }
}

/** For libraries that ask for a Date. */
export function toDate(epochMilliseconds: number): Date {
  return new Date(epochMilliseconds);
}
