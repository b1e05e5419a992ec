import { useEffect, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { useTexts } from './texts.tsx';
import classes from './upload-progress.module.css';

const longMs = 8000;

interface UploadProgressProps {
  /** Of the file, from 0 to 1; then it is being read. */
  sent: number;
  stop: () => void;
}

/** How far a file has come that is being sent, then that it is being read, and after a while that this goes on. */
export function UploadProgress({ sent, stop }: UploadProgressProps) {
  const { t } = useTexts();
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), longMs);
    return () => clearTimeout(timer);
  }, []);
  const percent = Math.floor(sent * 100);
  const isSent = sent >= 1;
  return (
    <div className={classes.progress}>
      <progress
        className={classes.bar}
        aria-label={t('uploads.label')}
        max={100}
        {...(!isSent && { value: percent })}
      />
      <p className={classes.words}>
        <span role="status">
          {t(isSent ? 'uploads.reading' : 'uploads.sending')}
          {isLong ? ` ${t('uploads.still')}` : null}
        </span>
        {/* The bar tells it to who cannot see: said at each step it would be noise. */}
        {isSent ? null : <span aria-hidden="true">{` ${percent}\u00a0%`}</span>}
      </p>
      <Button variant="text" size="small" onClick={stop}>
        {t('uploads.stop')}
      </Button>
    </div>
  );
}
