import { type Term, terms } from '../check/terms.ts';
import type { Catalogues } from '../check/texts.ts';

/** Where the page is kept. */
export const glossaryFile = 'docs/glossary.md';

/** The page of the terms, with the words of the catalogues. Throws for a text that no catalogue has. */
export function drawGlossary(catalogues: Catalogues, known: readonly Term[] = terms): string {
  return [
    '# Glossary',
    '',
    '<!-- Drawn by `npm run architecture` from scripts/check/terms.ts; the check refuses it when it is old. -->',
    '',
    'What things are called in code and documents, and what stands for them on screens. A table keeps the name that it was made',
    'with. The words of the last column are refused by the check, some of them only where they would mean this.',
    '',
    '| term | meaning | table | English | Estonian | Latvian | not |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...known.map((term) => drawTerm(term, catalogues)),
    '',
  ].join('\n');
}

function drawTerm({ name, meaning, table, text, old = [] }: Term, catalogues: Catalogues): string {
  const said = (['en', 'et', 'lv'] as const).map((language) => {
    if (text === undefined) return '–';
    const word = catalogues[language].get(text);
    if (word === undefined)
      throw new Error(`the glossary names the text ${text}, which ${language} does not have`);
    return word;
  });
  const words = [...new Set(old.map(({ word }) => word))].join(', ');
  const tables = table?.replace(/[^, ]+/g, '`$&`');
  return `| ${[name, meaning, tables ?? '–', ...said, words || '–'].join(' | ')} |`;
}
