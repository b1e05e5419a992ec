/**
 * An SVG as PNG, so many pixels wide. Throws what the library throws for what it cannot draw. Not for the process that
 * answers.
 */
export async function toPng({ svg, size }: { readonly svg: string; readonly size: number }): Promise<Buffer> {
  // A native library: read when it is needed, so that nothing else depends on its being there.
  const { renderAsync } = await import('@resvg/resvg-js');
  const drawn = await renderAsync(svg, {
    fitTo: { mode: 'width', value: size },
    font: { loadSystemFonts: false },
  });
  return drawn.asPng();
}
