import { type Fault, readTree, type SourceFile } from '../check/tree.ts';
import { root } from '../lib/run.ts';
import { calls } from './calls.ts';
import type { Chapter } from './chapter.ts';
import { constants } from './constants.ts';
import { errors } from './errors.ts';
import { product } from './product.ts';
import { roles, validation } from './rules.ts';
import { screens } from './screens.ts';
import { states } from './states.ts';
import { readTags, type Tag } from './tags.ts';
import { things } from './things.ts';

/** The whole specification, point by point. */
const specification: Readonly<Record<string, Chapter>> = {
  'What the product does and for whom': product,
  'Screens and routes': screens,
  'Things and their fields': things,
  'States and transitions': states,
  'Validation rules': validation,
  'Roles and permissions': roles,
  Calls: calls,
  Errors: errors,
  'Constants and limits': constants,
};

/** Where the coverage stands, made from the catalogue and the tests by `node scripts/specification.ts`. */
export const coverageFile = 'docs/specification-coverage.md';

export interface Coverage {
  /** The text of `coverageFile`: every sentence beside the tests that show it. */
  readonly page: string;
  /** Sentences without a test, ids that are there twice, and tags that name no sentence or stand above no test. */
  readonly faults: readonly Fault[];
}

/** Binds the sentences of the specification to the tests that say that they show them. */
export function coverageOf(
  files: readonly SourceFile[] = readTree(root),
  points: Readonly<Record<string, Chapter>> = specification,
): Coverage {
  const { tags, faults } = readTags(files);
  const shown = Map.groupBy(tags, ({ id }) => id);
  const ids = Object.values(points).flatMap((chapter) => Object.values(chapter).flatMap(Object.keys));
  const known = new Set(ids);
  const file = 'scripts/specification';
  return {
    page: drawPage(points, shown),
    faults: [
      ...faults,
      ...tags
        .filter(({ id }) => !known.has(id))
        .map((tag) => ({ file: tag.file, line: tag.line, text: `the specification has no “${tag.id}”` })),
      ...ids
        .filter((id, index) => ids.indexOf(id) !== index)
        .map((id) => ({ file, text: `“${id}” is the id of two sentences` })),
      ...[...known]
        .filter((id) => !shown.has(id))
        .map((id) => ({
          file,
          text: `no test shows “${id}”; one that does says so above itself: // shows: ${id}`,
        })),
    ],
  };
}

function drawPage(
  points: Readonly<Record<string, Chapter>>,
  shown: ReadonlyMap<string, readonly Tag[]>,
): string {
  const head = [
    '# What of the specification is shown by which test',
    '',
    'Made by `node scripts/specification.ts` from `scripts/specification` and from what the tests say above themselves',
    '(`// shows: <id>`); a test refuses it when it is stale.',
  ];
  const body = Object.entries(points).flatMap(([point, chapter], index) => [
    '',
    `## ${index + 1}. ${point}`,
    ...Object.entries(chapter).flatMap(([heading, sentences]) => [
      '',
      `### ${heading}`,
      '',
      '| what | id | shown by |',
      '| --- | --- | --- |',
      ...Object.entries(sentences).map(
        ([id, sentence]) => `| ${escapeCell(sentence)} | ${id} | ${proofs(shown.get(id) ?? [])} |`,
      ),
    ]),
  ]);
  return `${[...head, ...body].join('\n')}\n`;
}

function proofs(tags: readonly Tag[]): string {
  return [...new Set(tags.map(({ file, title }) => `\`${file}\`: ${escapeCell(title)}`))].join('<br>');
}

/** A cell as Markdown shows it: nothing in it is markup. */
function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
