import { expect, test } from 'vitest';
import { textFiles } from './text-files.ts';

const parts = `
export const late = {
  entry: async () => (await import('./entry.ts')).entry,
  officeErrors: async () =>
    (await import('./office-errors.ts')).officeErrors,
  payTogether: async () => (await import('./pay-together.ts')).payTogether,
};
const other = import('./other.ts');
`;

test.each([
  ["staticData: { texts: ['entry', 'payTogether'] }", ['entry.ts', 'pay-together.ts']],
  ["staticData: {\n  texts: [\n    'officeErrors',\n  ],\n}", ['office-errors.ts']],
  ["staticData: { texts: ['payTogether'] }", ['pay-together.ts']],
  ['component: Day', []],
])('the texts of a route that says %j come in %j', (route, files) => {
  expect(textFiles(route, parts)).toEqual(files);
});

test('texts that no file has are refused by their name', () => {
  expect(() => textFiles("texts: ['nowhere']", parts)).toThrow('no file has the texts "nowhere"');
});
