import { expect, test } from 'vitest';
import { asciiEmail, isEmail } from './emails.ts';
import { Email } from './wire.ts';

test.each([
  ['oie@õie.ee', 'oie@xn--ie-bka.ee'],
  ['oie@XN--ie-bka.ee', 'oie@XN--ie-bka.ee'],
  ['kai@test.test', 'kai@test.test'],
  ['kai@lõuna.näide.ee', 'kai@xn--luna-0qa.xn--nide-loa.ee'],
  ['õie.ee', 'õie.ee'],
  ['kai@õie.ee/tee', 'kai@õie.ee/tee'],
  ['kai@õ ie.ee', 'kai@õ ie.ee'],
  ['', ''],
])('%s is the address %s', (typed, email) => {
  expect(asciiEmail(typed)).toBe(email);
});

test.each([
  ['oie@õie.ee', true],
  ['õie@õie.ee', false],
  ['oie@õie', false],
  ['oie@', false],
])('%s is taken on the wire: %s', (typed, isTaken) => {
  expect(Email.safeParse(typed).success).toBe(isTaken);
  expect(isEmail(typed)).toBe(isTaken);
});

test('an address is as long as mail servers see it', () => {
  const letters = Array.from({ length: 110 }, (_, index) => String.fromCodePoint(0x4e00 + index * 97));
  const [long, short] = [`a@${letters.join('')}.ee`, `a@${letters.slice(0, 20).join('')}.ee`];
  expect(asciiEmail(long).length).toBeGreaterThan(254);
  expect([isEmail(long), isEmail(short)]).toEqual([false, true]);
  expect([Email.safeParse(long).success, Email.safeParse(short).success]).toEqual([false, true]);
});

test.each([
  ['letters', 'õ'],
  ['dots', '.'],
  ['letters of ASCII', 'a'],
])('an address of a million %s is told apart at once, whatever ends it', (_, letter) => {
  for (const end of ['!', 'õ', 'õ!', '']) {
    const long = `a@${letter.repeat(1_000_000)}${end}`;
    const started = performance.now();
    expect(asciiEmail(long)).toBe(long);
    expect(Email.safeParse(long).success).toBe(false);
    expect(performance.now() - started).toBeLessThan(500);
    // As long as one may be: tried in one way alone.
    expect(asciiEmail(`a@${letter.repeat(200)}${end}!`)).toContain('!');
  }
});
