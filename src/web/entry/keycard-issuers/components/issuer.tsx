import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import classes from './issuer.module.css';

interface IssuerProps {
  title: string;
  text: string;
  /** What is known of who issues; null before there are keys. */
  shown: ReactNode;
  /** The form of the keys; `onSaved` puts it away. */
  keys: (onSaved: () => void) => ReactNode;
}

/** One wallet that the centre issues cards for: what is known of its keys, and a form of others. */
export function Issuer({ title, text, shown, keys }: IssuerProps) {
  const { t } = useTexts();
  const headingId = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={classes.issuer} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading}>
        {title}
      </h2>
      <p className={classes.text}>{text}</p>
      {shown}
      {shown !== null && !isOpen ? (
        <div>
          <Button variant="plain" size="small" onClick={() => setIsOpen(true)}>
            {t('backOffice.keycards.newKeys')}
          </Button>
        </div>
      ) : (
        keys(() => setIsOpen(false))
      )}
    </section>
  );
}
