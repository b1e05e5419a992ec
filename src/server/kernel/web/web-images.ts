import { createHash } from 'node:crypto';

/** A picture as it is sent. */
export interface PngImage {
  readonly bytes: Buffer;
  /** Strong, of the bytes. */
  readonly etag: string;
}

/** Square pictures drawn from SVG when first asked for, then kept: one for each key. */
export class PngImages {
  private readonly kept = new Map<string, { readonly svg: string; readonly image: Promise<PngImage> }>();

  /** The drawing in `size` × `size` pixels. Drawn anew when the SVG under the key has changed. */
  get(key: string, svg: string, size: number): Promise<PngImage> {
    const known = this.kept.get(key);
    if (known?.svg === svg) return known.image;
    const image = toPng(svg, size);
    const entry = { svg, image };
    this.kept.set(key, entry);
    image.catch(() => {
      if (this.kept.get(key) === entry) this.kept.delete(key);
    });
    return image;
  }
}

async function toPng(svg: string, size: number): Promise<PngImage> {
  // A native library: read when it is needed, so that nothing else depends on its being there.
  const { renderAsync } = await import('@resvg/resvg-js');
  const drawn = await renderAsync(svg, {
    fitTo: { mode: 'width', value: size },
    font: { loadSystemFonts: false },
  });
  const bytes = drawn.asPng();
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { bytes, etag: `"${hash}"` };
}
