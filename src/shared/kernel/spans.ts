import { compareTexts } from './order.ts';

interface Span {
  readonly startsAt: string;
  readonly endsAt: string;
}

/**
 * Tells which of these overlap a span, in the order in which they are given: as quickly of thousands as of a few. One may
 * begin where another ends.
 */
export function overlapFinder<Item extends Span>(items: readonly Item[]): (span: Span) => Item[] {
  const sorted = items
    .map((item, place) => ({ item, place, from: sortable(item.startsAt), until: sortable(item.endsAt) }))
    .toSorted((one, other) => compareTexts(one.from, other.from));
  // When all up to each are over: before the first that is later than a span begins there is nothing to find.
  const over: string[] = [];
  for (const { until } of sorted) {
    const last = over.at(-1) ?? '';
    over.push(compareTexts(last, until) > 0 ? last : until);
  }
  return ({ startsAt, endsAt }) => {
    const [from, until] = [sortable(startsAt), sortable(endsAt)];
    const first = firstPlace(over, (end) => end > from);
    const behind = firstPlace(sorted, (one) => one.from >= until);
    return sorted
      .slice(first, behind)
      .filter((one) => one.until > from)
      .toSorted((one, other) => one.place - other.place)
      .map(({ item }) => item);
  };
}

const wholeSeconds = 'YYYY-MM-DDTHH:mm:ss'.length;

/** An instant as texts that are in the order of time: without the Z, behind which parts of a second would come first. */
function sortable(instant: string): string {
  const isPlain = instant.length === wholeSeconds + 1 && instant.endsWith('Z');
  return isPlain ? instant.slice(0, -1) : Temporal.Instant.from(instant).toString().slice(0, -1);
}

/** Where the first stands of which it is so, where it is so of all behind it; behind the last if there is none. */
export function firstPlace<Item>(items: readonly Item[], isSo: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && isSo(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
