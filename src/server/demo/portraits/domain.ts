import { randomOf } from '../random/domain.ts';

/** A picture of somebody invented: a bust on a plain ground, drawn from a few shapes. */
interface Look {
  readonly ground: string;
  readonly skin: string;
  readonly hair: string;
  readonly shirt: string;
  readonly cut: number;
  readonly hasGlasses: boolean;
  readonly hasBeard: boolean;
}

const grounds = ['#DCE8F6', '#E3F0E2', '#F7E6D6', '#EFE3F4', '#F6E1E4', '#DDF0F0', '#F4EDCF', '#E4E6EC'];
const skins = ['#F6D5BD', '#EFC3A2', '#E3AE88', '#C98F68', '#F9DFCC'];
const hairs = ['#3B2A22', '#6B4A30', '#A8743F', '#D9B36C', '#8C8C90', '#B5532E', '#1F1D22'];
const shirts = ['#2F6FB5', '#2E8B6B', '#C1553B', '#7A56A8', '#37424F', '#C98A1B', '#B3456F', '#3B8C9C'];

/** Hair behind the head and before it, by cut. */
const womens: readonly (readonly [behind: string, before: string])[] = [
  // To the shoulders.
  [
    'M25 44C25 20 71 20 71 44V70C71 76 25 76 25 70Z',
    'M31 42C31 27 41 23 50 24C61 25 66 33 65 43C57 40 51 35 47 30C43 36 38 40 31 42Z',
  ],
  // A knot on top.
  [
    'M48 8A9 9 0 0 1 48 26A9 9 0 0 1 48 8Z',
    'M30 44C28 26 38 21 48 21S68 26 66 44C64 36 59 31 48 31S32 36 30 44Z',
  ],
  // A bob.
  [
    'M27 42C27 19 69 19 69 42V56C69 62 27 62 27 56Z',
    'M32 40C33 28 42 24 50 25C60 26 64 33 64 40C52 40 40 38 38 32C37 36 35 39 32 40Z',
  ],
  // A tail at the side.
  [
    'M66 32C78 36 78 58 70 68C67 60 66 50 64 44Z',
    'M30 44C28 25 39 20 49 20S69 26 66 44C63 34 56 30 50 29C44 33 36 36 30 44Z',
  ],
  // Curls.
  [
    'M30 30A9 9 0 0 1 42 20A9 9 0 0 1 56 19A9 9 0 0 1 67 29A9 9 0 0 1 71 43A9 9 0 0 1 69 57L62 60H34L27 57A9 9 0 0 1 25 43A9 9 0 0 1 30 30Z',
    'M32 41C34 30 42 27 48 30C54 26 62 30 64 41C58 39 54 37 51 34C46 38 39 40 32 41Z',
  ],
];
const mens: readonly (readonly [behind: string, before: string])[] = [
  // Short.
  ['', 'M30 42C27 24 38 19 48 19S70 24 66 42C64 34 61 31 58 30C50 32 41 31 37 30C34 33 32 36 30 42Z'],
  // Parted.
  ['', 'M30 43C27 26 36 18 50 19C64 20 69 30 66 43C64 36 62 33 60 31C50 31 43 29 39 25C38 31 33 35 30 43Z'],
  // Swept up.
  [
    '',
    'M30 41C29 31 31 26 34 24C36 15 58 12 64 20C68 25 67 34 66 41C64 36 63 33 61 30C52 33 44 31 37 29C33 32 32 36 30 41Z',
  ],
  // Cropped.
  ['', 'M31 38C30 25 39 21 48 21S66 25 65 38C62 30 56 28 48 28S34 30 31 38Z'],
  // Longer.
  [
    'M28 42C28 20 68 20 68 42V54C68 58 63 60 62 54V40H34V54C33 60 28 58 28 54Z',
    'M31 42C30 27 40 22 49 22C60 23 66 31 65 42C60 38 58 34 57 30C49 36 38 36 31 42Z',
  ],
];

/** Of women and of men so many each, all different. */
export const portraitsOfEach = 18;

export type Sitter = 'woman' | 'man';

function lookOf(sitter: Sitter, index: number): Look {
  const random = randomOf('portrait', sitter, String(index));
  const skin = index % skins.length;
  return {
    ground: grounds[index % grounds.length] ?? '',
    skin: skins[skin] ?? '',
    // The darkest skin has dark hair.
    hair: (skin === 3 ? hairs[index % 2 === 0 ? 0 : 6] : random.pick(hairs)) ?? '',
    shirt: shirts[(index * 3 + 1) % shirts.length] ?? '',
    cut: Math.floor(index / 4 + index) % 5,
    hasGlasses: index % 6 === 2,
    hasBeard: sitter === 'man' && index % 4 === 1,
  };
}

/** The file a portrait is kept in, under /media/trainers/. */
export function portraitFile(sitter: Sitter, index: number): string {
  return `${sitter}-${String(index + 1).padStart(2, '0')}.svg`;
}

/** One portrait as SVG, 96 by 96. */
export function portraitSvg(sitter: Sitter, index: number): string {
  const { ground, skin, hair, shirt, cut, hasGlasses, hasBeard } = lookOf(sitter, index);
  const [behind = '', before = ''] = (sitter === 'woman' ? womens : mens)[cut] ?? [];
  const fill = (colour: string, d: string) => (d === '' ? '' : `<path fill="${colour}" d="${d}"/>`);
  const line = (colour: string, d: string, width: number) =>
    `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" d="${d}"/>`;
  const shoulders =
    sitter === 'woman' ? 'M16 96C17 79 30 74 48 74S79 79 80 96Z' : 'M11 96C12 78 27 73 48 73S84 78 85 96Z';
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">',
    fill(ground, 'M0 0H96V96H0Z'),
    fill(hair, behind),
    fill(shirt, shoulders),
    fill(skin, 'M40 58H56V74C56 82 40 82 40 74Z'),
    fill('#00000018', 'M40 63C45 68 51 68 56 63V68C51 73 45 73 40 68Z'),
    fill(skin, 'M31 42C31 32 38 28 48 28S65 32 65 42C65 56 58 66 48 66S31 56 31 41Z'),
    hasBeard ? fill(hair, 'M31 44C34 52 40 53 48 53S62 52 65 44C65 60 57 68 48 68S31 60 31 44Z') : '',
    fill(hair, before),
    fill('#2B2523', 'M40 45A2 2.2 0 0 1 44 45A2 2.2 0 0 1 40 45ZM52 45A2 2.2 0 0 1 56 45A2 2.2 0 0 1 52 45Z'),
    line(hasBeard ? '#F3E3DA' : '#A4513F', 'M43 57C46 60 50 60 53 57', 2),
    hasGlasses
      ? line('#37424F', 'M36 45A6 6 0 0 1 48 45A6 6 0 0 1 36 45ZM48 45A6 6 0 0 1 60 45A6 6 0 0 1 48 45Z', 1.6)
      : '',
    '</svg>',
  ].join('');
}
