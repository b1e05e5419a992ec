import { createHash } from 'node:crypto';

/** A picture as it is sent. */
export interface PngImage {
  readonly bytes: Buffer;
  /** Strong, of the bytes. */
  readonly etag: string;
}

/** Pictures drawn from SVG when first asked for, then kept: one for each key. */
export class PngImages {
  private readonly kept = new Map<string, { readonly svg: string; readonly image: Promise<PngImage> }>();

  /** What `draw` makes of the SVG. Drawn anew when the SVG under the key has changed. */
  get(key: string, svg: string, draw: (svg: string) => Promise<Uint8Array>): Promise<PngImage> {
    const known = this.kept.get(key);
    if (known?.svg === svg) return known.image;
    const image = draw(svg).then(toImage);
    const entry = { svg, image };
    this.kept.set(key, entry);
    image.catch(() => {
      if (this.kept.get(key) === entry) this.kept.delete(key);
    });
    return image;
  }
}

function toImage(bytes: Uint8Array): PngImage {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { bytes: Buffer.from(bytes), etag: `"${hash}"` };
}
