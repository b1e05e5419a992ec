import { findFloors, findRings, type NounGraph, readNounGraph } from '../check/knot.ts';
import { nounSentences, type Side, sides } from '../check/nouns.ts';
import type { SourceFile } from '../check/tree.ts';

/** Where the drawing is kept. */
export const architectureFile = 'docs/architecture.md';

const sideTitles: Readonly<Record<Side, string>> = {
  shared: 'What server and browser share: contracts and rules',
  server: 'The server: routes, commands, SQL',
  web: 'The browser: screens',
};

/** The page of the architecture: what each noun is, and on which floor it stands of which side, as the imports have it. */
export function drawArchitecture(files: readonly SourceFile[]): string {
  const graphs = new Map(sides.map((side) => [side, readNounGraph(files, side)] as const));
  return [
    '# Architecture',
    '',
    '<!-- Drawn by `npm run architecture`; the check refuses it when it is old. -->',
    '',
    'A noun owns a table, an outside service or a lifecycle, and has a folder of its name on each side where it has something to',
    'do. Below all nouns lie `kernel` (what knows no noun) and in the browser `ui`; above them what puts them together:',
    '`src/server/assemble.ts`, `src/web/app`, `src/web/routes`. `demo` and `testing` may use everything and nothing uses them.',
    '',
    'Within a noun a call goes one way: `routes.ts` reads the contract, `commands.ts` loads, asks `domain.ts` and saves, `data.ts`',
    'speaks SQL; in the browser a `*-screen.tsx` asks `queries.ts`. Which file may import which is in `scripts/check/house.ts`.',
    '',
    '## The nouns',
    '',
    '| noun | what it is |',
    '| --- | --- |',
    ...Object.entries(nounSentences).map(([noun, sentence]) => `| \`${noun}\` | ${sentence} |`),
    ...(['shared', 'server', 'web'] as const).flatMap((side) => drawSide(sideTitles[side], graphs.get(side))),
    '',
  ].join('\n');
}

function drawSide(title: string, graph: NounGraph = new Map()): string[] {
  const floors = findFloors(graph);
  const rings = findRings(graph);
  const ringOf = (noun: string) => rings.find((ring) => ring.includes(noun));
  const rows = [...floors].toSorted(([a, high], [b, low]) => low - high || (a < b ? -1 : 1));
  return [
    '',
    `## ${title}`,
    '',
    rings.length === 0
      ? 'A noun uses those of lower floors alone.'
      : 'A noun uses those of lower floors. Still to be untied:',
    ...rings.flatMap((ring) => ['', `- ${ring.map((noun) => `\`${noun}\``).join(', ')} know each other.`]),
    '',
    '| floor | noun | uses |',
    '| --- | --- | --- |',
    ...rows.map(([noun, floor]) => {
      const uses = [...(graph.get(noun)?.keys() ?? [])].toSorted();
      const words = uses.map((to) => (ringOf(noun)?.includes(to) ? `*${to}*` : to)).join(', ');
      return `| ${floor} | \`${noun}\` | ${words || '–'} |`;
    }),
  ];
}
