import { useEffect, useId, useRef, useState } from 'react';
import { joinClasses } from './classes.ts';
import classes from './folded-text.module.css';

/** Fewer characters stand in three lines of the narrowest phone. */
const shortMost = 105;

interface FoldedTextProps {
  text: string;
  moreText: string;
  lessText: string;
}

/** Three lines of a longer text, and the rest when it is asked for. */
export function FoldedText({ text, moreText, lessText }: FoldedTextProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [fits, setFits] = useState(false);
  const id = useId();
  const lines = useRef<HTMLParagraphElement>(null);
  const isLong = (text.length > shortMost || text.split('\n').length > 3) && !fits;
  useEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = lines.current ?? {};
    // Guessed by its length where there is no window; here it is seen.
    if (scrollHeight > 0) setFits(scrollHeight <= clientHeight + 1);
  }, []);
  return (
    <div>
      <p ref={lines} id={id} className={joinClasses(classes.text, isLong && !isOpen && classes.folded)}>
        {text}
      </p>
      {isLong ? (
        <button
          type="button"
          className={classes.more}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? lessText : moreText}
        </button>
      ) : null}
    </div>
  );
}
