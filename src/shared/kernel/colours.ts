/**
 * Colour arithmetic on hex texts (#RRGGBB). Every function that takes one throws RangeError for anything else.
 * Lightness is moved in OKLCH, where equal steps look equal and the hue holds; contrast is WCAG's.
 */

/** Lightness 0–1, chroma from 0 (grey) to about 0.32, hue in degrees 0–360 (noise when the chroma is 0). */
export interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

type Triple = readonly [number, number, number];

/** Whether the text is a colour as the product writes it: # and six hexadecimal digits. */
export function isHexColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

/** Linear light of the three channels, 0–1. */
function linearChannels(hex: string): Triple {
  if (!isHexColour(hex)) throw new RangeError(`not a colour: ${hex}`);
  const channel = (start: number) => {
    const coded = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return coded <= 0.04045 ? coded / 12.92 : ((coded + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function hexOf(linear: Triple): string {
  const digits = linear.map((light) => {
    const inside = Math.min(1, Math.max(0, light));
    const coded = inside <= 0.0031308 ? 12.92 * inside : 1.055 * inside ** (1 / 2.4) - 0.055;
    return Math.round(coded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${digits.join('')}`.toUpperCase();
}

/** sRGB to OKLCH (Björn Ottosson's matrices). */
export function hexToOklch(hex: string): Oklch {
  const [red, green, blue] = linearChannels(hex);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { lightness, chroma: Math.hypot(a, b), hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 };
}

function oklchToLinear({ lightness, chroma, hue }: Oklch): Triple {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/**
 * OKLCH to the nearest hex text. What a screen cannot show loses chroma only: lightness, on which contrast
 * rests, and hue, by which the colour is known, stay.
 */
export function oklchToHex(colour: Oklch): string {
  const lightness = Math.min(1, Math.max(0, colour.lightness));
  const isShown = (linear: Triple) => linear.every((light) => light >= -0.0001 && light <= 1.0001);
  const whole = oklchToLinear({ ...colour, lightness });
  if (isShown(whole)) return hexOf(whole);
  let shown = 0;
  let beyond = colour.chroma;
  while (beyond - shown > 0.0001) {
    const chroma = (shown + beyond) / 2;
    if (isShown(oklchToLinear({ lightness, chroma, hue: colour.hue }))) shown = chroma;
    else beyond = chroma;
  }
  return hexOf(oklchToLinear({ lightness, chroma: shown, hue: colour.hue }));
}

/** Between two colours as screens mix them, channel by channel: 0 is the first, 1 the other. */
export function mixed(from: string, to: string, share: number): string {
  if (!isHexColour(from) || !isHexColour(to)) throw new RangeError(`not colours: ${from}, ${to}`);
  const digits = [1, 3, 5].map((at) => {
    const [one = 0, other = 0] = [from, to].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
    return Math.round(one + (other - one) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${digits.join('')}`;
}

/** WCAG 2 relative luminance, 0 (black) to 1 (white). */
export function relativeLuminance(hex: string): number {
  const [red, green, blue] = linearChannels(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2 contrast ratio, 1 (the same) to 21 (black on white); the order does not matter. */
export function contrastRatio(one: string, other: string): number {
  const [a, b] = [relativeLuminance(one) + 0.05, relativeLuminance(other) + 0.05];
  return a > b ? a / b : b / a;
}

/** CIELAB under D65. */
function lab(hex: string): Triple {
  const [red, green, blue] = linearChannels(hex);
  const curve = (part: number) => (part > 216 / 24389 ? Math.cbrt(part) : ((24389 / 27) * part + 16) / 116);
  const x = curve((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047);
  const y = curve(0.2126729 * red + 0.7151522 * green + 0.072175 * blue);
  const z = curve((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIE 1976 colour difference: the distance in CIELAB, 0 (the same) to 100 (black and white) and beyond. */
export function colourDifference(one: string, other: string): number {
  const [l1, a1, b1] = lab(one);
  const [l2, a2, b2] = lab(other);
  return Math.hypot(l1 - l2, a1 - a2, b1 - b2);
}

export const leastColourDifference = 50;
export const leastContrast = 5;

/**
 * Whether two colours can be told apart (specification point 5): a difference of at least 50 or a contrast above
 * 5. The specification does not name its difference. CIE 1976 is taken: on its scale 50 is half the way from
 * black to white. By the W3C's older sum of channel differences (0–765) 50 would let two neighbouring greys
 * pass, and so promise nothing.
 */
export function areDistinguishable(one: string, other: string): boolean {
  return colourDifference(one, other) >= leastColourDifference || contrastRatio(one, other) > leastContrast;
}
