import { useId, useState } from 'react';
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
  const id = useId();
  const isLong = text.length > shortMost || text.split('\n').length > 3;
  return (
    <div>
      <p id={id} className={joinClasses(classes.text, isLong && !isOpen && classes.folded)}>
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
