/**
 * What is too long for every run is done in turn: a run takes one share of it, and so many runs take all. A long run takes
 * everything at once, or one of its shards, and then at each of some hours a slice of what is not done in turn.
 */
export const shares = 14;

/** Into so many slices is divided what is done at an hour where clocks betray: as much as an hour's long run has time for. */
export const slices = 28;

export type Scope =
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'long'; readonly shard: number; readonly shards: number }
  | { readonly kind: 'slice'; readonly slice: number };

/** The whole of everything. */
export const everything: Scope = { kind: 'long', shard: 1, shards: 1 };

/** The share of a commit: its own one, the same each time; each has the same chance. */
export function shareOfCommit(hash: string): number {
  return seedOfCommit(hash) % shares;
}

/** A number of a commit, the same each time; 0 without one. */
export function seedOfCommit(hash: string): number {
  return Number.parseInt(hash.slice(0, 8), 16) || 0;
}

/** Reads `2/3`. Undefined when it is none. */
export function readShard(text: string): Scope | undefined {
  const [, shard = 0, all = 0] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? [];
  return shard >= 1 && shard <= all ? { kind: 'long', shard, shards: all } : undefined;
}

/** A journey as it is listed. */
export interface Journey {
  readonly project: string;
  readonly file: string;
  /** From the outermost describe to the test. */
  readonly titles: readonly string[];
  readonly tags: readonly string[];
}

/** Tours go through many screens in one language, mode and width after another. */
const isTour = ({ tags }: Journey) => tags.some((tag) => /^@?tour$/.test(tag));

/** What is told alike in each language, and now and then mode: its name without them. Undefined for any other journey. */
function nameInAnyLanguage(journey: Journey): string | undefined {
  if (!journey.tags.some((tag) => /^@?each$/.test(tag))) return undefined;
  return nameOf(journey).replace(/[,:] (?:et|en|lv)(?:, (?:light|dark))?$/, '');
}

/** What a centre lives by, whatever was changed: it is told in every run. */
const isAlways = ({ tags }: Journey) => tags.some((tag) => /^@?always$/.test(tag));

/** Walks in browsers of other engines, which few machines have, belong to long runs. */
const isOfEngines = ({ tags }: Journey) => tags.some((tag) => /^@?engine$/.test(tag));

/** Of the journeys that are neither tours nor told always a run takes one in so many; odd, so that widths take turns too. */
const turns = 7;

/**
 * The journeys of a run. One of a share takes its share of the tours; a seventh of the rest, but for those of `@always` and
 * `@each`; what is told at both widths at one of them, and what is told in each language in one of them, the next one in a
 * later share.
 */
export function chooseJourneys(listed: readonly Journey[], scope: Scope): readonly Journey[] {
  if (scope.kind === 'long') return listed.filter((_, index) => index % scope.shards === scope.shard - 1);
  const all = listed.filter((journey) => !isOfEngines(journey));
  if (scope.kind === 'slice') {
    const plain = all.filter((journey) => !isTour(journey));
    return atOneWidth(plain, scope.slice).filter((_, index) => index % slices === scope.slice);
  }
  const { share } = scope;
  const tours = new Set(all.filter(isTour).map(nameOf));
  const tourTurns = turnsOf(tours, shares);
  const alike = Map.groupBy(new Map(all.map((one) => [nameOf(one), one])).values(), nameInAnyLanguage);
  const others = (alike.get(undefined) ?? []).filter((one) => !isAlways(one) && !tours.has(nameOf(one)));
  alike.delete(undefined);
  const otherTurns = turnsOf(others.map(nameOf), turns);
  // Two shares after each other take both widths of one language.
  const spoken = [...alike.values()].flatMap((ones) =>
    ones.filter((_, index) => index === Math.floor(share / 2) % ones.length),
  );
  const languages = new Set(spoken.map(nameOf));
  const isTaken = (journey: Journey): boolean => {
    const name = nameOf(journey);
    const isOfLanguages = nameInAnyLanguage(journey) !== undefined;
    return (
      (tourTurns.get(name) ?? share) === share &&
      (otherTurns.get(name) ?? share % turns) === share % turns &&
      (!isOfLanguages || languages.has(name))
    );
  };
  return atOneWidth(all, share).filter(isTaken);
}

/** Counts things off: one, two, three, one, two, three. */
function turnsOf(names: Iterable<string>, count: number): ReadonlyMap<string, number> {
  return new Map([...names].map((name, index) => [name, index % count]));
}

/** Of what is told at both widths one of them: the next number has the other, and so has the number a round of turns later. */
function atOneWidth(all: readonly Journey[], number: number): readonly Journey[] {
  const widths = Map.groupBy(all, nameOf);
  const twice = [...widths].filter(([, ones]) => ones.length > 1);
  const chosen = new Map(twice.map(([name, ones], index) => [name, ones[(index + number) % 2]]));
  return all.filter((journey) => (chosen.get(nameOf(journey)) ?? journey) === journey);
}

function nameOf({ file, titles }: Journey): string {
  return [file, ...titles].join(' › ');
}
