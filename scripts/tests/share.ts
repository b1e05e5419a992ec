/**
 * What is too long for every run is done in turn: a run takes one share of it, and so many runs take all. A long run takes
 * everything at once, or one of its shards, and then at each of some hours a slice of what is not done in turn.
 */
export const shares = 12;

export type Scope =
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'long'; readonly shard: number; readonly shards: number }
  | { readonly kind: 'slice'; readonly slice: number };

/** The whole of everything. */
export const everything: Scope = { kind: 'long', shard: 1, shards: 1 };

/** The share of a commit: its own one, the same each time; each has the same chance. */
export function shareOfCommit(hash: string): number {
  return (Number.parseInt(hash.slice(0, 8), 16) || 0) % shares;
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

/**
 * The journeys of a run. One of a share takes its share of the tours; what is told at both widths at one of them, and what is
 * told in each language in one of them, the next one in the next share; all the rest each time.
 */
export function chooseJourneys(all: readonly Journey[], scope: Scope): readonly Journey[] {
  if (scope.kind === 'long') return all.filter((_, index) => index % scope.shards === scope.shard - 1);
  if (scope.kind === 'slice') {
    const plain = all.filter((journey) => !isTour(journey));
    const once = chooseJourneys(plain, { kind: 'share', share: scope.slice });
    return once.filter((_, index) => index % shares === scope.slice);
  }
  const { share } = scope;
  // Two shares after each other take both widths of one language.
  const pair = Math.floor(share / 2);
  const widths = Map.groupBy(all, nameOf);
  const tours = [...widths.keys()].filter((name) => widths.get(name)?.some(isTour));
  const twice = [...widths.keys()].filter((name) => (widths.get(name)?.length ?? 0) > 1);
  const languages = Map.groupBy(
    new Map(all.map((journey) => [nameOf(journey), journey])).values(),
    nameInAnyLanguage,
  );
  languages.delete(undefined);
  const spoken = new Map(
    [...languages.values()].flatMap((alike) =>
      alike.map((journey, index) => [nameOf(journey), index === pair % alike.length] as const),
    ),
  );
  const tourTurns = new Map(tours.map((name, index) => [name, index % shares]));
  const widthTurns = new Map(twice.map((name, index) => [name, (index + share) % 2]));
  return all.filter((journey) => {
    const name = nameOf(journey);
    if (spoken.get(name) === false) return false;
    const tourTurn = tourTurns.get(name);
    if (tourTurn !== undefined && tourTurn !== share) return false;
    const widthTurn = widthTurns.get(name);
    return widthTurn === undefined || widths.get(name)?.[widthTurn] === journey;
  });
}

function nameOf({ file, titles }: Journey): string {
  return [file, ...titles].join(' › ');
}
