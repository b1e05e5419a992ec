import { expect, test } from 'vitest';
import { printPage, readPage } from './domain.ts';

const page = {
  title: 'Tingimused',
  sections: [
    { heading: 'Ostmine', paragraphs: ['Ole aus.', 'Maksa.'] },
    { heading: 'Lõpp', paragraphs: [] },
  ],
};

const bare = [{ heading: '', paragraphs: ['Ole aus.', 'Maksa.'] }];

test.each([
  ['a page', page, '# Tingimused\n\n## Ostmine\n\nOle aus.\n\nMaksa.\n\n## Lõpp'],
  ['a title alone', { ...page, sections: [] }, '# Tingimused'],
  ['a page without a title', { ...page, title: '' }, '## Ostmine\n\nOle aus.\n\nMaksa.\n\n## Lõpp'],
  ['a title and words without a heading', { ...page, sections: bare }, '# Tingimused\n\nOle aus.\n\nMaksa.'],
  ['words alone', { title: '', sections: bare }, 'Ole aus.\n\nMaksa.'],
])('%s shows nothing that was not typed, and is the same when it is read back', (_, typed, text) => {
  expect(printPage(typed)).toBe(text);
  expect(readPage(text)).toEqual(typed);
});

test('headings need no empty line around them, and a paragraph may be broken into lines', () => {
  expect(readPage('# Tingimused\r\n## Ostmine\nOle\naus.\n\n\nMaksa.\n## Lõpp')).toEqual({
    ...page,
    sections: [{ heading: 'Ostmine', paragraphs: ['Ole aus.', 'Maksa.'] }, page.sections[1]],
  });
});

test('nothing typed is a page of nothing', () => {
  expect(readPage(printPage(undefined))).toEqual({ title: '', sections: [] });
});

test('blanks without end between two words are read at once, and stay', () => {
  const blanks = ' '.repeat(200_000);
  const { sections } = readPage(`a${blanks}b${blanks}\n${blanks}c`);
  expect(sections[0]?.paragraphs.map((text) => text.replace(blanks, '…'))).toEqual(['a…b c']);
});
