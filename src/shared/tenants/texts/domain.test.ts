import { expect, test } from 'vitest';
import { printPage, readPage } from './domain.ts';

const page = {
  title: 'Tingimused',
  sections: [
    { heading: 'Ostmine', paragraphs: ['Ole aus.', 'Maksa.'] },
    { heading: 'Lõpp', paragraphs: [] },
  ],
};

test('a page is the same when it is read back', () => {
  expect(readPage(printPage(page))).toEqual(page);
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
