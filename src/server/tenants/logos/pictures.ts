import { XMLParser } from 'fast-xml-parser';
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

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  preserveOrder: true,
  processEntities: false,
  parseAttributeValue: false,
});

type Node = Readonly<Record<string, unknown>>;

function fromSvg(bytes: Buffer): string {
  let text: string;
  let nodes: readonly Node[];
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // A document type is where entities are declared; a style can load; the web's own addresses are names here.
    if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new PictureError('declared');
    nodes = parser.parse(text, true);
  } catch {
    throw new PictureError('no drawing');
  }
  const root = nodes.find((node) => 'svg' in node);
  if (!root) throw new PictureError('no drawing');
  let count = 0;
  const walk = (list: readonly Node[], isRepeated: boolean): void => {
    for (const { ':@': attributes = {}, ...node } of list) {
      const isInside = isRepeated || Object.keys(node).some((name) => repeated.has(name));
      refuseAttributes(attributes as Node, isInside);
      for (const [name, part] of Object.entries(node)) {
        if (name === '#text' || name === '?xml') continue;
        if (!elements.has(name)) throw new PictureError(`element ${name}`);
        count += 1;
        if (count > mostElements) throw new PictureError('too many');
        walk(part as readonly Node[], isInside);
      }
    }
  };
  walk(nodes, false);
  // Fitted into a square whatever its own size says; its own view box keeps its form.
  const inner = text.slice(text.indexOf('<svg'));
  const sized = inner.replace(/^<svg\b[^>]*>/, (tag) => {
    const box = /viewBox\s*=\s*["']([^"']+)["']/.exec(tag)?.[1] ?? boxOf(tag);
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${keptEdge}" height="${keptEdge}" viewBox="${box}" preserveAspectRatio="xMidYMid meet">`;
  });
  return sized;
}

/** A view box of the drawing's own width and height. */
function boxOf(tag: string): string {
  const [width, height] = ['width', 'height'].map((name) =>
    Number(new RegExp(`\\s${name}\\s*=\\s*["'](\\d+(?:\\.\\d+)?)(?:px)?["']`).exec(tag)?.[1]),
  );
  if (!width || !height) throw new PictureError('no size');
  return `0 0 ${width} ${height}`;
}

/** `isRepeated`: of a mask or a clip path, or of what is inside. */
function refuseAttributes(attributes: Node, isRepeated: boolean): void {
  for (const [key, value] of Object.entries(attributes)) {
    const name = key.slice(1).toLowerCase();
    const text = String(value);
    if (name.startsWith('on') || name.endsWith('href')) throw new PictureError(`attribute ${name}`);
    // Written so that nobody sees what it says.
    if (/&#|\\/.test(text)) throw new PictureError('escaped');
    if (/url\s*\(\s*["']?(?!#)/i.test(text) || /javascript:/i.test(text)) throw new PictureError('address');
    if (isRepeated && !paints.has(name) && /url\s*\(/i.test(text)) throw new PictureError('reference');
  }
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
