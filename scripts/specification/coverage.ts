import { addresses } from './addresses.ts';
import { calls } from './calls.ts';
import { constants } from './constants.ts';
import type { Section } from './entry.ts';
import { keys } from './keys.ts';
import { messages } from './messages.ts';
import { product } from './product.ts';
import { rules } from './rules.ts';
import { screens } from './screens.ts';
import { states } from './states.ts';
import { things } from './things.ts';

/** The whole specification, point by point. */
export const specification: readonly Section[] = [
  ...product,
  ...addresses,
  ...screens,
  ...things,
  ...keys,
  ...states,
  ...rules,
  ...calls,
  ...messages,
  ...constants,
];

/** Where the coverage stands, made from the catalogue by `node scripts/specification.ts`. */
export const coverageFile = 'docs/specification-coverage.md';

const points: Readonly<Record<number, string>> = {
  1: 'What the product does and for whom',
  2: 'Screens and routes',
  3: 'Things and their fields',
  4: 'States and transitions',
  5: 'Validation rules',
  6: 'Roles and permissions',
  7: 'Calls',
  8: 'Errors',
  9: 'Constants and limits',
};

/** Every entry of the specification beside the test that shows it, as the text of `coverageFile`. */
export function drawCoverage(sections: readonly Section[] = specification): string {
  const lines = sections.flatMap((section) => section.lines);
  const openLines = sections.flatMap(({ point, lines: own }) =>
    own.flatMap(([name, proof]) => (proof.state === 'open' ? [{ point, name, what: proof.what }] : [])),
  );
  const head = [
    '# What of the specification is shown by which test',
    '',
    'Made by `node scripts/specification.ts` from `scripts/specification`; a test refuses it when it is stale.',
    '',
    `${lines.length - openLines.length} of ${lines.length} entries are shown, ${openLines.length} are open.`,
  ];
  const stillOpen =
    openLines.length === 0
      ? []
      : [
          '',
          '## Open',
          '',
          ...table(
            ['point', 'what', 'waits for'],
            openLines.map(({ point, name, what }) => [`${point}`, name, what]),
          ),
        ];
  const body = Object.entries(points).flatMap(([number, title]) => {
    const own = sections.filter(({ point }) => point === Number(number));
    return [
      '',
      `## ${number}. ${title}`,
      ...own.flatMap((section) => [
        '',
        `### ${section.title}`,
        '',
        ...table(['what', 'shown by'], section.lines.map(rowOf)),
      ]),
    ];
  });
  return `${[...head, ...stillOpen, ...body].join('\n')}\n`;
}

function rowOf([name, proof]: Section['lines'][number]): string[] {
  return [name, proof.state === 'open' ? `open: ${proof.what}` : `\`${proof.file}\`: ${proof.title}`];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

/** A cell as Markdown shows it: nothing in it is markup. */
function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
