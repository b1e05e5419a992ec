import type { Fault } from '../check/tree.ts';

/** Where each requirement is answered. */
export const asvsFile = 'docs/asvs.md';

/** The requirements of levels 1 and 2 of the Application Security Verification Standard 5.0.0, by section. */
const sections: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1, 2],
  '1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9],
  '1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '1.4': [1, 2, 3],
  '1.5': [1, 2],
  '2.1': [1, 2, 3],
  '2.2': [1, 2, 3],
  '2.3': [1, 2, 3, 4],
  '2.4': [1],
  '3.2': [1, 2],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5, 6],
  '3.5': [1, 2, 3, 4, 5],
  '3.7': [1, 2],
  '4.1': [1, 2, 3],
  '4.2': [1],
  '4.3': [1, 2],
  '4.4': [1, 2, 3, 4],
  '5.1': [1],
  '5.2': [1, 2, 3],
  '5.3': [1, 2],
  '5.4': [1, 2, 3],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '8.4': [1],
  '9.1': [1, 2, 3],
  '9.2': [1, 2, 3, 4],
  '10.1': [1, 2],
  '10.2': [1, 2],
  '10.3': [1, 2, 3, 4],
  '10.4': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '10.5': [1, 2, 3, 4, 5],
  '10.6': [1, 2],
  '10.7': [1, 2, 3],
  '11.1': [1, 2],
  '11.2': [1, 2, 3],
  '11.3': [1, 2, 3],
  '11.4': [1, 2, 3, 4],
  '11.5': [1],
  '11.6': [1],
  '12.1': [1, 2, 3],
  '12.2': [1, 2],
  '12.3': [1, 2, 3, 4],
  '13.1': [1],
  '13.2': [1, 2, 3, 4, 5],
  '13.3': [1, 2],
  '13.4': [1, 2, 3, 4, 5],
  '14.1': [1, 2],
  '14.2': [1, 2, 3, 4],
  '14.3': [1, 2, 3],
  '15.1': [1, 2, 3],
  '15.2': [1, 2, 3],
  '15.3': [1, 2, 3, 4, 5, 6, 7],
  '16.1': [1],
  '16.2': [1, 2, 3, 4, 5],
  '16.3': [1, 2, 3, 4],
  '16.4': [1, 2, 3],
  '16.5': [1, 2, 3],
  '17.1': [1],
  '17.2': [1, 2, 3, 4],
  '17.3': [1, 2],
};
const requirements: readonly string[] = Object.entries(sections).flatMap(([section, numbers]) =>
  numbers.map((number) => `${section}.${number}`),
);

/** `not applicable`: there is nothing here that it is about; `under way`: said as it will be once it is done. */
const asvsStates = ['met', 'not applicable', 'under way', 'open'] as const;
type AsvsState = (typeof asvsStates)[number];

export interface AsvsReading {
  /** Requirements by state. */
  readonly counts: Readonly<Record<AsvsState, number>>;
  /** Numbers missing, doubled or unknown; states there are not; what is met without a test, and tests that are not there. */
  readonly faults: readonly Fault[];
}

/**
 * Reads the answers: rows of four cells, which are number, subject, state, and the tests, the reason or what is missing.
 * A test stands there as its file and its title, each between backticks and quotes: `` `e2e/a.spec.ts` “title” ``.
 */
export function readAsvs(page: string, readFile: (path: string) => string | undefined): AsvsReading {
  const counts: Record<AsvsState, number> = { met: 0, 'not applicable': 0, 'under way': 0, open: 0 };
  const faults: Fault[] = [];
  const seen = new Set<string>();
  page.split('\n').forEach((text, index) => {
    const cells = text.split('|').map((cell) => cell.trim());
    const [, number = '', , state = '', answer = ''] = cells;
    if (!/^\d+\.\d+\.\d+$/.test(number)) return;
    const refuse = (why: string) =>
      faults.push({ file: asvsFile, line: index + 1, text: `${number} ${why}` });
    if (!requirements.includes(number)) refuse('is no requirement of levels 1 and 2');
    if (seen.has(number)) refuse('stands here twice');
    seen.add(number);
    if (cells.length !== 6) refuse('has not four cells');
    const known = asvsStates.find((one) => one === state);
    if (known) counts[known] += 1;
    else refuse(`is neither ${asvsStates.join(' nor ')}`);
    const shown = [...answer.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`((?:,? “[^”]+”)*)/g)];
    if (answer === '') refuse('has no answer');
    if (known === 'met' && !/`(src|e2e|scripts|docs)\//.test(answer))
      refuse('is met without a test or a page');
    for (const [, path = '', quoted = ''] of shown) {
      const source = readFile(path);
      if (source === undefined) refuse(`names ${path}, which is not there`);
      const titles = [...quoted.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title);
      if (titles.length === 0) refuse(`names no test of ${path}`);
      for (const title of titles)
        if (source !== undefined && !source.includes(title))
          refuse(`names “${title}”, which ${path} has not`);
    }
    for (const [, path = ''] of answer.matchAll(/`((?:docs|src|scripts|e2e)\/[^`\s]+)`/g))
      if (readFile(path) === undefined) refuse(`names ${path}, which is not there`);
  });
  for (const number of requirements)
    if (!seen.has(number)) faults.push({ file: asvsFile, text: `${number} is not answered` });
  return { counts, faults };
}
