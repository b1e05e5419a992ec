/** Chance that comes out the same for the same seeds. */
export class Random {
  private state: number;

  constructor(...seeds: readonly number[]) {
    this.state = seeds.reduce((sum, seed) => Math.imul(sum ^ seed, 2_654_435_761) + 1, 0x9e3779b9);
  }

  /** At least 0, less than 1. */
  fraction(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0, less than `count`. */
  below(count: number): number {
    return Math.floor(this.fraction() * count);
  }

  /** Whether what happens so often happens now. */
  happens(often: number): boolean {
    return this.fraction() < often;
  }

  /** One of them. Throws for none. */
  oneOf<T>(all: readonly T[]): T {
    if (all.length === 0) throw new Error('nothing to choose from');
    return all[this.below(all.length)] as T;
  }

  /** All of them in another order. */
  shuffled<T>(all: readonly T[]): T[] {
    const left = [...all];
    return all.map(() => left.splice(this.below(left.length), 1)[0] as T);
  }
}
