export interface ByteStoreOptions {
  readonly mostBytes: number;
  /** Of one owner. */
  readonly mostOfOne: number;
}

interface Shelf<Thing> {
  /** In the order of their last use. */
  readonly things: Map<string, Thing>;
  bytes: number;
}

/**
 * What is made anew when it is gone, kept in so many bytes. Owners share them: when they run out, what was longest unused
 * goes from whoever holds most, so that one who asks for everything pushes out nobody else.
 */
export class ByteStore<Thing extends { readonly bytes: number }> {
  private readonly shelves = new Map<string, Shelf<Thing>>();
  private readonly options: ByteStoreOptions;
  private total = 0;

  constructor(options: ByteStoreOptions) {
    this.options = options;
  }

  get bytes(): number {
    return this.total;
  }

  find(owner: string, key: string): Thing | undefined {
    const things = this.shelves.get(owner)?.things;
    const thing = things?.get(key);
    if (!things || thing === undefined) return undefined;
    things.delete(key);
    things.set(key, thing);
    return thing;
  }

  /** A thing of more than a quarter of its owner's bytes is not kept. */
  keep(owner: string, key: string, thing: Thing): void {
    this.remove(owner, key);
    const { mostBytes, mostOfOne } = this.options;
    if (thing.bytes > mostOfOne / 4) return;
    const shelf = this.shelves.get(owner) ?? { things: new Map(), bytes: 0 };
    this.shelves.set(owner, shelf);
    shelf.things.set(key, thing);
    shelf.bytes += thing.bytes;
    this.total += thing.bytes;
    while (shelf.bytes > mostOfOne) this.removeOldest(owner, shelf);
    while (this.total > mostBytes) {
      const [most] = [...this.shelves].toSorted(([, one], [, other]) => other.bytes - one.bytes);
      if (!most) return;
      this.removeOldest(...most);
    }
  }

  remove(owner: string, key: string): void {
    const shelf = this.shelves.get(owner);
    const thing = shelf?.things.get(key);
    if (!shelf || thing === undefined) return;
    shelf.things.delete(key);
    shelf.bytes -= thing.bytes;
    this.total -= thing.bytes;
    if (shelf.things.size === 0) this.shelves.delete(owner);
  }

  private removeOldest(owner: string, shelf: Shelf<Thing>): void {
    const oldest = shelf.things.keys().next();
    if (!oldest.done) this.remove(owner, oldest.value);
  }
}
