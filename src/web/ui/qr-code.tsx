import { lazy, Suspense } from 'react';
import { joinClasses } from './classes.ts';
import classes from './qr-code.module.css';

const QrDrawing = lazy(() => import('./qr-drawing.tsx').then((parts) => ({ default: parts.QrDrawing })));

interface QrCodeProps {
  /** What a reader reads. */
  text: string;
  /** What it is, for those who listen. */
  label: string;
  className?: string | undefined;
}

/** A code to be read off the screen: black on white in every mode, with its quiet zone. */
export function QrCode({ text, label, className }: QrCodeProps) {
  return (
    <div className={joinClasses(classes.code, className)} role="img" aria-label={label}>
      <Suspense>
        <QrDrawing text={text} />
      </Suspense>
    </div>
  );
}
