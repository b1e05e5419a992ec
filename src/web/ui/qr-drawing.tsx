import encodeQR from 'qr';
import { useMemo } from 'react';

/** Modules of light around the code, as its standard wants. */
const quietZone = 4;

/** The modules of a code, apart: the encoder is fetched where a code is shown. */
export function QrDrawing({ text }: { text: string }) {
  const { size, path } = useMemo(() => draw(text), [text]);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden="true">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Each run of dark modules of a row as one rectangle. */
function draw(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone });
  const path = rows.flatMap((row, y) => {
    const runs: string[] = [];
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      let end = x;
      while (row[end]) end += 1;
      runs.push(`M${x} ${y}h${end - x}v1h${x - end}z`);
      x = end;
    }
    return runs;
  });
  return { size: rows.length, path: path.join('') };
}
