import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { Undecodable } from '#server/kernel/decoding/decoder.ts';
import { logoEdge } from '#shared/tenants/logos/domain.ts';

/** A file that is no picture, or no harmless one. */
export class PictureError extends Undecodable {}

/** Shapes, their paint, and what groups them: nothing that runs, loads, repeats or needs a font. */
const elements: ReadonlySet<string> = new Set([
  ...[
    'svg',
    'g',
    'path',
    'rect',
    'circle',
    'ellipse',
    'line',
    'polyline',
    'polygon',
    'defs',
    'clipPath',
    'mask',
  ],
  ...['linearGradient', 'radialGradient', 'stop', 'title', 'desc', 'metadata'],
]);
const mostElements = 2000;
/** What is drawn anew wherever it is referred to: inside, a reference of its own would double the work with each level. */
const repeated: ReadonlySet<string> = new Set(['mask', 'clipPath']);
/** A colour gradient is the end of a reference. */
const paints: ReadonlySet<string> = new Set(['fill', 'stroke']);
/** Pixels of the picture that is kept: enough for the icon of an installed app. */
const keptEdge = 512;

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * A file as a square drawing of the same form as the built-in ones. Whatever was uploaded is drawn once, here, and only the
 * pixels are kept: no script, no address, no hidden text of it reaches anybody. Throws PictureError.
 */
export async function toDrawing(given: Uint8Array): Promise<string> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.length);
  const source = bytes.subarray(0, 8).equals(signature) ? fromPng(bytes) : fromSvg(bytes);
  const pixels = await draw(source);
  const picture = `<image width="${keptEdge}" height="${keptEdge}" href="data:image/png;base64,${pixels.toString('base64')}"/>`;
  return square(picture, 48, keptEdge);
}

/** Around what is in its own units of `edge`, shown at `size`. */
function square(inside: string, size: number, edge: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${edge} ${edge}">${inside}</svg>`;
}

function fromPng(bytes: Buffer): string {
  if (bytes.length < 33 || bytes.subarray(12, 16).toString('latin1') !== 'IHDR')
    throw new PictureError('no head');
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const isSound = (edge: number) => edge >= logoEdge.least && edge <= logoEdge.most;
  if (!isSound(width) || !isSound(height)) throw new PictureError('size');
  const picture = `<image width="${keptEdge}" height="${keptEdge}" preserveAspectRatio="xMidYMid meet" href="data:image/png;base64,${bytes.toString('base64')}"/>`;
  return square(picture, keptEdge, keptEdge);
}

const form = { ignoreAttributes: false, attributeNamePrefix: '@', preserveOrder: true } as const;
const parser = new XMLParser({ ...form, processEntities: false, parseAttributeValue: false });
const builder = new XMLBuilder(form);

type Attributes = Readonly<Record<string, string>>;
type Node = Readonly<Record<string, unknown>>;

/** Written anew from what was looked at: what another reader might find in the file's own text is not drawn. */
function fromSvg(bytes: Buffer): string {
  let nodes: readonly Node[];
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // A document type is where entities are declared; a style can load; the web's own addresses are names here.
    if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new PictureError('declared');
    nodes = parser.parse(text, true) as Node[];
  } catch {
    throw new PictureError('no drawing');
  }
  let count = 0;
  const look = (list: readonly Node[], isRepeated: boolean): Node[] =>
    list.flatMap(({ ':@': attributes = {}, ...node }) =>
      Object.entries(node).flatMap(([name, inside]) => {
        // Texts show nothing without an element that draws them.
        if (name === '#text' || name === '?xml') return [];
        if (!elements.has(name)) throw new PictureError(`element ${name}`);
        count += 1;
        if (count > mostElements) throw new PictureError('too many');
        const isInside = isRepeated || repeated.has(name);
        return [
          {
            [name]: look(inside as Node[], isInside),
            ':@': harmless(attributes as Attributes, isInside),
          },
        ];
      }),
    );
  const root = look(nodes, false).find((node) => 'svg' in node);
  if (!root) throw new PictureError('no drawing');
  return String(builder.build([{ ...root, ':@': fitted(root[':@'] as Attributes) }]));
}

/** Of a root, fitted into a square whatever its own size says; its own view box keeps its form. */
function fitted(attributes: Attributes): Attributes {
  const { '@x': _x, '@y': _y, '@viewBox': box = boxOf(attributes), ...others } = attributes;
  return {
    ...others,
    '@xmlns': 'http://www.w3.org/2000/svg',
    '@width': String(keptEdge),
    '@height': String(keptEdge),
    '@viewBox': box,
    '@preserveAspectRatio': 'xMidYMid meet',
  };
}

/** A view box of the drawing's own width and height. */
function boxOf(attributes: Attributes): string {
  const [width, height] = ['@width', '@height'].map((name) =>
    Number(/^(\d+(?:\.\d+)?)(?:px)?$/.exec(attributes[name]?.trim() ?? '')?.[1]),
  );
  if (!width || !height) throw new PictureError('no size');
  return `0 0 ${width} ${height}`;
}

/** What of an element's attributes is drawn. `isRepeated`: of a mask or a clip path, or of what is inside. */
function harmless(attributes: Attributes, isRepeated: boolean): Attributes {
  const kept: [string, string][] = [];
  for (const [key, text] of Object.entries(attributes)) {
    const name = key.slice(1);
    const lower = name.toLowerCase();
    if (lower.startsWith('on') || lower.endsWith('href')) throw new PictureError(`attribute ${lower}`);
    // Written so that nobody sees what it says.
    if (/&#|\\/.test(text)) throw new PictureError('escaped');
    if (/url\s*\(\s*["']?(?!#)/i.test(text) || /javascript:/i.test(text)) throw new PictureError('address');
    if (isRepeated && !paints.has(lower) && /url\s*\(/i.test(text)) throw new PictureError('reference');
    // Those of other namespaces are notes of drawing programs.
    if (/^[A-Za-z][\w-]*$/.test(name)) kept.push([key, text]);
  }
  return Object.fromEntries(kept);
}

/** The pixels. What cannot be drawn, or shows nothing, is no picture. */
async function draw(svg: string): Promise<Buffer> {
  // A native library: read when it is needed, so that nothing else depends on its being there.
  const { renderAsync } = await import('@resvg/resvg-js');
  try {
    const drawn = await renderAsync(svg, {
      fitTo: { mode: 'width', value: keptEdge },
      font: { loadSystemFonts: false },
    });
    if (drawn.width !== keptEdge || drawn.height !== keptEdge) throw new PictureError('form');
    if (drawn.pixels.every((value) => value === 0)) throw new PictureError('empty');
    return drawn.asPng();
  } catch (error) {
    throw error instanceof PictureError ? error : new PictureError('not drawn');
  }
}
