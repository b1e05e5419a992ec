import { useEffect, useRef } from 'react';
import { useTexts } from '#web/kernel/texts.tsx';
import { useOpenCardFields } from '../queries.ts';
import classes from './card-fields.module.css';
import { type CardFrame, openCardFrame } from './card-frame.ts';

interface CardFieldsProps {
  invoiceToken: string;
  /** The fields are there, or are gone again. */
  onFrame: (frame: CardFrame | undefined) => void;
  /** They cannot be had: the card opens a page of its own instead. */
  onMissing: () => void;
}

/** Fields of the provider for a card, on our page. Mounted anew for each try: a session pays one order. */
export function CardFields({ invoiceToken, onFrame, onMissing }: CardFieldsProps) {
  const { t, language } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const { mutateAsync: open } = useOpenCardFields();
  useEffect(() => {
    let isGone = false;
    let frame: CardFrame | undefined;
    const draw = async () => {
      const session = await open({ body: { invoiceToken } });
      if (isGone || !place.current) return;
      frame = await openCardFrame(place.current, session, language);
      if (isGone) return frame.close();
      onFrame(frame);
      // Above the bar at the thumb.
      place.current?.scrollIntoView({ block: 'nearest' });
    };
    draw().catch(() => {
      if (!isGone) onMissing();
    });
    return () => {
      isGone = true;
      frame?.close();
      onFrame(undefined);
    };
  }, [open, invoiceToken, language, onFrame, onMissing]);
  return (
    <section className={classes.card} aria-label={t('payments.cardFields')}>
      <h2 className={classes.label}>{t('payments.cardFields')}</h2>
      <div ref={place} className={classes.frame} />
    </section>
  );
}
