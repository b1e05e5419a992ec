import { type ComponentType, useEffect, useState } from 'react';
import { joinClasses } from './classes.ts';
import classes from './qr-code.module.css';

type Drawing = ComponentType<{ text: string }>;
let brought: Drawing | undefined;
/** How soon what draws codes is asked for again when it could not be had. */
const againMs = 5_000;

/** Brings what draws codes: a screen that shows them without a network asks for it before. Rejects when it cannot be had. */
export async function bringQrDrawing(): Promise<Drawing> {
  brought ??= (await import('./qr-drawing.tsx')).QrDrawing;
  return brought;
}

interface QrCodeProps {
  /** What a reader reads. */
  text: string;
  /** What it is, for those who listen. */
  label: string;
  className?: string | undefined;
}

/** A code to be read off the screen: black on white in every mode, with its quiet zone. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const Drawn = useDrawing();
  return (
    <div className={joinClasses(classes.code, className)} role="img" aria-label={label}>
      {Drawn ? <Drawn text={text} /> : null}
    </div>
  );
}

/** Undefined until it has come; a network that is gone costs the code for a while, never the screen around it. */
function useDrawing(): Drawing | undefined {
  const [drawing, setDrawing] = useState(() => brought);
  useEffect(() => {
    if (drawing) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const bring = () => {
      bringQrDrawing().then(
        (found) => {
          if (!isOver) setDrawing(() => found);
        },
        () => {
          if (!isOver) timer = setTimeout(bring, againMs);
        },
      );
    };
    bring();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [drawing]);
  return drawing;
}
