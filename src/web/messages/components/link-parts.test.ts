import { describe, expect, test } from 'vitest';
import { linkParts } from './link-parts.ts';

describe('the links of a mail', () => {
  test.each([
    ['', []],
    ['No link here', [{ text: 'No link here' }]],
    [
      'Ava http://a.test/password/reset?token=x-1_2 kohe.',
      [
        { text: 'Ava ' },
        {
          text: 'http://a.test/password/reset?token=x-1_2',
          href: 'http://a.test/password/reset?token=x-1_2',
        },
        { text: ' kohe.' },
      ],
    ],
    [
      'https://a.test/x.\n(https://b.test)',
      [
        { text: 'https://a.test/x', href: 'https://a.test/x' },
        { text: '.\n(' },
        { text: 'https://b.test', href: 'https://b.test' },
        { text: ')' },
      ],
    ],
    ['javascript:alert(1)', [{ text: 'javascript:alert(1)' }]],
  ])('%j', (text, parts) => {
    expect(linkParts(text)).toEqual(parts);
  });
});
