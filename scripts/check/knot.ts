import { nouns, type Side, sides } from './nouns.ts';
import { type Fault, isCode, parseFile, resolveImport, type SourceFile } from './tree.ts';

/** Which noun uses which on one side, and by what file for the first time. */
export type NounGraph = ReadonlyMap<
  string,
  ReadonlyMap<string, { readonly file: string; readonly line: number }>
>;

/** Uses between the nouns of a side by every kind of import, types and lazy ones too; tests do not count. */
export function readNounGraph(files: readonly SourceFile[], side: Side): NounGraph {
  const graph = new Map<string, Map<string, { file: string; line: number }>>();
  for (const file of files) {
    const from = nounAt(file.path, side);
    if (from === undefined || !isCode(file.path) || /\.test\.tsx?$/.test(file.path)) continue;
    const uses = graph.get(from) ?? new Map();
    graph.set(from, uses);
    for (const { target, line } of parseFile(file).imports) {
      const to = nounAt(resolveImport(file.path, target) ?? '', side);
      if (to !== undefined && to !== from && !uses.has(to)) uses.set(to, { file: file.path, line });
    }
  }
  return graph;
}

function nounAt(path: string, side: Side): string | undefined {
  const [root, zone, noun] = path.split('/');
  return root === 'src' && zone === side && noun !== undefined && nouns.includes(noun) ? noun : undefined;
}

/** Everything a noun needs, over however many others. */
function reachOf(graph: NounGraph, noun: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [noun];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const to of graph.get(next)?.keys() ?? [])
      if (!reached.has(to)) {
        reached.add(to);
        open.push(to);
      }
  return reached;
}

/** Nouns that need each other, each ring sorted; one noun alone is none. */
export function findRings(graph: NounGraph): string[][] {
  const reach = new Map([...graph.keys()].map((noun) => [noun, reachOf(graph, noun)]));
  const rings = new Map<string, string[]>();
  for (const noun of [...graph.keys()].toSorted()) {
    const ring = [...graph.keys()].filter(
      (other) => other === noun || (reach.get(noun)?.has(other) && reach.get(other)?.has(noun)),
    );
    if (ring.length > 1) rings.set(ring.toSorted().join(), ring.toSorted());
  }
  return [...rings.values()];
}

/** How many floors each noun stands above those it needs: 1 for one that needs none. A ring stands on one floor. */
export function findFloors(graph: NounGraph): ReadonlyMap<string, number> {
  const ringOf = new Map(findRings(graph).flatMap((ring) => ring.map((noun) => [noun, ring] as const)));
  const floors = new Map<string, number>();
  const floorOf = (noun: string): number => {
    const known = floors.get(noun);
    if (known !== undefined) return known;
    const ring = ringOf.get(noun) ?? [noun];
    const below = ring
      .flatMap((one) => [...(graph.get(one)?.keys() ?? [])])
      .filter((to) => !ring.includes(to));
    const floor = 1 + Math.max(0, ...below.map(floorOf));
    for (const one of ring) floors.set(one, floor);
    return floor;
  };
  for (const noun of graph.keys()) floorOf(noun);
  return floors;
}

/** Nouns that know each other in a ring: none of them could be read, or changed, without the others. */
export function findRingFaults(files: readonly SourceFile[]): Fault[] {
  return sides.flatMap((side) => {
    const graph = readNounGraph(files, side);
    return findRings(graph).flatMap((ring) => {
      const [from, to] = ring.flatMap((one) => {
        const other = [...(graph.get(one)?.keys() ?? [])].find((used) => ring.includes(used));
        return other === undefined ? [] : [one, other];
      });
      const place = graph.get(from ?? '')?.get(to ?? '');
      return {
        ...place,
        file: place?.file ?? `src/${side}`,
        text: `${from} uses ${to}, and ${to} needs ${from}: ${ring.join(', ')} know each other`,
      };
    });
  });
}
